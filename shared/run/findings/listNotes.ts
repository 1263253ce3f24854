import type { EndedRun, Finding } from './finding';

/** What a run of the previewed list would do, or refuse. */
export function findListNotes({ listNotes }: EndedRun): Finding | undefined {
  return listNotes.length === 0 ? undefined : { about: 'list', items: [], lines: listNotes };
}
