/** Checks the messages of refused inputs. */

import type { InputFields } from '../../shared/fields';
import type { Operation } from '../../shared/operations/operation';

interface Failure {
  kind: string;
  text: string;
  /** Key of the input, if it is about one. */
  field?: string;
  /** Status of the response; absent if no request was sent. */
  status?: number;
}

/**
 * Texts of refusals that depend on data of the service. Any other 400 means that an invalid input was sent.
 */
const DEPENDS_ON_THE_ACCOUNT: readonly [words: RegExp, why: string][] = [
  [/^No (phone number|email address) available/, 'the contact is stored with the pass'],
  [/stamp card template/, 'whether the template is a stamp card is not read for this'],
  [/Unknown tier threshold|Tier already claimed|Threshold not reached/, 'tiers and their state'],
  [/loyalty or gift card template/, 'the type of the template is not read for this'],
  [/balance on this pass is not a number/, 'the stored balance'],
  [/The Default key cannot be/, 'which key is the Default one'],
  [
    /image URL (could not be fetched|must be public|returned status|has too many redirects)/,
    'the content at the URL',
  ],
  [/could not be read as an image/, 'only the service decodes a file'],
  [/need a file uploaded as template_logo|no background/, 'the purpose of the file'],
  [/needs a loyalty template/, 'the type of the template that is changed'],
  [/^The field ".*" needs a label/, 'a headline without one is merged into the existing one'],
  [/requires stampCount/, 'whether the template already has a size'],
  [/requires both 'stamp' and 'hero'/, 'whether the template that is changed is a stamp card'],
];

/** Whether a 400 of the service could have been predicted. */
export function isPredictable(words: string): boolean {
  return !DEPENDS_ON_THE_ACCOUNT.some(([known]) => known.test(words));
}

/** Typical mistakes in texts. */
const LEAKS = [/\[object \w+\]/, /\bundefined\b/, /\bNaN\b/, /\n\s+at /, /ZodError|TypeError/];
const LONGEST = 3000;
/** About all inputs together. */
const NOTHING_AT_ALL = /There is nothing to change: every value is empty/;

/** The flaws of an error's texts; empty if there are none. @param raw the input */
export function flawsOfMessage({ input }: Operation, raw: unknown, failure: Failure): string[] {
  const { kind, text, field, status } = failure;
  const flaws: string[] = [];
  const own = ownTexts(raw);
  for (const leak of LEAKS) {
    if (leak.test(text) && !own.some((one) => leak.test(one))) flaws.push(`leaks ${leak.source}`);
  }
  if (/\p{Surrogate}/u.test(text)) flaws.push('contains a lone surrogate');
  if (text.length > LONGEST) flaws.push(`has ${text.length} characters`);
  if (kind !== 'invalidInput' || status !== undefined) return flaws;
  if (NOTHING_AT_ALL.test(text)) return flaws;
  if (field === undefined) return [...flaws, 'names no field'];
  const names = [...labelsOf(input, field), field];
  const shown = text.toLowerCase();
  if (!names.some((name) => shown.includes(shortName(name).toLowerCase())))
    flaws.push(`omits ${names[0]}`);
  return flaws;
}

/** The shown part of a very long field name. */
function shortName(name: string): string {
  return Array.from(name).slice(0, 20).join('');
}

/** The labels of the inputs with this key, in lists as well. */
function labelsOf(fields: InputFields, wanted: string): string[] {
  return Object.entries(fields).flatMap(([key, field]) => [
    ...(key === wanted ? [field.label] : []),
    ...(field.kind === 'list' ? labelsOf(field.entry, wanted) : []),
    ...(field.kind === 'passRef' ? (PASS_LABELS.get(wanted) ?? []) : []),
  ]);
}

const PASS_LABELS = new Map([
  ['passId', ['Pass']],
  ['externalId', ['External ID']],
  ['contact', ['Email or Phone']],
  ['templateId', ['Template']],
]);

/** Every text in a value; a message may quote it. */
function ownTexts(value: unknown, depth = 0): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null || depth > 6) return [];
  try {
    const inner = value instanceof Map || value instanceof Set ? [...value] : Object.values(value);
    return [...Object.keys(value), ...inner.flatMap((one: unknown) => ownTexts(one, depth + 1))];
  } catch {
    return [];
  }
}
