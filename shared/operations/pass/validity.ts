/** Checks of valid dates against the current time and against each other. */

import { invalidInput } from '../../errors/serviceError';
import type { ServiceClient } from '../../http/client';

interface Period {
  /** ISO 8601 in UTC, as is `validUntil`. */
  validFrom?: string | undefined;
  validUntil?: string | undefined;
}

const PASS_LABELS = { validFrom: 'Valid From', validUntil: 'Valid Until' };

/** @throws ServiceError `invalidInput` if the end has passed */
export function assertFutureEnd(
  { clock }: ServiceClient,
  { validUntil }: Period,
  labels = PASS_LABELS,
): void {
  if (validUntil === undefined || Date.parse(validUntil) > clock.now()) return;
  throw invalidInput(
    labels.validUntil,
    'validUntil',
    `is in the past: ${validUntil}`,
    'Enter a date in the future.',
  );
}

/** @throws ServiceError `invalidInput` if the period ends before it starts */
export function assertPeriod({ validFrom, validUntil }: Period, labels = PASS_LABELS): void {
  if (validFrom === undefined || validUntil === undefined) return;
  if (Date.parse(validFrom) < Date.parse(validUntil)) return;
  throw invalidInput(
    labels.validFrom,
    'validFrom',
    `is not before '${labels.validUntil}': ${validFrom}`,
    'Enter a start that is before the end.',
  );
}
