import { groupBy } from '../runtime/records';
import { countryCodeFix } from '../service/contacts';
import { quoted } from '../service/text';
import { type PlatformWords, counted } from '../service/wording';
import { notRemoved } from './badgeHolder/delete';
import { stoppedAtZero } from './balance/changes';
import { itemList, type ItemRows } from './itemNames';
import * as ofPass from './pass/notes';

/**
 * A fact that the user should know about an item or a run: a code with its values. Operations add notes to
 * `context.notes` while they run. Programs find the same facts in the output.
 */
export type Note = { [C in Code]: { code: C } & ValuesOf<C> }[Code];

/** A note about one item or about the whole run. */
export interface RunNote<Values = Note> {
  /** From 0. */
  item?: number;
  isPreview?: true;
  note: Values;
}

/**
 * Words all notes of one kind, with the fix. The words are next to the operation that adds the notes.
 * @param where names the items: `items 0-2 (rows 1-3)`
 */
export type NoteWords<Values = unknown> = (
  notes: readonly RunNote<Values>[],
  where: (notes: readonly RunNote<unknown>[]) => string,
  words: PlatformWords,
) => string[];

/**
 * A search by phone number found nobody. `forms` are the spellings that were searched, the first one without
 * formatting.
 */
const phoneNotFound: NoteWords<{ forms: readonly string[] }> = (notes) =>
  notes.map(
    ({ note: { forms } }) =>
      `Nobody was found by the phone number ${forms.map(quoted).join(' or ')}.${countryCodeFix(forms[0]) || ' The service finds a number only as it is stored.'}`,
  );

const failedCheck: NoteWords<{ message: string }> = (notes) =>
  notes.map(({ note }) => failedCheckText(note.message));

/** `count` rows were skipped because every mapped input was empty. */
const blankRows: NoteWords<{ count: number }> = (notes) =>
  notes.map(
    ({ note: { count } }) =>
      `${counted(count, 'blank row was', 'blank rows were')} skipped: every mapped input is empty.`,
  );

/** Notes that are shown before the summary of the items. */
const URGENT = {
  failedCheck: failedCheck,
  issuedTwice: ofPass.issuedTwice,
  list: ofPass.list,
};

/** All kinds of notes, in the order in which they are displayed: the most urgent first. */
const KINDS = {
  ...URGENT,
  otherEmail: ofPass.otherEmail,
  respelled: ofPass.respelled,
  notRemoved,
  notValid: ofPass.notValid,
  sharedId: ofPass.sharedId,
  notWritten: ofPass.notWritten,
  existingNotUpdated: ofPass.existingNotUpdated,
  sentEveryTime: ofPass.sentEveryTime,
  phoneNotFound,
  stoppedAtZero,
  withoutExternalId: ofPass.withoutExternalId,
  noCountryCode: ofPass.noCountryCode,
  blankRows,
};

type Code = keyof typeof KINDS;
type ValuesOf<C extends Code> = (typeof KINDS)[C] extends NoteWords<infer Values> ? Values : never;

/** Whether to show notes before the summary of the items. */
export function areUrgent({ code }: WordedNotes): boolean {
  return code in URGENT;
}

/** All notes of one kind, in words. */
export interface WordedNotes {
  code: Code;
  /** The items, numbered from 0. */
  items: readonly number[];
  /** The text, with the fix. */
  lines: readonly string[];
}

/** All notes of a run in words, the most urgent first. */
export function wordNotes(
  notes: readonly RunNote[],
  rows: ItemRows,
  words: PlatformWords,
): WordedNotes[] {
  const byCode = groupBy(notes, ({ note }) => note.code);
  return (Object.keys(KINDS) as Code[]).flatMap((code) => {
    // An item with several passes adds the same note several times.
    const different = groupBy(byCode.get(code) ?? [], (note) => JSON.stringify(note));
    const group = [...different.values()].flatMap(([first]) => first ?? []);
    if (group.length === 0) return [];
    // All notes of a group are of this kind.
    const lines = (KINDS[code] as NoteWords<never>)(
      group as never,
      (some) => itemList(itemsOf(some), rows),
      words,
    );
    return lines.length === 0 ? [] : [{ code, items: itemsOf(group), lines }];
  });
}

/** The text if a check fails after all items have ended. */
export function failedCheckText(message: string): string {
  return `All items ended as their results say, but a check after them failed: ${message}`;
}

function itemsOf(notes: readonly RunNote<unknown>[]): number[] {
  return notes.flatMap(({ item }) => item ?? []);
}
