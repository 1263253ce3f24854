import type { PlatformWords } from '../../../shared/service/wording';

/** What n8n calls the things that shared texts mention. */
export const N8N_WORDS: PlatformWords = {
  connection: 'credential',
  step: 'node',
  workflow: 'workflow',
  // An empty cell stays empty, and anything else that the format does not fit becomes a text that is refused: with
  // `toISODate()`, or a number in place of the text, the result would be null, which counts as empty.
  dateConversion:
    "To convert another format, use an expression, e.g. {{ $json.date ? DateTime.fromFormat(String($json.date), 'dd/MM/yyyy').toFormat('yyyy-MM-dd') : '' }}, or 'MM/dd/yyyy' if the month comes first.",
  otherTemplate:
    "If you have chosen another template, click the refresh icon beside 'Field Values' to get its fields.",
  externalIdAdvice:
    "To prevent this, map 'External ID', or set 'Generate External ID From' in Options.",
  turn: (to, name) => `turn ${to} ${name}`,
};
