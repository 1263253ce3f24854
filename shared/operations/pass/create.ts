import * as field from '../../fields';
import { ServiceError } from '../../errors/serviceError';
import type { PassChanges } from '../../service/requests';
import { quoted } from '../../service/text';
import { defineOperation } from '../operation';
import type { OperationContext } from '../operation';
import { compact } from '../../runtime/records';
import type { ExternalIdRef } from '../../api/externalIdIndex';
import { findPass, patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { issueOnce } from './issueOnce';
import {
  deliveryFields,
  issuedFields,
  linksOutput,
  linksSample,
  sentDates,
  sentFields,
} from './output';
import { assertFutureEnd, periodCheck } from './validity';
import { changesToExisting, fieldValuesCheck, groupValues } from './values';

export const create = defineOperation({
  resource: 'pass',
  key: 'create',
  label: 'Issue',
  action: 'Issue a pass',
  description:
    'Issue a new pass to one person and deliver it. With an external ID, an existing pass is returned instead of issuing a second one.',
  effect: 'send',
  serialBy: 'externalId',
  endpoints: ['POST /pass', 'GET /pass', 'GET /templates/{id}'],
  retry: {
    cases: {
      lookUpFirst: 'With an external ID',
      never: "Without an external ID, or with 'If a Pass Already Exists' set to Issue Another",
    },
    of: (input) => (checkedId(input) === undefined ? 'never' : 'lookUpFirst'),
  },
  zapier: {
    kind: 'create',
    key: 'issue_pass',
    label: 'Issue Pass',
    noun: 'Digital Pass',
    description: 'Issues a new pass to one person and delivers it by email or text message.',
  },
  input: {
    templateId: inputs.templateId,
    externalId: inputs.externalId,
    ...inputs.recipient,
    fieldValues: inputs.fieldValues,
    ifExists: field.choice({
      label: 'If a Pass Already Exists',
      section: 'options',
      description: 'What to do if the template already has a pass with this external ID',
      default: 'return',
      options: [
        {
          value: 'return',
          label: 'Return Existing',
          description: 'Return the existing pass without changing or sending anything',
        },
        {
          value: 'update',
          label: 'Update Existing',
          description:
            'Write the field values to the existing pass without sending anything; also requires the scope passes.edit',
          scopes: ['passes.edit'],
        },
        {
          value: 'issueAnother',
          label: 'Issue Another',
          description: 'Issue a second pass with the same external ID',
        },
        { value: 'fail', label: 'Fail', description: 'Stop without issuing a pass' },
      ],
    }),
    ...inputs.newPassOptions,
  },
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      ...deliveryFields,
      ...sentFields,
    },
    sample: {
      outcome: 'created',
      ...linksSample,
      recovered: false,
      deliveryRequested: { email: 'accountDefault', phone: 'no' },
    },
  },

  issuesIfNew: checkedId,

  checks: [
    inputs.deliveryCheck,
    fieldValuesCheck,
    periodCheck,
    {
      inputs: ['templateId', 'externalId', 'ifExists', 'validUntil'],
      run({ client }, input) {
        if (checkedId(input) === undefined) assertFutureEnd(client, input);
      },
    },
  ],

  async run(context, input) {
    const { client } = context;
    const { templateId, externalId, email, phone, locale, ifExists } = input;
    const { valueGroups, leftOut } = await groupValues(context, templateId, input);
    const ref = checkedId(input);
    const lookup = ref && (() => findPass(client, { by: 'externalId', ...ref }, { locale }));
    const isNew = ref !== undefined && (await context.externalIds?.isNew(ref));
    const existing = isNew ? undefined : await lookup?.();
    if (existing) {
      const existingOutput = (outcome: 'existing' | 'updated') =>
        compact({
          outcome,
          ...linksOutput(existing),
          recovered: false,
          ...NOTHING_SENT,
          leftOut,
        });
      if (ifExists === 'fail') throw existsAlready(externalId, existing.id);
      if (ifExists === 'return') return existingOutput('existing');
      const { redemptionValue } = input;
      const updated = await updateExisting(context, existing.id, {
        ...valueGroups,
        email,
        phone,
        redemptionValue,
      });
      return existingOutput(updated ? 'updated' : 'existing');
    }

    const { redemptionValue, collectedStamps } = input;
    const { links, recovered } = await issueOnce(
      client,
      {
        passes: [{ templateId, externalId, ...valueGroups, collectedStamps, redemptionValue }],
        ...inputs.deliveryRequest(input),
      },
      lookup,
    );
    if (ref) await context.externalIds?.issued(ref, links.id);
    return compact({
      outcome: 'created',
      ...linksOutput(links),
      recovered,
      deliveryRequested: inputs.deliveryRequested(input),
      sentDates: sentDates(input),
      leftOut,
    });
  },
});

interface Identified {
  templateId: string;
  externalId?: string;
  ifExists: string;
}

/** The external ID that must not have a pass yet, if that matters. */
function checkedId({ templateId, externalId, ifExists }: Identified): ExternalIdRef | undefined {
  if (externalId === undefined || ifExists === 'issueAnother') return undefined;
  return { templateId, externalId };
}

const NOTHING_SENT = { deliveryRequested: { email: 'no', phone: 'no' } };

/**
 * Writes the changes without balance, stamps and validity.
 * @returns false if there was nothing to write
 */
async function updateExisting(
  { client }: OperationContext,
  passId: string,
  changes: PassChanges,
): Promise<boolean> {
  const safeChanges = compact({ ...changesToExisting(changes, false) }) as PassChanges;
  if (Object.keys(safeChanges).length === 0) return false;
  await patchPass(client, { by: 'id', passId }, safeChanges);
  return true;
}

function existsAlready(externalId: string | undefined, passId: string): ServiceError {
  return new ServiceError({
    kind: 'conflict',
    field: 'externalId',
    message: `The template already has a pass with the external ID ${quoted(externalId ?? '')}`,
    hint: "Set 'If a Pass Already Exists' to Return Existing or Update Existing, or use another external ID.",
    details: { existingPassId: passId },
  });
}
