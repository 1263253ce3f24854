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
    rule: 'at most 140 characters, in at most three short sentences',
    reason: 'n8n clips a description after two lines',
    applies: { ...N8N, role: ['description', 'help', 'note'] },
    wrong: ({ text }) => withoutTags(text).length > 140 || sentencesOf(text) > 3,
    example: 'A fact '.repeat(24).trim(),
  },
  {
    rule: 'an event is described in one sentence that begins with When',
    reason: 'n8n shows it as an entry of the event list',
    applies: { ...N8N, role: ['help'], of: ['event'] },
    wrong: ({ text }) => !text.startsWith('When ') || text.length > 110,
    example: 'A pass was issued',
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
    rule: 'inputs without a default have a placeholder that begins with e.g., or says what to add or choose',
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
    rule: 'a step is described in one sentence of at most 110 characters',
    reason: 'Zapier shows it as an entry of a list',
    applies: { ...ZAPIER, role: ['description'] },
    wrong: ({ text }) => sentencesOf(text) !== 1 || text.length > 110,
    example: 'Issues a pass. Delivers it.',
  },
  {
    rule: 'each sentence of a note can stand alone',
    reason: 'a note has no title that the first word could refer to',
    applies: { ...ZAPIER, role: ['note'] },
    wrong: ({ text }) => sentences(text).some(isFragment),
    example: 'Takes effect after a moment.',
  },
  {
    rule: 'a warning comes first and is bold',
    reason: 'Zapier folds long texts',
    applies: { ...ZAPIER, role: ['note'] },
    wrong: ({ text }) => text.indexOf('Testing this step') > 2 || / \*\*/.test(text),
    example: 'The count stops at zero. **Testing this step sends.**',
  },
  {
    rule: 'help says more than the label',
    reason: "Zapier's D011",
    applies: { ...ZAPIER, role: ['help'] },
    wrong: ({ text, name = '' }) => isSameWords(text, name),
    example: 'The new pass.',
  },
  {
    rule: 'actions are called by a verb, and none deletes',
    reason: "Zapier's publishing rules",
    applies: { ...ZAPIER, role: ['name'], of: ['create'] },
    wrong: /^(?![A-Z][a-z]*[^s ] [a-zA-Z])|^Delete/,
    example: 'Delete Pass',
  },
  {
    rule: 'help ends as a sentence does',
    reason: 'Zapier appends nothing',
    applies: { ...ZAPIER, role: ['help', 'note'] },
    wrong: /[^.!?)*`]$/,
    example: 'The name of the card',
  },
  {
    rule: 'help has at most 150 characters, without the targets of links',
    reason: 'Zapier folds longer texts',
    applies: { ...ZAPIER, role: ['help', 'note'] },
    wrong: ({ text }) => text.replace(/\]\([^)]*\)/g, ']').length > 150,
    example: `${'A fact '.repeat(24).trim()}.`,
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
    applies: { ...ZAPIER, role: ['help', 'note'] },
    wrong: ({ text }) =>
      /\b(credential|workflow|node|n8n|execution data|(this|the) item)\b/i.test(withoutLinks(text)),
    example: 'Fails the item.',
  },
  {
    rule: "n8n's words: nodes, credentials and workflows",
    reason: 'Zaps, steps and connections exist on Zapier only',
    applies: { ...N8N },
    wrong: /\b(Zap|Zaps|Zapier|connection|connector)\b|(?<!Testing )\bthis step/,
    example: 'The connection of this Zap',
  },
  {
    rule: 'switches are set to Yes or No',
    reason: 'Zapier shows a choice of the two',
    applies: { ...ZAPIER, role: ['help', 'note'] },
    wrong: /\bturn (on|off) '|\bturn (it|this) (on|off) (while|to confirm)/i,
    example: "Turn on 'Preview Only'.",
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
  return sentences(text).length;
}

function sentences(text: string): string[] {
  return text
    .replace(/\be\.g\./g, 'eg')
    .split(/(?<=[.!?])(?:\*\*)? /)
    .filter(Boolean);
}

/** Begins with a word that refers to something before it. A sentence after a warning may. */
function isFragment(text: string, i: number, all: readonly string[]): boolean {
  if (i > 0 && all[0]?.startsWith('**') && text === "This can't be undone.") return false;
  return /^(It|Its|This|That|They|These|Those|Takes|Works|Stops|Costs|Requires|Reactivating it)\b(?! step)/.test(
    text,
  );
}

/** Whether a text has no other words than a name, apart from little ones. */
function isSameWords(text: string, name: string): boolean {
  const words = (of: string) => of.toLowerCase().match(/[a-z]+/g) ?? [];
  const known = new Set([...words(name), 'the', 'a', 'an', 'of', 'to', 'for', 'new', 'pass']);
  return words(text).every((word) => known.has(word));
}

/** Without the tags of a link, whose text is all that n8n shows. */
function withoutTags(text: string): string {
  return text.replace(/<[^>]*>/g, '');
}

/** Without parts that may contain a URL: code in backticks, and Markdown links. */
function withoutLinks(text: string): string {
  return text.replace(/`[^`]*`/g, '').replace(/\[[^\]]+\]\(https:\/\/[^)\s]+\)/g, '');
}
