import { checkAll, isServiceError } from '../../errors/serviceError';
import * as field from '../../fields';
import { type OutputFields, withoutAlways } from '../../fields/output';
import { BADGE_RECORDS, badgeRecords } from '../badgeHolder/records';
import { BADGE_PASS_STATES } from '../../service/badgeSchemas';
import { PASS_STATUSES } from '../../service/passStatus';
import { defineOperation } from '../operation';
import { findInTemplates } from './findInTemplates';
import * as inputs from './inputs';
import { rowOutputs } from './output';
import { rowFields, rowSample } from './outputFields';

/** Fields of passes and, with 'Include Badges', of badge records, which have few of the fields of a pass. */
const foundFields = {
  object: { label: 'Object', type: 'string', oneOf: ['pass', ...BADGE_RECORDS] },
  ...withoutAlways(rowFields),
  id: { label: 'ID', type: 'string', always: true },
  status: { ...rowFields.status, oneOf: [...PASS_STATUSES, ...BADGE_PASS_STATES], always: false },
  // Nested, so that none of its fields hides a field value, e.g. with the ID `name`.
  badgeRecord: { label: 'Badge Record', type: 'object', omitFromSimplified: true },
} satisfies OutputFields;

export const search = defineOperation({
  resource: 'pass',
  key: 'search',
  label: 'Find by Email or Phone',
  action: 'Find passes by email or phone',
  description:
    'Find the passes of a person by email or phone, of one template or of all, and optionally their access badges',
  details: `Costs one request, or two for a formatted phone number that isn't found without formatting. ${inputs.ALL_TEMPLATES_DETAILS} 'Include Badges' costs two requests, and one or two more per badge and matching person. Badge records come after the passes, with the name of the badge as 'Template Name', and everything else, except links of invites, in 'Badge Record'.`,
  effect: 'read',
  endpoints: ['GET /passes/search'],
  input: {
    templateId: inputs.searchedTemplate(
      'Only passes of this template. Defaults to all templates, which needs the scope templates.viewAll.',
    ),
    searchQuery: field.required(
      field.contact({
        label: 'Email or Phone',
        description:
          "Complete email address or phone number with country code; partial matches aren't supported",
      }),
    ),
    includeBadges: field.boolean({
      label: 'Include Badges',
      section: 'options',
      default: false,
      mappedEmptyFix: 'Map true or false, or clear the mapping to find passes only.',
      scopes: ['badges.viewAll'],
      description:
        "add the person's badge holder record, badge passes and invites; needs the scope badges.viewAll",
    }),
  },
  output: { returns: 'many', fields: foundFields, sample: rowSample },

  async run(context, { templateId, searchQuery, includeBadges }) {
    // If one search fails, the other ends before the item does.
    const [rows, badges] = await checkAll(
      () => findInTemplates(context, templateId, searchQuery),
      () =>
        includeBadges ? badgeRecords(context.client, searchQuery).catch(withBadgesFix) : undefined,
    );
    const passes = await rowOutputs(context, rows);
    if (!badges) return passes;
    return [...passes.map((pass) => ({ object: 'pass', ...pass })), ...badges];
  },
});

/** For `.catch`: a key or an account may not have access badges. */
function withBadgesFix(thrown: unknown): never {
  if (!isServiceError(thrown) || thrown.status !== 403) throw thrown;
  throw thrown.with({ fix: `${thrown.fix} Or turn off 'Include Badges' to find passes only.` });
}
