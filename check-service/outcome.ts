/** What a check finds out, in words that are safe for an issue report. */
import { KEY_PREFIX } from '../shared/service/vocabulary';
import type { Fields, Kind, StatementId } from './statements';

export type Result = 'holds' | 'differs' | 'not tried';

export interface Outcome {
  result: Result;
  /** What this service does, or why it was not asked. No personal data, IDs or keys. */
  found: string;
}

/** How statements are asked. */
export type Checks<Id extends StatementId> = Readonly<Record<Id, () => Promise<Outcome>>>;

export function judge(holds: boolean, found: string): Outcome {
  return { result: holds ? 'holds' : 'differs', found };
}

/** Thrown by a check that can't ask; the message says why. */
export class NotTried extends Error {}

/** Thrown while a check reads; the message says what this service does. */
export class Differs extends Error {}

export type Row = Record<string, unknown>;

export function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function rowsIn(value: unknown): Row[] {
  return Array.isArray(value) ? value.filter(isRow) : [];
}

/** `1 pass`, `2 passes`. */
export function counted(count: number, what: 'pass' | 'row' | 'template' | 'holder'): string {
  return `${count} ${what}${count === 1 ? '' : what === 'pass' ? 'es' : 's'}`;
}

/** Epoch ms between 2001 and 2286: a time in seconds is none. */
const isTime = (value: unknown) =>
  Number.isInteger(value) && Number(value) > 1e12 && Number(value) < 1e13;

const IS_KIND: Record<Kind, (value: unknown) => boolean> = {
  text: (value) => typeof value === 'string' && value !== '',
  flag: (value) => typeof value === 'boolean',
  count: (value) => Number.isInteger(value) && Number(value) >= 0,
  time: isTime,
  object: isRow,
  list: Array.isArray,
};
const KIND_NAMES: Record<Kind, string> = {
  text: 'text',
  flag: 'true or false',
  count: 'a whole number',
  time: 'a time in milliseconds',
  object: 'an object',
  list: 'a list',
};

/**
 * Whether rows have fields of these kinds.
 * @param mayLack fields that rows may lack
 * @throws NotTried if there are no rows
 */
export function judgeFields(
  rows: readonly Row[],
  fields: Fields,
  mayLack: readonly string[] = [],
): Outcome {
  if (rows.length === 0) throw new NotTried('there are none');
  const inSome = (count: number) => (rows.length === 1 ? '' : ` in ${count} of ${rows.length}`);
  const problems = Object.entries(fields).flatMap(([field, kind]) => {
    const values = rows.map((row) => row[field] ?? undefined);
    const missing = mayLack.includes(field) ? 0 : values.filter((one) => one === undefined).length;
    const wrong = values.filter((one) => one !== undefined && !IS_KIND[kind](one)).length;
    return [
      ...(missing > 0 ? [`${field} is missing${inSome(missing)}`] : []),
      ...(wrong > 0 ? [`${field} is not ${KIND_NAMES[kind]}${inSome(wrong)}`] : []),
    ];
  });
  const all = rows.length === 1 ? 'as expected' : `as expected in all ${rows.length}`;
  return judge(problems.length === 0, problems.length === 0 ? all : problems.join('; '));
}

const PRIVATE: readonly [pattern: RegExp, instead: string][] = [
  [/[\p{C}\p{Zl}\p{Zp}]+/gu, ' '],
  [new RegExp(`\\b${KEY_PREFIX}\\S*`, 'g'), '<key>'],
  [/https?:\S+/g, '<URL>'],
  [/[^\s"'<>@]+@[^\s"'<>@]+/g, '<email>'],
  [/(?<![\w-])(?!\d{4}-\d\d-\d\d)\+?\d[\d ().-]{5,}\d/g, '<number>'],
];
const MOST_CHARACTERS = 160;

/** A text of the service as the output may show it: one line, no contacts, keys or URLs, IDs shortened. */
export function safe(text: string): string {
  const masked = PRIVATE.reduce((rest, [pattern, instead]) => rest.replace(pattern, instead), text);
  const short = masked.replace(
    /\b(?!\d{4}-\d\d-\d\d\b)(?=[\w-]*\d)[\w-]{9,}\b/g,
    (id) => `${id.slice(0, 4)}…`,
  );
  return short.length > MOST_CHARACTERS ? `${short.slice(0, MOST_CHARACTERS)}…` : short;
}
