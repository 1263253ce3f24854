import * as field from '../../fields';
import { type ServiceError, checkAll, invalidInput } from '../../errors/serviceError';
import type { PassRef } from '../../service/passRef';
import { defineOperation } from '../operation';
import { findPass } from '../../api/passes';
import { findInTemplates } from '../../api/findByContact';
import * as inputs from './inputs';
import { needsTemplate, notInTemplate } from './get';
import { passOutput } from './output';
import {
  MAY_LACK_DESIGNER_FIELDS,
  NOTE_ON_DESIGNER_FIELDS,
  detailFields,
  detailSample,
} from './outputFields';

/** Passes that are read for field values: Zapier ends a step after some 30 seconds. */
const NEWEST = 10_000;

const INCLUDE_VALUES = 'Include Field Values';

/** Get and Search in one, as the base of Zapier's find-or-create. */
export const find = defineOperation({
  resource: 'pass',
  key: 'find',
  label: 'Find',
  action: 'Find pass',
  description:
    "Find a pass by its ID, by external ID and template, or by the holder's email or phone",
  details: `By email or phone, it searches one template, so that 'Find or Issue Pass' never takes a pass of another template for the one to issue. To search all templates, use Find Passes. ${MAY_LACK_DESIGNER_FIELDS}`,
  effect: 'read',
  endpoints: ['GET /pass', 'GET /passes', 'GET /passes/search'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_pass',
    label: 'Find Pass',
    noun: 'Digital Pass',
    description:
      "Finds a pass by ID, by external ID and template, or by the holder's email or phone.",
    note: NOTE_ON_DESIGNER_FIELDS,
    orCreate: {
      key: 'issue_pass',
      label: 'Find or Issue Pass',
      description: "Finds a pass, or issues one if there's no match.",
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
        "Your own ID for the pass, set when it was issued. If it is set, 'Email or Phone' is ignored.",
    }),
    searchQuery: field.contact({
      label: 'Email or Phone',
      mappedEmptyHint: 'Fill it, or clear the mapping.',
      description:
        'Complete email address or phone number with country code. The newest pass comes first.',
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

  async run(context, { locale, includeFieldValues, templateId, lookup }) {
    const { client, passes, templates } = context;
    const options = { locale, includeTemplate: true };
    if ('searchQuery' in lookup) {
      const rows = await findInTemplates(context, lookup.templateId, lookup.searchQuery);
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
    const row = await passes.of(templateId).rowFinder.find({ passId: links.id, newest: NEWEST });
    if (!row) throw notInTemplate(templateId, `{turn off '${INCLUDE_VALUES}'}`, NEWEST);
    return [await passOutput(context, links, row)];
  },
});

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
function chooseLookup(input: FindInput): PassRef | { searchQuery: string; templateId: string } {
  const { passId, templateId, externalId, searchQuery } = input;
  if (passId !== undefined) return { by: 'id', passId };
  if (externalId !== undefined) {
    if (templateId === undefined) throw needsTemplateFor('External ID');
    return { by: 'externalId', externalId, templateId };
  }
  if (searchQuery !== undefined) {
    if (templateId === undefined) throw needsTemplateFor('Email or Phone');
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
  return error.with({ hint: `${error.hint} To search all templates, use Find Passes.` });
}

/** Reading the links costs a request per pass; a person rarely has more on one template. */
const MAX_RESULTS = 10;
