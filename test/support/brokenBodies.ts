/** Bodies of a service that is broken, or wants to break its clients. They end, so that no test can hang. */

import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';

import type { StubAnswer } from './stubService';

const KIB = 1024;
const MIB = 1024 * KIB;

/** A body that sends this again and again, and counts how often it was taken. */
export interface RepeatedBody {
  taken: number;
  stream(): AsyncGenerator<Buffer, void, undefined>;
}

/** @param waitMs before each part */
export function repeated(part: string | Buffer, times: number, waitMs = 0): RepeatedBody {
  const body: RepeatedBody = {
    taken: 0,
    async *stream() {
      for (let i = 0; i < times; i += 1) {
        if (waitMs > 0) await delay(waitMs);
        body.taken += 1;
        yield Buffer.from(part);
      }
    },
  };
  return body;
}

/** One byte every two seconds, for an hour. */
export const dripping = () => repeated(' ', 1800, 2000);

/** A hundred times more than what is kept of an error response, and than network buffers take. */
export const endless = () => repeated(Buffer.alloc(64 * KIB, ' '), 2000);

/** Correct JSON, longer than 64 MiB. */
export const tooLong = (json: object): StubAnswer => ({
  bytes: Buffer.concat([Buffer.alloc(65 * MIB, ' '), Buffer.from(JSON.stringify(json))]),
});

/** The same, compressed to a few kilobytes. */
export const compressed = (json: object): StubAnswer => ({
  headers: { 'content-encoding': 'gzip' },
  bytes: gzipSync(tooLong(json).bytes ?? ''),
});
