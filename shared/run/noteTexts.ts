/** The words for what a person should know about a run, from the notes of its items. */

import { ifBalanceTooLow } from '../operations/balance/inputs';
import type { Note } from '../operations/notes';
import { externalIdKey } from '../operations/serialBy';
import { reactivate } from '../operations/pass/reactivate';
import { sync } from '../operations/pass/sync';
import { update } from '../operations/pass/update';
import { ifNotValid, overwrite, upsert, upsertInputs } from '../operations/pass/upsert';
import { groupBy } from '../runtime/records';
import { countryCodeHint } from '../service/contacts';
import { quoted, shortened } from '../service/text';
import { capitalized, counted, listed, type PlatformWords } from '../service/wording';
import { type ItemRows, itemList } from './itemNames';
import type { NoteOfItem } from './report';

type Code = Note['code'];
type NoteOf<C extends Code> = Extract<Note, { code: C }>;

/** All notes of one kind, in words. */
export interface WordedNotes {
  code: Code;
  /** The items, numbered from 0. */
  items: readonly number[];
  /** What to show, with the fix. */
  lines: readonly string[];
}

type Words<C extends Code> = (
  notes: readonly NoteOfItem<NoteOf<C>>[],
  rows: ItemRows,
  words: PlatformWords,
) => string[];

/** Longer lists are cut. */
const MAX_LISTED = 10;

/** The most urgent first, which is also their order on the screen. */
const WORDS: { [C in Code]: Words<C> } = {
  failedCheck: (notes) => notes.map(({ note }) => failedCheck(note.message)),

  issuedTwice: (notes) =>
    notes.map(
      ({ note: { count } }) =>
        `Another n8n worker or Zapier issued passes at the same time: ${counted(count, 'external ID has', 'external IDs have')} two passes now.`,
    ),

  list: (notes) => notes.map(({ note }) => note.text),

  otherEmail: (notes, rows) => {
    const have = notes.length === 1 ? 'item has' : 'items have';
    return [
      `${notes.length} ${have} an email that the existing pass does not have, so it may be someone else's, and its link was not returned: ${where(notes, rows)}. If it is the same person, write the email with '${update.label}' first; otherwise, correct the external ID.`,
    ];
  },

  respelled: (notes) => {
    const pairs = listed(
      notes,
      MAX_LISTED,
      ({ note }) => `${quoted(note.externalId)} and ${quoted(note.other)}`,
    );
    return [
      `${counted(notes.length, 'external ID of the list differs', 'external IDs of the list differ')} only in spelling from another one: ${pairs}. To the service, these are two passes. If it is one person, correct the list, and void the extra pass.`,
    ];
  },

  notRemoved: (notes, rows) => {
    const left = groupBy(notes, ({ note }) => note.left);
    return (Object.keys(LEFT) as (keyof typeof LEFT)[]).flatMap((key) => {
      const group = left.get(key) ?? [];
      return group.length === 0
        ? []
        : `${counted(group.length, 'item')}: ${LEFT[key]}: ${where(group, rows)}.`;
    });
  },

  notValid: (notes, rows) => {
    const end = notes.some(({ note }) => note.status === 'expired')
      ? `. One that has expired also needs a '${upsertInputs.validUntil.label}' in the future`
      : '';
    return [
      `${counted(notes.length, 'item has', 'items have')} a voided or expired pass, which stays so: ${where(notes, rows)}. To make it valid again, use '${reactivate.label}', or '${ifNotValid.label}' of '${upsert.label}'${end}.`,
    ];
  },

  sharedId: (notes, rows) => {
    const groups = [...groupBy(notes, ({ note }) => externalIdKey(note.ref)).values()];
    const lines = groups.flatMap((group) => {
      const last = group.findLast(({ note }) => note.isSent);
      if (!last || group.length < 2) return [];
      const has = last.isPreview ? 'would have' : 'has';
      return `${capitalized(where(group, rows))} have the same external ID, ${shortened(last.note.ref.externalId)}. The pass ${has} the values of the last one that was sent, ${where([last], rows)}.`;
    });
    const rest = lines.length - MAX_LISTED;
    return rest > 0 ? [...lines.slice(0, MAX_LISTED), `And ${rest} more.`] : lines;
  },

  notWritten: (notes) => {
    const names = new Set(notes.flatMap(({ note }) => note.inputs));
    return [
      `${counted(notes.length, 'item')} found an existing pass, which does not get: ${[...names].join(', ')}. '${upsert.label}' and '${sync.label}' write it if it is chosen in '${overwrite.label}'.`,
    ];
  },

  existingNotUpdated: (notes) => [
    `${counted(notes.length, 'item')} found an existing pass and did not change it: new values, such as a name or an email, were not written. To write them, use '${upsert.label}'.`,
  ],

  sentEveryTime: (notes) => {
    const names = new Set(notes.flatMap(({ note }) => note.inputs));
    return [
      `Items with ${[...names].map(quoted).join(' or ')} are sent in every run: the service's lists of passes do not show whether a pass already has the value.`,
    ];
  },

  phoneNotFound: (notes) =>
    notes.map(
      ({ note: { forms } }) =>
        `Nobody was found by the phone number ${forms.map(quoted).join(' or ')}.${countryCodeHint(forms[0]) || ' The service finds a number only as it is stored.'}`,
    ),

  stoppedAtZero: (notes, rows) => {
    const its = notes.length === 1 ? 'its' : 'their';
    const [stops, maybe] = notes.every(({ isPreview }) => isPreview)
      ? ['would stop', `${its} amount is more than the balance`]
      : ['stopped', `${its} amount may have been more than the balance`];
    return [
      `${counted(notes.length, 'item')} ${stops} at zero, so ${maybe}: ${where(notes, rows)}. To subtract nothing then, set '${ifBalanceTooLow.label}' to Fail.`,
    ];
  },

  withoutExternalId: (notes, _rows, { externalIdAdvice }) => {
    const [were, them] = notes.length === 1 ? ['was', 'it'] : ['were', 'them'];
    return [
      `${counted(notes.length, 'pass', 'passes')} ${were} issued without an external ID. Another run with the same items issues ${them} again. ${externalIdAdvice}`,
    ];
  },
};

