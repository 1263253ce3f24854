import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultKind } from '../control/faults';
import type { ApiContext } from './env';

/** The timer does not keep the process alive: a closed service is not waited for. */
export function unhurried(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}

/** Hand the answer on, as far as the fault lets it. @returns what the caller gets, `undefined` if nothing */
export async function give(
  c: ApiContext,
  response: Response | undefined,
  fault: FaultKind | undefined,
): Promise<Response | undefined> {
  const { outgoing, incoming } = c.env;
  switch (fault?.kind) {
    case 'late':
      if (!fault.body) await unhurried(fault.ms);
      return fault.body ? halves(response, () => unhurried(fault.ms)) : response;
    case 'garbled':
      return halves(response);
    case 'cutOff': {
      const bytes = await bytesOf(response);
      if (response === undefined || bytes.length === 0) break;
      const headers = { ...Object.fromEntries(response.headers), 'content-length': bytes.length };
      outgoing.writeHead(response.status, headers);
      outgoing.write(bytes.subarray(0, bytes.length / 2), () => incoming.socket.destroy());
      return undefined;
    }
    case 'dropBefore':
    case 'dropAfter':
      break;
    default:
      return response;
  }
  incoming.socket.destroy();
  return undefined;
}

/** An answer whose body is its first half; the second comes once `between` lets it, or never. */
async function halves(
  response: Response | undefined,
  between?: () => Promise<void>,
): Promise<Response | undefined> {
  const bytes = await bytesOf(response);
  if (response === undefined || bytes.length === 0) return response;
  const middle = Math.floor(bytes.length / 2);
  const body = new ReadableStream<Uint8Array>({
    async start(stream) {
      stream.enqueue(new Uint8Array(bytes.subarray(0, middle)));
      if (between) {
        await between();
        stream.enqueue(new Uint8Array(bytes.subarray(middle)));
      }
      stream.close();
    },
  });
  const headers = new Headers(response.headers);
  headers.delete('content-length');
  return new Response(body, { status: response.status, headers });
}

async function bytesOf(response: Response | undefined): Promise<Buffer> {
  return response === undefined ? Buffer.alloc(0) : Buffer.from(await response.arrayBuffer());
}
