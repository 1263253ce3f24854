import * as field from '../../fields';
import { ServiceError, invalidInput, throwIfAny } from '../../errors/serviceError';
import { quoted } from '../../service/text';
import type { Context } from '../context';
import { defineOperation } from '../operation';
import { decide } from './issue/decision';
import { ISSUE_OUTCOMES, issuePass } from './issue/issuePass';
import { maxVoid } from './syncList/maxVoid';
import { syncList } from './syncList/syncPlan';
import { rowFields } from './outputFields';
import { type UpsertPlan, prepareUpsert, upsert, upsertInputs } from './upsert';

const VOIDING_SWITCH = 'Void Passes Not in the List';

/** Create or Update for a complete list, which then shows or voids the passes that are not in it. */
export const sync = defineOperation({
  resource: 'pass',
  key: 'sync',
  label: 'Sync List',
  action: 'Sync list of passes',
  description:
    'Make the passes of a template match a complete list: create or update a pass per item, and report or void the passes that are not in it',
  details:
    "All items of a run are the complete list, so all rows must arrive in one run of the node: no loop, and one node before it. A pass is 'not in the list' if it has an external ID that no item has in any spelling, is valid, and existed when the run began. With Void, nothing is sent if an item is invalid, if two items are one person, if the passes could not be read completely, if there are more than 'Max Passes to Void', or if the run may have only a part of the list. Nothing is voided if an item failed. [All conditions](../keep-in-sync.md).",
  effect: 'send',
  serialBy: 'externalId',
  longRuns: true,
  list: syncList,
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  testEffect: 'issues, changes or voids real passes, and may send messages',
  input: {
    ...upsertInputs,
    ifUnchanged: {
      ...upsertInputs.ifUnchanged,
      description:
        'For a pass that already has all values. Works for values that the service lists; with Keep, only with three or more items.',
    },
    missing: field.choice({
      label: 'Passes Not in the List',
      description:
        'What to do with valid passes whose external ID no item has. Passes without an external ID are left alone.',
      default: 'keep',
      notice: {
        when: { missing: ['void'] },
        text: "All rows must arrive in one run: no loop, and one node before this. If more than 'Max Passes to Void' are missing, nothing is sent.",
      },
      options: [
        { value: 'keep', label: 'Keep', description: 'Leave them alone' },
        {
          value: 'list',
          label: 'Report',
          description: 'Leave them valid, and add them to the output',
          scopes: ['passes.viewAll'],
        },
        {
          value: 'void',
          label: 'Void',
          scopes: ['passes.viewAll'],
          description:
            'Void them, and add them to the output. Wallets show them as expired; no message is sent.',
        },
      ],
    }),
    maxVoid: maxVoid({
      label: 'Max Passes to Void',
      visibleWhen: { missing: ['void'] },
      placeholder: 'e.g. 10 or 5%',
      description:
        'Number, or percentage of the valid passes (with the prefix, if one is set). If more are missing, nothing is sent.',
    }),
    graceHours: field.number({
      label: 'Leave New Passes Alone (Hours)',
      integer: true,
      min: 0,
      max: 8760,
      default: 24,
      visibleWhen: { missing: ['void'] },
      description:
        'Passes that were issued less than this long ago are reported, not voided: people who joined after the list was read',
    }),
    confirmVoid: field.boolean({
      label: VOIDING_SWITCH,
      default: false,
      noExpression: true,
      visibleWhen: { missing: ['void'] },
      description: 'void passes that are not in the list',
    }),
    prefix: field.text({
      label: 'External ID Prefix',
      identifies: 'externalIdPrefix',
      section: 'options',
      mappedEmptyFix: 'Fill it, or clear the mapping to include all external IDs.',
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
        oneOf: [...ISSUE_OUTCOMES, 'notInList', 'voided'],
        always: true,
      },
      note: { label: 'Note on Links', type: 'string', omitFromSimplified: true },
      duplicates: {
        label: 'Other Pass IDs With This External ID',
        type: 'list',
        items: 'string',
      },
      // These fields describe a pass that is not in the list.
      email: rowFields.email,
      created: { ...rowFields.created, always: false, omitFromSimplified: true },
      installed: { ...rowFields.installed, always: false, omitFromSimplified: true },
      templateFields: rowFields.templateFields,
      customFields: rowFields.customFields,
    },
    sample: upsert.output.sample,
  },
  preview: {},

  idsToLookUp: ({ templateId, externalId }) => [{ templateId, externalId }],

  async prepare(context, input): Promise<UpsertPlan> {
    const { templateId, externalId, missing, confirmVoid, prefix = '', previewOnly } = input;
    throwIfAny([
      ...(missing === 'void' && !confirmVoid && !previewOnly ? [notConfirmed()] : []),
      ...(externalId.startsWith(prefix) ? [] : [outsideOfPrefix(prefix)]),
    ]);
    // Read the whole list first, because the checks below use its rows.
    if (missing !== 'keep') await context.passes.list(templateId).readAll();
    const plan = await prepareUpsert(context, input);
    if (missing !== 'keep') await assertListAgrees(context, plan);
    return plan;
  },

  async run(context, plan) {
    const list = context.passes.list(plan.ref.templateId);
    if (await list.readIfCheaper()) {
      await assertListAgrees(context, plan);
      const { externalId } = plan.ref;
      const other = list.cache.firstItemSpellingOf(externalId);
      if (other !== undefined) context.notes.push({ code: 'respelled', externalId, other });
    }
    const result = await issuePass(context, plan);
    const duplicates = list.cache
      .rowsWith(plan.ref.externalId)
      .filter(({ id }) => id !== result.id);
    return duplicates.length === 0
      ? result
      : { ...result, duplicates: duplicates.map(({ id }) => id) };
  },
});

/**
 * Throws if it is uncertain which of several passes the item would change (`decide` checks that), or if a pass has its
 * external ID in another spelling.
 * @throws {ServiceError} `conflict`: the other items can be sent
 */
async function assertListAgrees(
  { client, passes }: Context,
  { ref, policy, request }: UpsertPlan,
): Promise<void> {
  const list = passes.list(ref.templateId);
  decide(ref, await list.whatIsKnown(ref.externalId), policy, request.email, client.clock.now());
  const otherSpelling = list.cache.otherSpellingOf(ref.externalId);
  if (otherSpelling === undefined) return;
  throw new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `No pass has the external ID ${quoted(ref.externalId)}, but one has ${quoted(otherSpelling)}, which differs only in spelling`,
    fix: `Give the item the external ID of its pass: it would get a second one. A sheet removes leading zeros, for example, unless the column is formatted as text. If they are two people, issue the second pass with '${upsert.label}' first.`,
  });
}

function notConfirmed(): ServiceError {
  const { problem, fix } = field.notConfirmed(VOIDING_SWITCH);
  return invalidInput(VOIDING_SWITCH, 'confirmVoid', problem, fix);
}

function outsideOfPrefix(prefix: string): ServiceError {
  return invalidInput(
    'External ID',
    'externalId',
    `does not start with ${quoted(prefix)}`,
    "Change it, or clear 'External ID Prefix'.",
  );
}
