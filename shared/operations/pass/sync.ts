import * as field from '../../fields';
import { passPages, patchPass } from '../../api/passes';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';
import { ServiceError, invalidInput, throwIfAny, toResult } from '../../errors/serviceError';
import type { Output } from '../../fields/output';
import type { ServiceClient } from '../../http/client';
import { passStatus } from '../../service/passStatus';
import { comparable, counted, quoted } from '../../service/text';
import { type FinishedRun, type FurtherResult, defineOperation } from '../operation';
import type { Context } from '../context';
import { maxVoid } from './maxVoid';
import { type UpsertPlan, prepareUpsert, runUpsert, upsert, upsertInputs } from './upsert';
import { previewDetails } from './findOrIssue';

const VOIDING_SWITCH = 'Confirm Voiding';

/** Create or Update for a complete list, which then shows or voids the passes that are not in it. */
export const sync = defineOperation({
  resource: 'pass',
  key: 'sync',
  label: 'Sync List',
  action: 'Sync list of passes',
  description:
    'Make the passes of a template match a complete list: create or update a pass per item, and list or void the passes that are not in it',
  details:
    "All items of a run are the complete list. A pass is 'not in the list' if it has an external ID that no item has, is valid, and existed when the run began. Passes without an external ID are never touched. Nothing is voided if an item failed, if two items have the same external ID, if the passes could not be read completely, or if another run issued passes at the same time.",
  effect: 'send',
  serialBy: 'externalId',
  sameForAll: ['templateId', 'missing', 'maxVoid', 'prefix', 'confirmVoid', 'previewOnly'],
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  input: {
    ...upsertInputs,
    missing: field.choice({
      label: 'Passes Not in the List',
      description: 'What to do with passes of the template that are not in the list',
      default: 'keep',
      options: [
        { value: 'keep', label: 'Keep', description: 'Leave them alone' },
        {
          value: 'list',
          label: 'List',
          description: 'Output them as further items',
          scopes: ['passes.viewAll'],
        },
        {
          value: 'void',
          label: 'Void',
          scopes: ['passes.viewAll'],
          description:
            'Make them invalid, and output them as further items. Wallets show them as expired.',
        },
      ],
    }),
    maxVoid: maxVoid({
      label: 'Void at Most',
      visibleWhen: { missing: ['void'] },
      placeholder: 'e.g. 10 or 5%',
      description:
        'Number of passes, or share of the valid passes with an external ID. If more are not in the list, none is voided.',
    }),
    confirmVoid: field.boolean({
      label: VOIDING_SWITCH,
      default: false,
      noExpression: true,
      visibleWhen: { missing: ['void'] },
      description: 'void passes that are not in the list',
    }),
    prefix: field.text({
      label: 'External IDs Starting With',
      isExternalId: true,
      section: 'options',
      mappedEmptyHint: 'Fill it, or clear the mapping to include all external IDs.',
      placeholder: 'e.g. gym-',
      description:
        'Leave all other passes alone, so that several lists can share a template. Every item needs an external ID that starts with this.',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      ...upsert.output.fields,
      outcome: {
        label: 'Outcome',
        type: 'string',
        oneOf: ['created', 'existing', 'updated', 'unchanged', 'notInList', 'voided'],
        always: true,
      },
      templateId: { label: 'Template ID', type: 'string', always: true, omitFromSimplified: true },
      duplicates: { label: 'Other Passes With the External ID', type: 'list', items: 'string' },
    },
    sample: upsert.output.sample,
  },
  preview: {
    details: (context, plan: SyncPlan, endpoint) => previewDetails(context, plan.upsert, endpoint),
  },

  lookedUpIds: ({ templateId, externalId }) => [{ templateId, externalId }],

  async prepare(context, input): Promise<SyncPlan> {
    const { templateId, externalId, missing, confirmVoid, prefix = '', previewOnly } = input;
    throwIfAny([
      ...(missing === 'void' && !confirmVoid && !previewOnly ? [notConfirmed()] : []),
      ...(externalId.startsWith(prefix) ? [] : [outsideOfPrefix(prefix)]),
    ]);
    // Passes that are issued from now on are no part of what the list is compared with.
    if (missing !== 'keep') await context.passes.of(templateId).list.newestAtStart();
    return { templateId, externalId, upsert: await prepareUpsert(context, input) };
  },

  async run(context, plan) {
    const result = await runUpsert(context, plan.upsert);
    const { templateId, externalId } = plan;
    const duplicates = await context.passes.of(templateId).list.duplicatesOf(externalId);
    return duplicates.length === 0 ? result : { ...result, duplicates };
  },

  async finish(context, run) {
    const { templateId, missing, maxVoid, prefix = '' } = run.items[0]?.values ?? {};
    if (templateId === undefined || missing === undefined || missing === 'keep') return [];
    if (missing === 'void') assertMayVoid(run);
    const { absent, count } = await readAbsent(context, { templateId, prefix, run });
    const output = (outcome: object) => (pass: AbsentPass) => ({ value: { ...outcome, ...pass } });
    if (missing === 'list') return absent.map(output({ outcome: 'notInList' }));

    // Of two passes with one external ID, it takes a person to say which one is right.
    const single = absent.filter(({ duplicates }) => duplicates === undefined);
    const others = absent.filter(({ duplicates }) => duplicates !== undefined);
    if (!maxVoid || single.length > maxVoid.limitFor(count)) {
      throw tooMany(single.length, maxVoid?.text);
    }
    const voided = run.isPreview
      ? single.map(output({ wouldBe: 'voided', preview: true }))
      : await Promise.all(single.map((pass) => voidOne(context.client, pass)));
    return [...voided, ...others.map(output({ outcome: 'notInList' }))];
  },
});

interface SyncPlan {
  templateId: string;
  externalId: string;
  upsert: UpsertPlan;
}

interface AbsentQuery {
  templateId: string;
  prefix: string;
  run: FinishedRun<{ externalId: string }>;
}

/** A pass whose external ID no item has. */
interface AbsentPass extends Output {
  id: string;
  externalId: string;
  templateId: string;
  /** IDs of other passes with the same external ID. */
  duplicates?: string[];
}

/**
 * Reads all passes of the template, as they are after the run.
 * @returns `absent`: the valid ones that no item has, newest first; `count`: all valid ones that the list is about,
 *   without those issued since the run began
 * @throws {ServiceError} if they cannot be read completely, or the external ID of an item is unknown
 */
async function readAbsent(
  { client, passes }: Context,
  { templateId, prefix, run }: AbsentQuery,
): Promise<{ absent: AbsentPass[]; count: number }> {
  const listed = new Set(run.items.map(({ values }) => comparableId(values.externalId ?? '')));
  if (listed.has('')) throw unknownItems();
  // A retry knows only when it began itself. Passes that were issued since the first attempt are not what the list is
  // compared with, either.
  const newestAtStart =
    (await passes.of(templateId).list.newestAtStart()) - run.sinceFirstAttemptMs;
  const absent = new Map<string, AbsentPass>();
  const issuedSince = new Map<string, string[]>();
  const now = client.clock.now();
  let count = 0;
  let read = 0;
  let total: number | undefined;
  const pages = scanPasses(passPages(client, templateId), { pageSize: PAGE_SIZE });
  for await (const page of pages) {
    const { rows } = page;
    total = page.total;
    read += rows.length;
    for (const row of rows) {
      const { id, externalId, created } = row;
      if (!externalId || !externalId.startsWith(prefix) || passStatus(row, now) !== 'valid')
        continue;
      const key = comparableId(externalId);
      if (created > newestAtStart) {
        issuedSince.set(key, [...(issuedSince.get(key) ?? []), id]);
        continue;
      }
      count += 1;
      if (listed.has(key)) continue;
      const newer = absent.get(key);
      const duplicates = issuedSince.get(key);
      if (newer) newer.duplicates = [...(newer.duplicates ?? []), id];
      else absent.set(key, { externalId, id, templateId, ...(duplicates && { duplicates }) });
    }
  }
  if (total === undefined || read < total) throw notAllRead(read, total);
  return { absent: [...absent.values()], count };
}

/** In doubt a pass is in the list: two spellings of an external ID may be the same person. */
function comparableId(externalId: string): string {
  return comparable(externalId.normalize('NFKC'));
}

/** @throws {ServiceError} `conflict` unless the list is certainly complete, and nobody else works on it */
function assertMayVoid({ items, hasOtherRun }: FinishedRun<{ externalId: string }>): void {
  const failed = items.filter(({ hasFailed }) => hasFailed).length;
  if (failed > 0) {
    throw nobodyVoided(
      `${failed} of ${items.length} items failed`,
      'Fix them and run this again with the complete list.',
    );
  }
  const seen = new Set<string>();
  for (const { values } of items) {
    const id = comparable(values.externalId ?? '');
    if (seen.has(id)) {
      throw nobodyVoided(
        `several items have the external ID ${quoted(values.externalId ?? '')}`,
        'Give each item its own external ID.',
      );
    }
    seen.add(id);
  }
  if (hasOtherRun) {
    throw nobodyVoided(
      'another run issued passes with the same external IDs at the same time',
      'Let one run at a time sync a list.',
    );
  }
}

async function voidOne(client: ServiceClient, pass: AbsentPass): Promise<FurtherResult> {
  const ref = { by: 'id', passId: pass.id } as const;
  const { failure } = await toResult(patchPass(client, ref, { isValid: false }));
  return failure ? { failure } : { value: { outcome: 'voided', ...pass } };
}

function notConfirmed(): ServiceError {
  const { problem, hint } = field.notConfirmed(VOIDING_SWITCH);
  return invalidInput(VOIDING_SWITCH, 'confirmVoid', problem, hint);
}

function outsideOfPrefix(prefix: string): ServiceError {
  return invalidInput(
    'External ID',
    'externalId',
    `does not start with ${quoted(prefix)}`,
    "Change it, or clear 'External IDs Starting With'.",
  );
}

function nobodyVoided(why: string, hint: string): ServiceError {
  return new ServiceError({ kind: 'conflict', message: `Nothing was voided: ${why}`, hint });
}

function tooMany(count: number, limit = '0'): ServiceError {
  return nobodyVoided(
    `${counted(count, 'pass is', 'passes are')} not in the list, and 'Void at Most' is ${limit}`,
    "A list can be too short because of a filter, a page limit, or a sheet that was not read to its end. Check it, or set 'Passes Not in the List' to List to see the passes. If the list is right, raise 'Void at Most'.",
  );
}

function notAllRead(read: number, total: number | undefined): ServiceError {
  return unknownAbsent(
    `${read} of ${total ?? 'an unknown number of'} passes could be read`,
    'Run this again later.',
  );
}

function unknownItems(): ServiceError {
  return unknownAbsent(
    'the external ID of an item is unknown',
    'Fix the items that failed, and run this again with the complete list.',
  );
}

function unknownAbsent(why: string, hint: string): ServiceError {
  const message = `No pass was listed or voided as missing: ${why}`;
  return new ServiceError({ kind: 'conflict', message, hint });
}
