import type {
  Transport,
  TransportRequest,
  TransportResponse,
  TransportResult,
} from '../../shared/http/transport';

/** The response of a scripted service to one request. */
export type Reply =
  | (Partial<Omit<TransportResponse, 'body'>> & { body?: unknown })
  | { lost: 'no' | 'maybe'; reason?: string };

/** A reply that depends on the request. */
type ReplyTo = (request: TransportRequest) => Reply;

interface ScriptedTransport {
  transport: Transport;
  /** Requests as sent, oldest first. */
  sent: TransportRequest[];
}

/** A service that returns these replies in order, and then repeats the last one. */
export function scripted(...replies: (Reply | ReplyTo)[]): ScriptedTransport {
  const sent: TransportRequest[] = [];
  return {
    sent,
    transport: (request) => {
      const reply = replies[Math.min(sent.length, replies.length - 1)] ?? {};
      sent.push(request);
      return Promise.resolve(result(typeof reply === 'function' ? reply(request) : reply));
    },
  };
}

function result(reply: Reply): TransportResult {
  if ('lost' in reply) {
    return { ok: false, sent: reply.lost, reason: reply.reason ?? 'connection refused' };
  }
  const { status = 200, headers = {}, body = {} } = reply;
  return {
    ok: true,
    response: { status, headers, body: typeof body === 'string' ? body : JSON.stringify(body) },
  };
}
