import { invalidInput } from '../http/failures';
import type { ServiceFailure } from '../http/failures';

const LABELS = { email: 'Email', phone: 'Phone' };

/** Why a message that is explicitly asked for cannot be sent; `undefined` where it can. */
export function nobodyToSendTo(
  channel: 'email' | 'phone',
  contact: string | undefined,
  choice: string,
): ServiceFailure | undefined {
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
