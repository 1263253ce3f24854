import type { EndedRun, Finding } from './finding';

/** Why a run of the previewed list would be refused. */
export function findListNotes({ listNotes }: EndedRun): Finding | undefined {
  return listNotes.length === 0 ? undefined : { about: 'list', items: [], lines: listNotes };
}
