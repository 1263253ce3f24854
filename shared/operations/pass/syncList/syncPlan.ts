/** How Sync List treats passes that no item has: decides before anything is sent, and acts after all items are done. */

import { patchPass } from '../../../api/passes';
import { ServiceError, prefixed, settle } from '../../../errors/serviceError';
import type { Output } from '../../../fields/output';
import { HOUR_MS } from '../../../runtime/clock';
import { compact } from '../../../runtime/records';
import { quoted } from '../../../service/text';
import { counted } from '../../../service/wording';
import type { Context } from '../../context';
import type { ListDoubt, ListItem, ListPhases, ListResult, ListRun } from '../../operation';
import { listKey, lockKeys } from '../../serialBy';
import { type PassNotInList, compareWithSnapshot, splitIssuedAgain } from './listComparison';
import { UNKNOWN_ITEM, doubtfulItems, noMatch, singleRow, tooMany } from './listDoubts';
import { type ListScope, type VoidLimits, inputOf } from './listInput';
import { rowOutputs } from '../output';

/** What to do with the passes that are not in the list. */
interface SyncPlan {
  toVoid: readonly PassNotInList[];
  toReport: readonly PassNotInList[];
  /** Set if the run cannot determine which passes are not in the list. */
  unknown?: ListDoubt | undefined;
}

/** Keys of inputs that must have the same value for all items of a run. */
const SAME_FOR_ALL = [
  'templateId',
  'missing',
  'maxVoid',
  'graceHours',
  'prefix',
  'confirmVoid',
  'previewOnly',
];

/** The list phases of Sync List. */
export const syncList: ListPhases<SyncPlan> = {
  sameForAll: SAME_FOR_ALL,

  lockKeys(items) {
    const settings = settingsOf(items);
    return settings ? [listKey(settings.templateId)] : [];
  },

  async plan(context, run) {
    const settings = settingsOf(run.items);
    if (!settings) return undefined;
    const plan = settings.missing === 'list' ? planReport : planVoiding;
    return await plan(context, run, settings);
  },

  async finish(context, run, { toVoid, toReport, unknown }, failedCount) {
    if (unknown) throw conflict(ABSENCE_UNKNOWN, unknown);
    const report = (passes: readonly PassNotInList[]) =>
      doneResults(context, passes, { outcome: 'notInList' });
    if (run.isPreview) {
      const previewed = await doneResults(context, toVoid, { wouldBe: 'voided', preview: true });
      return [...previewed, ...(await report(toReport))];
    }
    if (toVoid.length === 0) return await report(toReport);
    assertNoneFailed(run, failedCount);
    const { certain, issuedAgain } = await splitIssuedAgain(context, toVoid);
    const reported = await report([...toReport, ...issuedAgain]);
    await readTemplateForResults(context, certain);
    const voided = await Promise.all(certain.map((pass) => voidOne(context, pass)));
    return [...voided, ...reported];
  },
};

type Settings = ListScope & VoidLimits & { missing: string };

/**
 * The settings of the list, from the first item whose shared inputs can all be read. `undefined` if there is none, or
 * if it keeps the passes that are not in the list.
 */
function settingsOf(items: readonly ListItem[]): Settings | undefined {
  const first = items.find(hasReadableSettings);
  const { templateId, missing, prefix = '', ...limits } = first ? inputOf(first) : {};
  if (!templateId || missing === undefined || missing === 'keep') return undefined;
  const { maxVoid, graceHours } = limits;
  return { templateId, prefix, missing, maxVoid, graceHours };
}

/** Whether all inputs that the items share can be read. */
function hasReadableSettings(item: ListItem): boolean {
  const { templateId } = inputOf(item);
  return templateId !== undefined && !SAME_FOR_ALL.some((key) => item.refusedKeys.has(key));
}

/**
 * Reports the passes that are not in the list. In doubt, it reports none, and the items are sent nevertheless.
 * @throws {ServiceError} if the passes cannot be read: then nothing is sent
 */
async function planReport(context: Context, run: ListRun, scope: ListScope): Promise<SyncPlan> {
  const isUnknown = run.items.some(
    (item) => !hasReadableSettings(item) || inputOf(item).externalId === undefined,
  );
  const { notInList, incomplete } = await compareWithSnapshot(context, run.items, scope);
  const partialList = notInList.length === 0 ? undefined : (run.doubt ?? singleRow(run));
  if (partialList) {
    context.notes.push({ code: 'list', text: notReported(notInList.length, partialList) });
  }
  return {
    toVoid: [],
    toReport: partialList ? [] : notInList,
    unknown: isUnknown ? UNKNOWN_ITEM : incomplete,
  };
}

/** The note of a run with Report that cannot name the passes. */
export function notReported(count: number, { message, fix = '' }: ListDoubt): string {
  return `${counted(count, 'pass is', 'passes are')} not reported as not in the list: ${message}. ${fix}`;
}

/** The note of a preview with Void for an error that would stop the run. */
export function wouldBeRefused(message: string): string {
  return `This list would be refused: ${message}.`;
}

/**
 * Plans to void the passes that are not in the list.
 * @throws {ServiceError} if the list may not be sent. A preview has notes with the reasons instead
 */
