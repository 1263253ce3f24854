/** Checks of inputs against each other and the current time, shared by several operations. */

import { checkAll, invalidInput } from '../errors/serviceError';
import { asWritten } from '../service/dates';
import type { Context } from './context';

const LABELS = { email: 'Email', phone: 'Phone' };

interface Recipient {
  email?: string;
  phone?: string;
  sendToEmail: string;
  sendToPhone: string;
}

/**
 * @throws {ServiceError} `invalidInput` if a message is set to be sent without an address or number to
 *   send it to
 */
export async function assertRecipients(input: Recipient): Promise<void> {
  await checkAll(
    () => assertRecipient('email', input.email, input.sendToEmail),
    () => assertRecipient('phone', input.phone, input.sendToPhone),
  );
}

function assertRecipient(
  channel: 'email' | 'phone',
  contact: string | undefined,
  choice: string,
): void {
  if (choice !== 'send' || contact !== undefined) return;
  const label = LABELS[channel];
  const send = channel === 'email' ? 'Send Email' : 'Send Text Message';
  throw invalidInput(
    label,
    channel,
    `is empty, but '${send}' is set to Send`,
    `Enter a value in '${label}', or set '${send}' to Do Not Send.`,
  );
}

interface Period {
  /** ISO 8601 in UTC, as is `validUntil`. */
  validFrom?: string | undefined;
  validUntil?: string | undefined;
}

const PASS_LABELS = { validFrom: 'Valid From', validUntil: 'Valid Until' };

/** @throws ServiceError `invalidInput` if the end has passed */
export function assertFutureEnd(
  { client, timezone }: Pick<Context, 'client' | 'timezone'>,
  { validUntil }: Period,
  labels = PASS_LABELS,
): void {
  if (validUntil === undefined || Date.parse(validUntil) > client.clock.now()) return;
  throw invalidInput(
    labels.validUntil,
    'validUntil',
    `is in the past: ${asWritten(validUntil, timezone)}`,
    'Enter a date in the future.',
  );
}

/** @throws ServiceError `invalidInput` if the period ends before it starts */
export function assertPeriod(
  { timezone }: Pick<Context, 'timezone'>,
  { validFrom, validUntil }: Period,
  labels = PASS_LABELS,
): void {
  if (validFrom === undefined || validUntil === undefined) return;
  if (Date.parse(validFrom) < Date.parse(validUntil)) return;
  throw invalidInput(
    labels.validFrom,
    'validFrom',
    `is not before '${labels.validUntil}': ${asWritten(validFrom, timezone)}`,
    'Enter a start that is before the end.',
  );
}
