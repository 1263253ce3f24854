import type { PassRow } from '../service/schemas';
import type { ScanInputs } from './inputs';
import { readPasses } from './readPasses';
import { lookBackTo } from './recent';
import type { TriggerContext } from './trigger';
import type { Moment, Window } from './window';
import { advanced, extended, unseen } from './window';

/** What is remembered of changes to the passes of a template, by their `updated`. */
export interface UpdatesState {
  window: Window;
  /**
   * A scan that took more than one poll: it goes on with passes created before `resumeAt`, and
   * `next` is the window once it is through. Its mark stays that of the first poll, because passes
   * read then may have changed since.
   */
  scan?: { resumeAt: number; next: Window; silent: boolean };
}

/** Finds passes whose `updated` has moved. The list is in order of `created`, so all are read. */
export async function pollUpdates(
  context: TriggerContext,
  templateId: string,
  {
    pageSize,
    maxPasses,
    lookBackDays,
  }: Pick<ScanInputs, 'pageSize' | 'maxPasses' | 'lookBackDays'>,
  state: UpdatesState | undefined,
): Promise<{ found: { row: PassRow }[]; state: UpdatesState }> {
  const { rows, stoppedAt } = await readPasses(context, templateId, {
    pageSize,
    maxPasses,
    createdSince: lookBackTo(context.client.ports.now(), lookBackDays),
    startAfter: state?.scan?.resumeAt,
    oneMore: true,
  });
  const moments = rows.map(moment);
  const next = state?.scan
    ? extended(state.scan.next, moments, state.scan.next.since)
    : advanced(state?.window, moments);
  const silent = state?.scan?.silent ?? state === undefined;
  const window = state?.window ?? next;
  const fresh = silent ? [] : unseen(window, moments);
  return {
    found: fresh.filter(({ row }) => (row.updated ?? 0) > row.created),
    state:
      stoppedAt === undefined
        ? { window: next }
        : { window, scan: { resumeAt: stoppedAt, next, silent } },
  };
}

function moment(row: PassRow): Moment & { row: PassRow } {
  const at = row.updated ?? row.created;
  return { at, key: `${row.id}:${at}`, row };
}
