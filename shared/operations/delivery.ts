import { checkAll, invalidInput } from '../errors/serviceError';

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
