/** What Sync List does about passes that no item has: judged before anything is sent, done when all items are. */

import { patchPass } from '../../../api/passes';
import { ServiceError, toResult } from '../../../errors/serviceError';
import type { Output } from '../../../fields/output';
import { HOUR_MS } from '../../../runtime/clock';
import { counted } from '../../../service/wording';
import type { Context } from '../../context';
import type { ListResult } from '../../operation';
import { serialKeys } from '../../serialBy';
import {
  type AbsentPass,
  type ListScope,
  compareWithSnapshot,
  splitIssuedAgain,
} from './listComparison';
import {
  type ListDoubt,
  type ListRun,
  UNKNOWN_ITEM,
  type VoidLimits,
  doubtfulItems,
  itemIds,
  noMatch,
  singleRow,
  tooMany,
} from './listDoubts';
import { rowOutputs } from '../output';

/** What is planned for what is in no item. */
export interface ListPlan {
  /**
   * Sends what follows, when all items are done.
   * @param failedCount how many items failed
   * @returns results that belong to no item
   * @throws {import('../../../errors/serviceError').ServiceError} if it did nothing
   */
  finish(failedCount: number): Promise<ListResult[]>;
}

/**
 * Lists the passes that are in no item. In doubt none is listed, and the items are sent all the same.
 * @throws {ServiceError} if the passes cannot be read: then nothing is sent
 * @param haveSameSettings whether certainly all items have the settings of the list
 */
export async function planListing(
  context: Context,
  run: ListRun,
  scope: ListScope,
  haveSameSettings: boolean,
): Promise<ListPlan> {
  const isUnknown =
    !haveSameSettings || run.items.some(({ values }) => values.externalId === undefined);
  const { absent, incomplete } = await compareWithSnapshot(context, run.items, scope);
  const problem = isUnknown ? UNKNOWN_ITEM : incomplete;
  const part = absent.length === 0 ? undefined : (run.doubt ?? singleRow(run));
  if (part) {
    const text = `${counted(absent.length, 'pass is', 'passes are')} not reported as not in the list: ${part.message}. ${part.hint}`;
    context.notes.push({ code: 'list', text });
  }
  return {
    async finish() {
      if (problem) throw conflict(NOTHING_LISTED, problem);
      return part ? [] : await doneResults(context, absent, { outcome: 'notInList' });
    },
  };
}

/**
 * Voids the passes that are in no item.
 * @throws {ServiceError} if anything stands against it: then nothing may be sent. A preview has notes on that instead
 */
export async function planVoiding(
  context: Context,
  run: ListRun,
  settings: ListScope & VoidLimits,
): Promise<ListPlan> {
  const index = context.passes.list(settings.templateId);
  const { absent, validCount, incomplete } = await compareWithSnapshot(
    context,
    run.items,
    settings,
  );
  const hasPass = (externalId: string) => index.rowsWith(externalId).length > 0;
  const { toVoid, others } = splitVoidable(context, run, settings, absent);
  const doubts = [
    run.doubt,
    doubtfulItems(run, hasPass),
    incomplete,
    toVoid.length > 0 && !itemIds(run).some(hasPass) ? noMatch(validCount) : undefined,
    tooMany(toVoid.length, validCount, settings.maxVoid),
  ].filter((doubt) => doubt !== undefined);
  const [first] = doubts;
  if (first && !run.isPreview) throw nothingSent(run, first);
  // Somebody may have issued one of the items since the list was read: then its item finds that pass.
  if (!run.isPreview) await index.readNewest();
  for (const { message } of doubts) {
    context.notes.push({ code: 'list', text: `This list would be refused: ${message}.` });
  }
  return {
    async finish(failedCount) {
      const listOthers = (passes: readonly AbsentPass[]) =>
        doneResults(context, passes, { outcome: 'notInList' });
      if (run.isPreview) {
        const previewed = await doneResults(context, toVoid, { wouldBe: 'voided', preview: true });
        return [...previewed, ...(await listOthers(others))];
      }
      assertNoneFailed(run, failedCount);
      const { certain, issuedAgain } = await splitIssuedAgain(index, toVoid);
      // All that results need is read before the first pass is voided: nobody may be voided without a result.
      const listed = await listOthers([...others, ...issuedAgain, ...certain]);
      const voided = await Promise.all(certain.map((pass) => voidOne(context, pass)));
      return [...voided, ...listed.slice(0, listed.length - certain.length)];
    },
  };
}

