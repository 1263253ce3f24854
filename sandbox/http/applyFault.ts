import { setTimeout as sleep } from 'node:timers/promises';

import type { FaultKind } from '../control/faults';
import type { ApiContext } from './env';

/** Sleep with a timer that does not keep the process alive after the service is closed. */
export function sleepUnref(ms: number): Promise<void> {
  return sleep(ms, undefined, { ref: false });
}

/** Apply a fault to the response. @returns the response to send, `undefined` if the connection was dropped */
export async function applyFault(
  c: ApiContext,
  response: Response | undefined,
  fault: FaultKind | undefined,
): Promise<Response | undefined> {
  const { outgoing, incoming } = c.env;
  switch (fault?.kind) {
    case 'late':
      if (!fault.body) await sleepUnref(fault.ms);
      return fault.body ? splitBody(response, () => sleepUnref(fault.ms)) : response;
    case 'garbled':
      return splitBody(response);
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

/** A response with the first half of the body; the second follows after `between`, or never. */
async function splitBody(
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
