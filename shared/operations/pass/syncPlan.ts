/** What Sync List does about passes that no item has: judged before anything is sent, done when all items are. */

import { patchPass } from '../../api/passes';
import { ServiceError, toResult } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import { HOUR_MS } from '../../runtime/clock';
import { looseExternalId } from '../../service/externalIds';
import { quoted } from '../../service/text';
import { counted } from '../../service/wording';
import type { Context } from '../context';
import {
  type AbsentPass,
  type ListScope,
  compareWithSnapshot,
  splitIssuedAgain,
} from './listComparison';
import type { MaxVoid } from './maxVoid';
import { rowOutputs } from './output';

/** The inputs of an item that the list depends on. */
interface ListInput extends Partial<ListScope & VoidLimits> {
  externalId: string;
  missing: string;
}

/** A list before it is sent. */
export interface ListRun {
  items: readonly ListItem[];
  /** Whether it only previews: then nothing may be changed. */
  isPreview: boolean;
  /** Whether an earlier attempt has sent items. */
  isRetry: boolean;
  /** Why the platform may have given the run only a part of the list. */
  doubt: ListDoubt | undefined;
  /** Those of these IDs that the first attempt of the run has given, too. The first attempt keeps all. */
  keepThoseOfFirstAttempt(ids: readonly string[]): ReadonlySet<string>;
}

/** An item of a list before it is sent. */
export interface ListItem {
  /** Without what was refused. */
  values: Partial<ListInput>;
  /** The keys of inputs that were refused; none if the item cannot be read at all. */
  refusedKeys: ReadonlySet<string>;
  /** Whether it is refused for what it gives; not if only the passes are against it. */
  isRefused: boolean;
}

/** Why a run may have only a part of a list. */
export type ListDoubt = Pick<ServiceError, 'message' | 'hint'>;

/** What is planned for what is in no item. */
export interface ListPlan {
  /**
   * Sends what follows, when all items are done.
   * @param run how many items failed; whether another run was noticed that issues passes with the same external IDs
   * @returns results that belong to no item
   * @throws {import('../errors/serviceError').ServiceError} if it did nothing
   */
  finish(run: { failedCount: number; hasOtherRun: boolean }): Promise<ListResult[]>;
}

/** A result of a list that belongs to no item. */
export type ListResult =
  | { state: 'done'; value: Output }
  /** `isAboutRun`: the error is about the run, not about one object. */
  | { state: 'failed'; error: unknown; isAboutRun?: true };

/** What may be voided. */
interface VoidLimits {
  /** `undefined`: none. */
  maxVoid: MaxVoid | undefined;
  /** Passes that were issued less than so many hours ago are left alone; `undefined`: all. */
  graceHours: number | undefined;
}

/**
 * Lists the passes that are in no item. In doubt none is listed, and the items are sent all the same.
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
  const { value, failure } = await toResult(compareWithSnapshot(context, run.items, scope));
  const problem = isUnknown ? UNKNOWN_ITEM : value?.incomplete;
  const absent = value?.absent ?? [];
  const part = absent.length === 0 ? undefined : (run.doubt ?? singleRow(run));
  if (part) {
    const text = `${counted(absent.length, 'pass is', 'passes are')} not reported as not in the list: ${part.message}. ${part.hint}`;
    context.notes.push({ code: 'list', text });
  }
  return {
    async finish() {
      if (failure) throw failure;
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
      // All that is read is read before the first pass is voided: nobody may be voided without a result.
      const listed = await listOthers([...others, ...issuedAgain]);
      const voided = await doneResults(context, certain.map(asVoided), { outcome: 'voided' });
      return [...(await Promise.all(voided.map((done) => voidOne(context, done)))), ...listed];
    },
  };
}

function itemIds({ items }: ListRun): string[] {
  return items.map(({ values }) => values.externalId ?? '');
}

/** A form or a webhook delivers one person. */
function singleRow({ items }: ListRun): ListDoubt | undefined {
  if (items.length > 1) return undefined;
  return { message: 'the run has a single row', hint: 'All rows of the list must be in one run.' };
}

/**
 * Items that are refused, or that may be the same person: the same external ID, also in another spelling unless one of
 * them has a pass of its own.
 */
function doubtfulItems(
  run: ListRun,
  hasPass: (externalId: string) => boolean,
): ListDoubt | undefined {
  const { items } = run;
  const refused = items.filter(({ isRefused }) => isRefused).length;
  if (refused > 0) {
    return {
      message: `${refused} of ${items.length} items ${refused === 1 ? 'is' : 'are'} refused`,
      hint: 'Fix them and run this again with the complete list.',
    };
  }
  const seen = new Set<string>();
  const withoutPass = new Map<string, string>();
  for (const externalId of itemIds(run)) {
    const key = looseExternalId(externalId);
    const other = seen.has(externalId) ? externalId : withoutPass.get(key);
    if (other !== undefined && (other === externalId || !hasPass(externalId))) {
      const ids = [...new Set([other, externalId])].map(quoted).join(' and ');
      return {
        message: `several items have the external ID ${ids}`,
        hint: 'Give each item its own external ID.',
      };
    }
    seen.add(externalId);
    if (!hasPass(externalId)) withoutPass.set(key, externalId);
  }
  return undefined;
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

function noMatch(validCount: number): ListDoubt {
  return {
    message: `no item has a pass, although the template has ${counted(validCount, 'valid pass', 'valid passes')}`,
    hint: "Check 'Template' and 'External ID': the list probably belongs to another template, or its IDs are in another column. To issue the first passes of a list, set 'Passes Not in the List' to Keep.",
  };
}

/** Why so many may not be voided. */
function tooMany(
  count: number,
  validCount: number,
  maxVoid: MaxVoid | undefined,
): ListDoubt | undefined {
  if (count <= (maxVoid?.limitFor(validCount) ?? 0)) return undefined;
  const share = Math.round((count / validCount) * 100);
  return {
    message: `${count} of ${counted(validCount, 'pass is', 'passes are')} not in the list (${share}%), and 'Max Passes to Void' is ${maxVoid?.text ?? '0'}`,
    hint: "A list can be too short because of a filter, a page limit, or a sheet that was not read to its end. Check it, or set 'Passes Not in the List' to Report to see the passes. If the list is right, raise 'Max Passes to Void'.",
  };
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

const UNKNOWN_ITEM: ListDoubt = {
  message: 'an item was refused for its external ID, or for an input that all items share',
  hint: 'Fix the items that failed, and run this again with the complete list.',
};
