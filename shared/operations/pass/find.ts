import * as field from '../../fields';
import { type ServiceError, checkAll, invalidInput } from '../../errors/serviceError';
import type { PassRef } from '../../service/requests';
import { defineOperation } from '../operation';
import { findPass } from '../../api/passes';
import { passStatus } from '../../service/passStatus';
import type { PassRow } from '../../service/schemas';
import type { Context } from '../context';
import { assertOnePerson } from '../resolvePass';
import * as inputs from './inputs';
import { needsTemplate, notInTemplate } from './get';
import { passOutput } from './output';
import { NOTE_ON_DESIGNER_FIELDS, detailFields, detailSample } from './outputFields';

/** Maximum number of passes to read for field values, because Zapier ends a step after about 30 seconds. */
const NEWEST = 10_000;

const INCLUDE_VALUES = 'Include Field Values';
const SEARCH_BY = 'Email or Phone';

/** Get and Search in one, as the base of Zapier's find-or-create. */
export const find = defineOperation({
  resource: 'pass',
  key: 'find',
  label: 'Find',
  action: 'Find pass',
  description:
    "Find a pass by its ID, by external ID and template, or by the holder's email or phone",
  details: `By email or phone, it finds valid passes only, so that 'Find or Issue Pass' issues a former member a new one; by 'Pass' or 'External ID', it finds a pass of any status. It searches one template; to search all, use Find Passes. If passes with the contact have different emails or names, it finds none and fails.`,
  effect: 'read',
  endpoints: ['GET /pass', 'GET /passes', 'GET /passes/search'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_pass',
    label: 'Find Pass',
    noun: 'Card',
    description:
      "Finds a pass by ID, by external ID and template, or by the holder's email or phone.",
    intro: NOTE_ON_DESIGNER_FIELDS,
    orCreate: {
      key: 'issue_pass',
      label: 'Find or Issue Pass',
      description:
        "Finds a pass (by email or phone, only a valid one), or issues one if there's no match.",
    },
  },
  input: {
    templateId: field.templateRef({
      description: "Template of the pass. Required, unless 'Pass' is set.",
    }),
    externalId: field.text({
      label: 'External ID',
      identifies: 'externalId',
      placeholder: 'e.g. M-0042',
      description:
        "Your own ID for the pass. It can't show whom the link is for: check that before you send it. If set, 'Email or Phone' is ignored.",
    }),
    searchQuery: field.contact({
      label: SEARCH_BY,
      mappedEmptyFix: 'Fill it, or clear the mapping.',
      description:
        'Complete email address or phone number with country code. Finds valid passes only, the newest first.',
    }),
    passId: field.passId({
      label: 'Pass',
      description:
        "Pass from the list, or the ID that the service assigned to it. If it is set, 'External ID' and 'Email or Phone' are ignored.",
    }),
    includeFieldValues: field.boolean({
      label: INCLUDE_VALUES,
      section: 'options',
      default: false,
      description: `add status, contact and field values. Requires 'Template', and fails if the pass isn't among its ${NEWEST.toLocaleString('en')} newest ones.`,
    }),
    includeNotValid: field.boolean({
      label: 'Include Voided and Expired',
      section: 'options',
      default: false,
      description: `find them by '${SEARCH_BY}', too, after valid ones. Not for 'Find or Issue Pass': a former member would get no new pass`,
    }),
    locale: inputs.buttonLocale,
  },
  output: {
    returns: 'many',
    // A pass that the service lists but cannot read has no link.
    fields: { ...detailFields, link: { ...detailFields.link, always: false } },
    sample: detailSample,
  },

  async prepare(_context, input) {
    const [lookup] = await checkAll(
      () => chooseLookup(input),
      () => {
        // A search returns field values in any case.
        const isSearch = input.passId === undefined && input.externalId === undefined;
        if (input.includeFieldValues && input.templateId === undefined && !isSearch)
          throw needsTemplate(INCLUDE_VALUES);
      },
    );
    return { ...input, lookup };
  },

  async run(context, { locale, includeFieldValues, includeNotValid, templateId, lookup }) {
    const { client, passes, templates } = context;
    const options = { locale, includeTemplate: true };
    if ('searchQuery' in lookup) {
      const rows = await passesOf(context, lookup, includeNotValid);
      return await checkAll(
        ...rows.slice(0, MAX_RESULTS).map((row) => async () => {
          const links = await findPass(client, { by: 'id', passId: row.id }, options);
          return await passOutput(context, links, row);
        }),
      );
    }
    const links = await findPass(client, lookup, options);
    if (!links) {
      if (lookup.by === 'externalId') await templates.assertExists(lookup.templateId);
      return [];
    }
    if (!includeFieldValues || templateId === undefined) return [await passOutput(context, links)];
    const row = await passes
      .list(templateId)
      .reader.readRow({ passId: links.id, maxPasses: NEWEST });
    if (!row) throw notInTemplate(templateId, `{turn off '${INCLUDE_VALUES}'}`, NEWEST);
    return [await passOutput(context, links, row)];
  },
});

/**
 * The passes of a contact, valid passes first, because a Zap uses the first result.
 * @throws {ServiceError} `conflict` if the first pass may be another person's
 */
async function passesOf(
  context: Context,
  { templateId, searchQuery }: ContactLookup,
  includeNotValid: boolean,
): Promise<PassRow[]> {
  const rows = await context.passes.search(templateId, searchQuery);
  if (rows.length === 0) await context.templates.assertExists(templateId);
  const now = context.client.clock.now();
  const isValid = (row: PassRow) => passStatus(row, now) === 'valid';
  const others = includeNotValid ? rows.filter((row) => !isValid(row)) : [];
  const found = [...rows.filter(isValid), ...others];
  if (found[0]) assertOnePerson('searchQuery', searchQuery, found[0], rows, context);
  return found;
}

interface ContactLookup {
  searchQuery: string;
  templateId: string;
}

interface FindInput {
  passId?: string;
  templateId?: string;
  externalId?: string;
  searchQuery?: string;
}

/**
 * Chooses the most specific lookup that the inputs allow.
 * @throws {ServiceError} `invalidInput` if there are too few
 */
function chooseLookup(input: FindInput): PassRef | ContactLookup {
  const { passId, templateId, externalId, searchQuery } = input;
  if (passId !== undefined) return { by: 'id', passId };
  if (externalId !== undefined) {
    if (templateId === undefined) throw needsTemplateFor('External ID');
    return { by: 'externalId', externalId, templateId };
  }
  if (searchQuery !== undefined) {
    if (templateId === undefined) throw needsTemplateFor(SEARCH_BY);
    return { searchQuery, templateId };
  }
  throw invalidInput(
    'External ID',
    'externalId',
    'is empty',
    "Enter an 'External ID' or an 'Email or Phone', or choose a 'Pass'.",
  );
}

function needsTemplateFor(label: string): ServiceError {
  const error = field.needsTemplate(label);
  return error.with({ fix: `${error.fix} To search all templates, use Find Passes.` });
}

/** Reading the links costs a request per pass. A person rarely has more passes on one template. */
const MAX_RESULTS = 10;
