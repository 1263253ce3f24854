import type { PlatformWords } from '../../shared/service/platformWords';

/** What Zapier calls the things that shared texts mention. */
export const ZAPIER_WORDS: PlatformWords = {
  connection: 'connection',
  step: 'step',
  workflow: 'Zap',
  dateConversion:
    'To convert another format, add a step with Formatter by Zapier > Date / Time > Format, and choose its From Format.',
  otherTemplate: 'If you have chosen another template, map its fields again.',
  externalIdAdvice: "To prevent this, map 'External ID'.",
  turn: (to, name) => `set ${name} to ${to === 'on' ? 'Yes' : 'No'}`,
};
