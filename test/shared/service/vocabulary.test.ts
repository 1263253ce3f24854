import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import {
  KEY_HEADER,
  KEY_PREFIX,
  MESSAGE_CHANNELS,
  VERSION_HEADER,
  WALLET_A,
  WALLET_A_PLATFORM,
  WALLET_A_STATUS,
  WALLET_B,
} from '../../../shared/service/vocabulary';

/** SMS is a common word. */
const channels = MESSAGE_CHANNELS.filter((one) => one !== 'SMS');
const WORDS = [
  KEY_HEADER,
  KEY_PREFIX,
  VERSION_HEADER,
  WALLET_A,
  WALLET_A_PLATFORM,
  WALLET_A_STATUS,
  WALLET_B,
  ...channels,
];
const ROOT = join(__dirname, '../../..');

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.[mc]?ts$/.test(file) && !file.includes('node_modules'))
    .map((file) => `${folder}/${file}`);
}

/** The credential has its header as a literal, because n8n's lint requires it. */
it('keeps the exact words of the service in one file', () => {
  const files = ['shared', 'nodes', 'zapier'].flatMap(sources);
  expect(files.length).toBeGreaterThan(100);
  const found = files
    .filter((file) => file !== 'shared/service/vocabulary.ts')
    .flatMap((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      return WORDS.filter((word) => text.includes(word)).map((word) => `${file}: ${word}`);
    });
  expect(found).toEqual([]);
});