async function planVoiding(context: Context, run: ListRun, settings: Settings): Promise<SyncPlan> {
  const list = context.passes.list(settings.templateId);
  const { notInList, validCount, incomplete } = await compareWithSnapshot(
    context,
    run.items,
    settings,
  );
  const hasPass = (externalId: string) => list.cache.rowsWith(externalId).length > 0;
  const hasPassOfPerson = (item: ListItem) => {
    const { externalId = '', email } = inputOf(item);
    return list.cache.rowsWith(externalId).some((row) => isSamePerson(row.email, email));
  };
  const { toVoid, toReport } = splitVoidable(context, run, settings, notInList);
  const voidsSome = toVoid.length > 0;
  const doubts = [
    run.doubt ?? (voidsSome ? singleRow(run) : undefined),
    doubtfulItems(run, hasPass),
    incomplete,
    voidsSome && !run.items.some(hasPassOfPerson) ? noMatch(validCount) : undefined,
    tooMany(toVoid.length, validCount, settings.maxVoid),
  ].filter((doubt) => doubt !== undefined);
  const [first] = doubts;
  if (first && !run.isPreview) throw nothingSent(run, first);
  // Somebody may have issued the pass of an item since the list was read. Then the item finds that pass.
  if (!run.isPreview) await list.reader.readNewest();
  for (const { message } of doubts) {
    context.notes.push({ code: 'list', text: wouldBeRefused(message) });
  }
  return { toVoid, toReport };
}

/**
 * Whether an item and its pass can be about one person. Compares only the name before the @, because a company may
 * change its domain.
 */
function isSamePerson(email: string | null | undefined, given: string | undefined): boolean {
  if (!email || given === undefined) return true;
  const [name, givenName] = [email, given].map((one) => one.split('@')[0]?.toLowerCase());
  return name === givenName;
}

/** @throws {ServiceError} if the list was not sent as a whole */
function assertNoneFailed({ items }: ListRun, failedCount: number): void {
  if (failedCount === 0) return;
  throw conflict(NOTHING_VOIDED, {
    message: `${failedCount} of ${items.length} items failed`,
    fix: 'Fix them and run this again with the complete list.',
  });
}

function nothingSent({ isRetry }: ListRun, doubt: ListDoubt): ServiceError {
  return conflict(isRetry ? RETRY_DID_NOTHING : NOTHING_SENT, doubt);
}

/** Separates the passes that may be voided from those that a person has to look at. */
function splitVoidable(
  { client }: Context,
  run: ListRun,
  { graceHours = Infinity }: VoidLimits,
  notInList: readonly PassNotInList[],
): { toVoid: PassNotInList[]; toReport: PassNotInList[] } {
  const now = client.clock.now();
  const known = run.limitToFirstAttempt(notInList.map(({ row }) => row.id));
  // If two passes have one external ID, only a person can say which one is right.
  const mayVoid = ({ row, duplicates }: PassNotInList) =>
    duplicates.length === 0 && known.has(row.id) && now - row.created >= graceHours * HOUR_MS;
  return {
    toVoid: notInList.filter(mayVoid),
    toReport: notInList.filter((pass) => !mayVoid(pass)),
  };
}

/** No pass may be voided without a result, so what all results need is read before the first pass is voided. */
async function readTemplateForResults(
  context: Context,
  [first]: readonly PassNotInList[],
): Promise<void> {
  if (first) await rowOutputs(context, [first.row]);
}

async function doneResults(
  context: Context,
  passes: readonly PassNotInList[],
  outcome: Output,
): Promise<ListResult[]> {
  const results: ListResult[] = [];
  for (const pass of passes) results.push(await doneResult(context, pass, outcome));
  return results;
}

/** The result for one pass, with enough data to recognize its holder. */
async function doneResult(
  context: Context,
  { row, duplicates }: PassNotInList,
  outcome: Output,
): Promise<ListResult> {
  const [pass] = await rowOutputs(context, [row]);
  const others = duplicates.length > 0 && { duplicates };
  // The outcome comes first, and wins over the columns of the row.
  const value = compact({ ...outcome, ...pass, ...others, ...outcome });
  return { state: 'done', value };
}

/** Voids a pass under its lock, unless another run has changed it since the list was read. */
async function voidOne(context: Context, pass: PassNotInList): Promise<ListResult> {
  const { account, client, passes } = context;
  const { id: passId, externalId, templateId } = pass.row;
  const ref = { passId, externalId, templateId };
  const work = async () => {
    if (passes.list(templateId).mayHaveChanged(ref)) {
      return { pass, outcome: { outcome: 'notInList' } };
    }
    await patchPass(client, { by: 'id', passId }, { isValid: false });
    const row = { ...pass.row, isValid: false };
    // The response does not say when the pass was updated.
    return { pass: { ...pass, row }, outcome: { outcome: 'voided', updated: undefined } };
  };
  const { value, failure } = await settle(
    account.oneAtATime(lockKeys('pass', { pass: ref }), client, work),
  );
  if (failure) return { state: 'failed', error: prefixed(failure, quoted(externalId)) };
  return await doneResult(context, value.pass, value.outcome);
}

const NOTHING_SENT = 'Nothing was sent and nothing was voided';
const RETRY_DID_NOTHING = 'This attempt sent nothing and voided nothing';
const NOTHING_VOIDED = 'Nothing was voided';
const ABSENCE_UNKNOWN = 'Which passes are not in the list is unknown';

function conflict(what: string, { message, fix }: ListDoubt): ServiceError {
  return new ServiceError({ kind: 'conflict', message: `${what}: ${message}`, fix });
}
