import { HARSH_WORDS } from '../support/failures';
import { isTitleCase } from '../support/properties';
import type { Text } from './texts';

/** A rule of style. */
export interface Rule {
  rule: string;
  /** Why, or who requires it. */
  reason: string;
  /** The texts it applies to: those with one of these values each. */
  applies: { [K in 'platform' | 'role' | 'of']?: readonly Text[K][] };
  /** A text that matches breaks the rule. */
  wrong: RegExp | ((text: Text) => boolean);
  /** An example that breaks it. */
  example: string;
}

const N8N = { platform: ['n8n'] } as const;
const ZAPIER = { platform: ['Zapier'] } as const;
const EXPLAINING = ['description', 'help'] as const;

export const RULES: readonly Rule[] = [
  {
    rule: 'names are in Title Case',
    reason: "n8n's UX guidelines; Zapier's D018",
    applies: { role: ['name'] },
    wrong: ({ text }) => !isTitleCase(text),
    example: 'Issue pass',
  },
  {
    rule: 'names write From and With with a capital letter',
    reason: "Zapier's D018",
    applies: { ...ZAPIER, role: ['name'] },
    wrong: / (from|with)\b/,
    example: 'Copy from Template',
  },
  {
    rule: 'no emoji',
    reason: 'screen readers spell them out',
    applies: { role: ['name'] },
    wrong: /\p{Extended_Pictographic}/u,
    example: 'Issue 🎉',
  },
  {
    rule: 'no surrounding or double spaces',
    reason: 'they look like mistakes',
    applies: {},
    wrong: /^\s|\s$| {2}/,
    example: 'Issue  a pass',
  },
  {
    rule: 'ID, URL and JSON are in capitals',
    reason: "n8n's lint",
    applies: {},
    wrong: /(?<!`[^`]*)\b(Id|Ids|Url|Json|id's)\b/,
    example: 'The Url of the image',
  },
  {
    rule: 'no harsh words',
    reason: 'a text about what goes wrong says what to do',
    applies: {},
    wrong: HARSH_WORDS,
    example: 'There was a problem',
  },
  {
    rule: 'no generic text, and none that repeats the name',
    reason: "n8n's lint; Zapier's D011",
    applies: { role: EXPLAINING },
    wrong: ({ text, name = '' }) =>
      /operation to perform|^the \w+$/i.test(text) || lettersOf(text) === lettersOf(name),
    example: 'The operation to perform',
  },
  {
    rule: 'texts begin with a capital letter',
    reason: "n8n's lint",
    applies: { ...N8N, role: EXPLAINING },
    wrong: /^[^A-Z0-9]/,
    example: 'the name of the card',
  },
  {
    rule: 'a single sentence ends without a period, several end with one',
    reason: "n8n's lint",
    applies: { ...N8N, role: EXPLAINING },
    wrong: ({ text }) => text.endsWith('.') !== sentencesOf(text) > 1,
    example: 'The name of the card.',
  },
  {
    rule: 'the key fact is within 120 characters',
    reason: 'n8n clips a description after two lines',
    applies: { ...N8N, role: EXPLAINING },
    wrong: ({ text }) => (text.split(/(?<=[.;:]) /)[0] ?? '').length > 120,
    example: 'A fact '.repeat(20).trim(),
  },
  {
    rule: 'switches begin with Whether to',
    reason: "n8n's lint",
    applies: { ...N8N, role: ['help'], of: ['switch'] },
    wrong: /^(?!Whether to )/,
    example: 'Turns it on',
  },
  {
    rule: 'names of dropdowns end with Name or ID',
    reason: "n8n's lint: an ID works as well",
    applies: { ...N8N, role: ['name'], of: ['dropdown'] },
    wrong: /(?<! Names? or IDs?)$/,
    example: 'Template',
  },
  {
    rule: 'dropdowns begin with Choose from the list, or specify',
    reason: "n8n's lint: an ID works as well",
    applies: { ...N8N, role: ['help'], of: ['dropdown'] },
    wrong: /^(?!Choose from the list, or specify)/,
    example: 'Choose a template',
  },
  {
    rule: 'placeholders begin with e.g., or say what to add or choose',
    reason: "n8n's UX guidelines",
    applies: { role: ['placeholder'] },
    wrong: /^(?!e\.g\. |Add |Choose )/,
    example: 'M-0042',
  },
  {
    rule: 'the placeholder of an email is name@email.com',
    reason: "n8n's lint",
    applies: { role: ['placeholder'], of: ['email'] },
    wrong: /^(?!.*name@email\.com)/,
    example: 'e.g. ana@example.com',
  },
  {
    rule: 'triggers are described as one sentence that begins with Triggers when',
    reason: "Zapier's D021",
    applies: { ...ZAPIER, role: ['description'], of: ['trigger'] },
    wrong: /^(?!Triggers when [a-z][^.]*\.$)/,
    example: 'Fires when a pass is new.',
  },
  {
    rule: 'searches are described as Finds …',
    reason: "Zapier's D021",
    applies: { ...ZAPIER, role: ['description'], of: ['search'] },
    wrong: /^(?!Finds [a-z].*\.$)/s,
    example: 'Find a pass.',
  },
  {
    rule: 'actions are described in the third person',
    reason: "Zapier's D021",
    applies: { ...ZAPIER, role: ['description'], of: ['create'] },
    wrong: /^(?![A-Z][a-z]*s [a-z].*\.$)/s,
    example: 'Issue a pass.',
  },
  {
    rule: 'descriptions do not mention Zapier',
    reason: "Zapier's publishing rules",
    applies: { ...ZAPIER, role: ['description'] },
    wrong: /zapier|zap\b/i,
    example: 'Starts a Zap.',
  },
  {
    rule: 'a step is called 2 to 64 characters',
    reason: "Zapier's schema",
    applies: { ...ZAPIER, role: ['name'], of: ['trigger', 'search', 'create'] },
    wrong: /^(?!.{2,64}$)/,
    example: 'P',
  },
  {
    rule: 'no trigger is a generic update',
    reason: "Zapier's publishing rules",
    applies: { ...ZAPIER, role: ['name'], of: ['trigger'] },
    wrong: /^Updated /,
    example: 'Updated Pass',
  },
  {
    rule: 'actions are called by a verb, and none deletes',
    reason: "Zapier's publishing rules",
    applies: { ...ZAPIER, role: ['name'], of: ['create'] },
    wrong: /^(?![A-Z][a-z]*[^s ] [a-zA-Z])|^Delete/,
    example: 'Delete Pass',
  },
  {
    rule: 'help ends as a sentence does, after at most 1000 characters',
    reason: "Zapier's schema; Zapier appends nothing",
    applies: { ...ZAPIER, role: ['help'] },
    wrong: /^(?![^]{0,999}[.!?)*`]$)/,
    example: 'The name of the card',
  },
  {
    rule: 'links are Markdown with https, or code',
    reason: "Zapier's D007, D008 and D025",
    applies: { ...ZAPIER, role: EXPLAINING },
    wrong: ({ text }) => /https?:|www\.|javascript:|\]\(/i.test(withoutLinks(text)),
    example: '[See](http://example.com).',
  },
  {
    rule: "help uses Zapier's words: steps and connections",
    reason: 'nodes, credentials and items exist on n8n only',
    applies: { ...ZAPIER, role: ['help'] },
    wrong: ({ text }) =>
      /\b(credential|workflow|node|n8n|(this|the) item)\b/i.test(withoutLinks(text)),
    example: 'Fails the item.',
  },
  {
    rule: 'no Whether to',
    reason: 'it is how n8n describes switches',
    applies: ZAPIER,
    wrong: /Whether to/,
    example: 'Whether to send it.',
  },
];

export function appliesTo({ applies }: Rule, text: Text): boolean {
  const { platform, role, of } = applies as { [K in keyof Text]?: readonly unknown[] };
  return (
    (platform?.includes(text.platform) ?? true) &&
    (role?.includes(text.role) ?? true) &&
    (of?.includes(text.of) ?? true)
  );
}

export function isBroken({ wrong }: Rule, text: Text): boolean {
  return typeof wrong === 'function' ? wrong(text) : wrong.test(text.text);
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/\W/g, '');
}

function sentencesOf(text: string): number {
  return text
    .replace(/\be\.g\./g, 'eg')
    .split(/[.!?](?:\s|$)/)
    .filter(Boolean).length;
}

/** Without parts that may contain a URL: code in backticks, and Markdown links. */
function withoutLinks(text: string): string {
  return text.replace(/`[^`]*`/g, '').replace(/\[[^\]]+\]\(https:\/\/[^)\s]+\)/g, '');
}