const LEFT = {
  nothing: 'nobody was found, so nobody was removed',
  onlyInvite: 'the person has only an invite to a phone number, which still works',
  invite: 'an invite to a phone number is left, which still works',
};

/** All notes of a run in words, the most urgent first. */
export function wordNotes(
  notes: readonly NoteOfItem[],
  rows: ItemRows,
  words: PlatformWords,
): WordedNotes[] {
  const byCode = groupBy(notes, ({ note }) => note.code);
  return (Object.keys(WORDS) as Code[]).flatMap((code) => {
    // One item may have several passes.
    const different = groupBy(byCode.get(code) ?? [], (note) => JSON.stringify(note));
    const group = [...different.values()].flatMap(([first]) => first ?? []);
    if (group.length === 0) return [];
    // The notes of a group have its code.
    const lines = (WORDS[code] as Words<Code>)(group as never, rows, words);
    return lines.length === 0 ? [] : [{ code, items: itemsOf(group), lines }];
  });
}

/** All lines of {@link wordNotes}. */
export function noteLines(...args: Parameters<typeof wordNotes>): string[] {
  return wordNotes(...args).flatMap(({ lines }) => lines);
}

/** Why something is not shown about a run whose items have ended. */
export function failedCheck(message: string): string {
  return `All items ended as their results say, but a check after them failed: ${message}`;
}

function itemsOf(notes: readonly NoteOfItem[]): number[] {
  return notes.flatMap(({ item }) => item ?? []);
}

function where(notes: readonly NoteOfItem[], rows: ItemRows): string {
  return itemList(itemsOf(notes), rows);
}
