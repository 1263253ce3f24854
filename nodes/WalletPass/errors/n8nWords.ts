import type { PlatformWords } from '../../../shared/service/platformWords';

/** What n8n calls the things that shared texts mention. */
export const N8N_WORDS: PlatformWords = {
  connection: 'credential',
  step: 'node',
  workflow: 'workflow',
  turn: (to, name) => `turn ${to} ${name}`,
};
