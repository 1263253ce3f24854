/** What Sync List does about passes that no item has: judged before anything is sent, done when all items are. */

import { patchPass } from '../../../api/passes';
import { ServiceError, toResult } from '../../../errors/serviceError';
import type { Output } from '../../../fields/output';
import { HOUR_MS } from '../../../runtime/clock';
import { counted } from '../../../service/wording';
import type { Context } from '../../context';
import type { ListResult } from '../../operation';
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
   * @param run how many items failed; whether another run was noticed that issues passes with the same external IDs
   * @returns results that belong to no item
   * @throws {import('../../../errors/serviceError').ServiceError} if it did nothing
   */
  finish(run: { failedCount: number; hasOtherRun: boolean }): Promise<ListResult[]>;
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
  const index = context.passes.of(settings.templateId);
  const { absent, validCount, incomplete } = await compareWithSnapshot(
    context,
    run.items,
    settings,
  );
  const hasPass = (externalId: string) => index.rowsOf(externalId).length > 0;
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
  if (!run.isPreview) await index.lookAtNewest();
  for (const { message } of doubts) {
    context.notes.push({ code: 'list', text: `This list would be refused: ${message}.` });
  }
  return {
    async finish({ failedCount, hasOtherRun }) {
      const listOthers = (passes: readonly AbsentPass[]) =>
        doneResults(context, passes, { outcome: 'notInList' });
      if (run.isPreview) {
        const previewed = await doneResults(context, toVoid, { wouldBe: 'voided', preview: true });
        return [...previewed, ...(await listOthers(others))];
      }
      assertMayVoid(run, failedCount, hasOtherRun);
      const { certain, issuedAgain } = await splitIssuedAgain(index, toVoid);
      // That was a last look at what others have issued.
      assertMayVoid(run, failedCount, index.hasOtherRun);
      // All that is read is read before the first pass is voided: nobody may be voided without a result.
      const listed = await listOthers([...others, ...issuedAgain]);
      const voided = await doneResults(context, certain.map(asVoided), { outcome: 'voided' });
      return [...(await Promise.all(voided.map((done) => voidOne(context, done)))), ...listed];
    },
  };
}

/** @throws {ServiceError} if the list was not sent as a whole, or somebody else works on it */
function assertMayVoid({ items }: ListRun, failedCount: number, hasOtherRun: boolean): void {
  if (failedCount > 0) {
    throw conflict(NOTHING_VOIDED, {
      message: `${failedCount} of ${items.length} items failed`,
      hint: 'Fix them and run this again with the complete list.',
    });
  }
  if (!hasOtherRun) return;
  throw conflict(NOTHING_VOIDED, {
    message: 'another run issued passes with the same external IDs at the same time',
    hint: "Don't run two syncs of the same list at the same time.",
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

/** Who it is: what a person has to decide about. */
async function doneResults(
  context: Context,
  passes: readonly AbsentPass[],
  outcome: Output,
): Promise<DoneResult[]> {
  const results: DoneResult[] = [];
  for (const { row, duplicates } of passes) {
    const [pass] = await rowOutputs(context, [row]);
    const value = { ...outcome, ...pass, ...(duplicates.length > 0 && { duplicates }) };
    results.push({ state: 'done', value });
  }
  return results;
}

type DoneResult = Extract<ListResult, { state: 'done' }>;

function asVoided(pass: AbsentPass): AbsentPass {
  return { ...pass, row: { ...pass.row, isValid: false } };
}

/** @param done the result if it is voided */
async function voidOne({ client }: Context, done: DoneResult): Promise<ListResult> {
  const ref = { by: 'id', passId: String(done.value.id) } as const;
  const { failure } = await toResult(patchPass(client, ref, { isValid: false }));
  return failure ? { state: 'failed', error: failure } : done;
}

const NOTHING_SENT = 'Nothing was sent and nothing was voided';
const RETRY_DID_NOTHING = 'This attempt sent nothing and voided nothing';
const NOTHING_VOIDED = 'Nothing was voided';
const NOTHING_LISTED = 'Which passes are not in the list is unknown';

function conflict(what: string, { message, hint }: ListDoubt): ServiceError {
  return new ServiceError({ kind: 'conflict', message: `${what}: ${message}`, hint });
}
