/** Calls that send a message about one pass. */

import type { ServiceClient } from '../http/client';
import { notifiedSchema, resentSchema } from '../service/schemas';
import type { MessageChannel } from '../service/vocabulary';
import { endpoint } from './endpoints';

interface NotifyBody {
  title: string;
  content: string;
  /** ISO 8601 in UTC. */
  validFrom?: string;
  /** ISO 8601 in UTC. */
  validUntil?: string;
}

/** `POST /pass/{id}/notify`. */
export function notifyPass(client: ServiceClient, passId: string, body: NotifyBody) {
  return client.call({
    ...endpoint('POST /pass/{passId}/notify', passId),
    pass: { by: 'id', passId },
    json: body,
    schema: notifiedSchema,
  });
}

/** Body of a resend. Both flags are always sent, because their defaults differ. */
interface ResendBody {
  phone?: string;
  email?: string;
  sendToPhone: boolean;
  sendToEmail: boolean;
  channels?: MessageChannel[];
  locale?: string;
}

/** `POST /pass/{id}/resend`. */
export function resendPass(client: ServiceClient, passId: string, body: ResendBody) {
  return client.call({
    ...endpoint('POST /pass/{passId}/resend', passId),
    pass: { by: 'id', passId },
    json: body,
    schema: resentSchema,
  });
}
