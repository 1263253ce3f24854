import { invalidInput, refuseAll } from '../errors/serviceError';
import type { ServiceError } from '../errors/serviceError';

const LABELS = { email: 'Email', phone: 'Phone' };

interface Recipient {
  email?: string;
  phone?: string;
  sendToEmail: string;
  sendToPhone: string;
}

/**
 * Refuses a message that is to be sent where there is no address to send it to.
 * @throws {ServiceError} naming every channel without one
 */
export function refuseNobodyToSendTo({ email, phone, sendToEmail, sendToPhone }: Recipient): void {
  refuseAll([
    nobodyToSendTo('email', email, sendToEmail),
    nobodyToSendTo('phone', phone, sendToPhone),
  ]);
}

function nobodyToSendTo(
  channel: 'email' | 'phone',
  contact: string | undefined,
  choice: string,
): ServiceError | undefined {
  if (choice !== 'send' || contact !== undefined) return undefined;
  const label = LABELS[channel];
  const send = channel === 'email' ? 'Send Email' : 'Send Text Message';
  return invalidInput(
    label,
    channel,
    `is empty, but '${send}' is set to Send`,
    `Enter a value in '${label}', or set '${send}' to Do Not Send.`,
  );
}
