/** The words for what a person should know about passes; `shared/operations/notes.ts` has their order. */

import { groupBy } from '../../runtime/records';
import type { PassStatus } from '../../service/passStatus';
import type { ExternalIdRef } from '../../service/requests';
import { quoted, shortened } from '../../service/text';
import { capitalized, counted, joinWords } from '../../service/wording';
import type { NoteWords } from '../notes';
import { externalIdKey } from '../serialBy';
import { reactivate } from './reactivate';
import { sync } from './sync';
import { update } from './update';
import { overwrite, upsert } from './upsert';

/** Longer lists are cut. */
const MAX_LISTED = 10;

/** How many external IDs other runs have issued, too. */
export const issuedTwice: NoteWords<{ count: number }> = (notes) =>
  notes.map(
    ({ note: { count } }) =>
      `Another n8n worker or Zapier issued passes at the same time: ${counted(count, 'external ID has', 'external IDs have')} two passes now.`,
  );

/** Why Sync List does not report its list, or a run of the previewed list would be refused. */
export const list: NoteWords<{ text: string }> = (notes) => notes.map(({ note }) => note.text);

/** The pass existed and has another email: it may be someone else's, so its link was not returned. */
export const otherEmail: NoteWords = (notes, where) => {
  const have = notes.length === 1 ? 'item has' : 'items have';
  return [
    `${notes.length} ${have} an email that the existing pass does not have, so it may be someone else's, and its link was not returned: ${where(notes)}. If it is the same person, write the email with '${update.label}' first; otherwise, correct the external ID.`,
  ];
};

/** The external IDs of an item and of a pass, or of two new items, differ only in spelling. */
export const respelled: NoteWords<{ externalId: string; other: string }> = (notes) => {
  const pairs = joinWords(
    notes,
    MAX_LISTED,
    ({ note }) => `${quoted(note.externalId)} and ${quoted(note.other)}`,
  );
  return [
    `${counted(notes.length, 'external ID of the list differs', 'external IDs of the list differ')} only in spelling from another one: ${pairs}. To the service, these are two passes. If it is one person, correct the list, and void the extra pass.`,
  ];
};

/** The pass existed, and stays voided or expired. */
export const notValid: NoteWords<{ status: PassStatus }> = (notes, where) => {
  const end = notes.some(({ note }) => note.status === 'expired')
    ? ` One that has expired needs a '${reactivate.input.validUntil.label}' there.`
    : '';
  return [
    `${counted(notes.length, 'item has', 'items have')} a voided or expired pass, which stays so: ${where(notes)}. To make it valid again, use '${reactivate.label}'.${end}`,
  ];
};

/** Other items have the external ID, too: the pass has the values of the last one that was sent. */
export const sharedId: NoteWords<{ ref: ExternalIdRef; isSent: boolean }> = (notes, where) => {
  const groups = [...groupBy(notes, ({ note }) => externalIdKey(note.ref)).values()];
  const lines = groups.flatMap((group) => {
    const last = group.findLast(({ note }) => note.isSent);
    if (!last || group.length < 2) return [];
    const has = last.isPreview ? 'would have' : 'has';
    return `${capitalized(where(group))} have the same external ID, ${shortened(last.note.ref.externalId)}. The pass ${has} the values of the last one that was sent, ${where([last])}.`;
  });
  const rest = lines.length - MAX_LISTED;
  return rest > 0 ? [...lines.slice(0, MAX_LISTED), `And ${rest} more.`] : lines;
};

/** The inputs that the existing pass does not get. */
export const notWritten: NoteWords<{ inputs: readonly string[] }> = (notes) => {
  const names = new Set(notes.flatMap(({ note }) => note.inputs));
  return [
    `${counted(notes.length, 'item')} found an existing pass, which does not get: ${[...names].join(', ')}. '${upsert.label}' and '${sync.label}' write it if it is chosen in '${overwrite.label}'.`,
  ];
};

/** The existing pass was returned as it is. */
export const existingNotUpdated: NoteWords = (notes) => [
  `${counted(notes.length, 'item')} found an existing pass and did not change it: new values, such as a name or an email, were not written. To write them, use '${upsert.label}'.`,
];

/** The inputs because of which the pass is sent in every run. */
export const sentEveryTime: NoteWords<{ inputs: readonly string[] }> = (notes) => {
  const names = new Set(notes.flatMap(({ note }) => note.inputs));
  return [
    `Items with ${[...names].map(quoted).join(' or ')} are sent in every run: the service's lists of passes do not show whether a pass already has the value.`,
  ];
};

/** A pass was issued that a repeated run issues again. */
export const withoutExternalId: NoteWords = (notes, _where, { externalIdAdvice }) => {
  const [were, them] = notes.length === 1 ? ['was', 'it'] : ['were', 'them'];
  return [
    `${counted(notes.length, 'pass', 'passes')} ${were} issued without an external ID. Another run with the same items issues ${them} again. ${externalIdAdvice}`,
  ];
};
