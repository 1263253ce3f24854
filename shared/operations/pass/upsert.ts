import * as field from '../../fields';
import { isServiceError } from '../../errors/serviceError';
import type { PassChanges } from '../../service/requests';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { findPass, isNoSuchPass, patchPass } from '../../api/passes';
import * as inputs from './inputs';
import { issueOnce } from './issueOnce';
import { issuedFields, linksOutput, linksSample, sentDates, sentFields } from './output';
import { periodCheck } from './validity';
import { changesToExisting, fieldValuesCheck, groupValues } from './values';

export const upsert = defineOperation({
  resource: 'pass',
  key: 'upsert',
  label: 'Create or Update',
  action: 'Create or update a pass',
  description: 'Create a new record, or update the current one if it already exists (upsert)',
  effect: 'send',
  serialBy: 'externalId',
  endpoints: ['PATCH /pass', 'POST /pass', 'GET /pass', 'GET /templates/{id}'],
  zapier: {
    kind: 'create',
    key: 'create_or_update_pass',
    label: 'Create or Update Pass',
    noun: 'Pass',
    description: 'Creates a pass, or updates the pass that already has the external ID.',
  },
  input: {
    templateId: inputs.templateId,
    externalId: field.required(inputs.externalId),
    ...inputs.recipient,
    fieldValues: inputs.fieldValues,
    writeLiveValues: field.boolean({
      label: 'Overwrite Live Values',
      section: 'options',
      default: false,
      description:
        'also write balance, stamps and validity to an existing pass. Otherwise they are only written to a new pass, so that running a sheet again does not reset what was earned.',
    }),
    includeLinks: field.boolean({
      label: 'Include Links',
      section: 'options',
      default: true,
      description: 'read the pass link of an updated pass, at the cost of one more request',
    }),
    ...inputs.newPassOptions,
  },
  output: {
    returns: 'one',
    fields: {
      ...issuedFields,
      link: { ...issuedFields.link, always: false },
      templateId: { label: 'Template ID', type: 'string', always: true },
      ...sentFields,
    },
    sample: { outcome: 'updated', ...linksSample, templateId: 'tpl_8c2e91', recovered: false },
  },

  issuesIfNew: ({ templateId, externalId }) => ({ templateId, externalId }),

  checks: [inputs.deliveryCheck, fieldValuesCheck, periodCheck],

  async run(context, input) {
    const { client } = context;
    const { templateId, externalId, email, phone, locale, redemptionValue, collectedStamps } =
      input;
    const ref = { by: 'externalId', externalId, templateId } as const;
    const { valueGroups, leftOut } = await groupValues(context, templateId, input);
    const details = { templateId, leftOut };

    const all: PassChanges = { ...valueGroups, email, phone, redemptionValue, collectedStamps };
    const changes = compact({ ...changesToExisting(all, input.writeLiveValues) }) as PassChanges;
    const hasChanges = Object.keys(changes).length > 0;
    const isNew = await context.externalIds?.isNew(ref);
    const existing = isNew ? undefined : await updateOrFind();
    if (existing) {
      const links = hasChanges && input.includeLinks ? await readLinks() : existing;
      const outcome = hasChanges ? 'updated' : 'existing';
      return compact({
        outcome,
        ...linksOutput(links ?? existing),
        externalId,
        ...details,
        recovered: false,
        sentDates: sentDates(changes.templateFields ?? {}),
      });
    }

    const { links, recovered } = await issueOnce(
      client,
      {
        passes: [{ templateId, externalId, ...valueGroups, collectedStamps, redemptionValue }],
        ...inputs.deliveryRequest(input),
      },
      () => findPass(client, ref, { locale }),
    );
    await context.externalIds?.issued(ref, links.id);
    return compact({
      outcome: 'created',
      ...linksOutput(links),
      ...details,
      recovered,
      sentDates: sentDates(input),
    });

    function updateOrFind() {
      if (!hasChanges) return findPass(client, ref, { locale });
      return patchPass(client, ref, changes).catch((thrown: unknown) => {
        if (isNoSuchPass(thrown)) return undefined;
        throw thrown;
      });
    }

    /** Never throws a service error: the pass is already updated. */
    function readLinks() {
      return findPass(client, ref, { locale }).catch((thrown: unknown) => {
        if (isServiceError(thrown)) return undefined;
        throw thrown;
      });
    }
  },
});