/** @throws {ServiceError} if the list was not sent as a whole */
function assertNoneFailed({ items }: ListRun, failedCount: number): void {
  if (failedCount === 0) return;
  throw conflict(NOTHING_VOIDED, {
    message: `${failedCount} of ${items.length} items failed`,
    hint: 'Fix them and run this again with the complete list.',
  });
}

function nothingSent({ isRetry }: ListRun, doubt: ListDoubt): ServiceError {
  return conflict(isRetry ? RETRY_DID_NOTHING : NOTHING_SENT, doubt);
}

/** Which absent passes may be voided; a person has to look at the others. */
function splitVoidable(
  { client }: Context,
  run: ListRun,
  { graceHours = Infinity }: VoidLimits,
  absent: readonly AbsentPass[],
): { toVoid: AbsentPass[]; others: AbsentPass[] } {
  const now = client.clock.now();
  const known = run.keepThoseOfFirstAttempt(absent.map(({ row }) => row.id));
  // Of two passes with one external ID, it takes a person to say which one is right.
  const mayVoid = ({ row, duplicates }: AbsentPass) =>
    duplicates.length === 0 && known.has(row.id) && now - row.created >= graceHours * HOUR_MS;
  return {
    toVoid: absent.filter(mayVoid),
    others: absent.filter((pass) => !mayVoid(pass)),
  };
}

async function doneResults(
  context: Context,
  passes: readonly AbsentPass[],
  outcome: Output,
): Promise<ListResult[]> {
  const results: ListResult[] = [];
  for (const pass of passes) results.push(await doneResult(context, pass, outcome));
  return results;
}

/** Who it is: what a person has to decide about. */
async function doneResult(
  context: Context,
  { row, duplicates }: AbsentPass,
  outcome: Output,
): Promise<ListResult> {
  const [pass] = await rowOutputs(context, [row]);
  const value = { ...outcome, ...pass, ...(duplicates.length > 0 && { duplicates }) };
  return { state: 'done', value };
}

/** Voids a pass in its turn, unless another run has worked on it since the list was read. */
async function voidOne(context: Context, pass: AbsentPass): Promise<ListResult> {
  const { account, client, passes } = context;
  const { id: passId, externalId, templateId } = pass.row;
  const ref = { passId, externalId, templateId };
  const work = async () => {
    if (passes.list(templateId).hasBeenWorkedOn(ref)) return { pass, outcome: 'notInList' };
    await patchPass(client, { by: 'id', passId }, { isValid: false });
    return { pass: { ...pass, row: { ...pass.row, isValid: false } }, outcome: 'voided' };
  };
  const { value, failure } = await toResult(
    account.oneAtATime(serialKeys('pass', { pass: ref }), client, work),
  );
  if (failure) return { state: 'failed', error: failure };
  return await doneResult(context, value.pass, { outcome: value.outcome });
}

const NOTHING_SENT = 'Nothing was sent and nothing was voided';
const RETRY_DID_NOTHING = 'This attempt sent nothing and voided nothing';
const NOTHING_VOIDED = 'Nothing was voided';
const NOTHING_LISTED = 'Which passes are not in the list is unknown';

function conflict(what: string, { message, hint }: ListDoubt): ServiceError {
  return new ServiceError({ kind: 'conflict', message: `${what}: ${message}`, hint });
}
