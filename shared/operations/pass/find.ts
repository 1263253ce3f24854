import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';
import type { PassRef } from '../../service/passRef';
import { defineOperation } from '../operation';
import type { Output } from '../../fields/output';
import { findPass } from '../../api/passes';
import { findByContact } from '../../api/findByContact';
import * as inputs from './inputs';
import { installFields, linkFields, linksOutput, linksSample } from './output';

/** Get and Search in one: what Zapier calls a search, and its find-or-create is built on. */
export const find = defineOperation({
  resource: 'pass',
  key: 'find',
  label: 'Find',
  action: 'Find a pass',
  description:
    'Find a pass by its ID, by external ID and template, or by the email or phone of its holder',
  effect: 'read',
  scopes: ['passes.viewAll'],
  flatOnly: true,
  flat: {
    kind: 'search',
    key: 'find_pass',
    label: 'Find Pass',
    noun: 'Pass',
    description:
      'Finds a pass by its ID, by external ID and template, or by the email or phone of its holder.',
  },
  input: {
    templateId: field.templateRef({
      description: 'Needed to find a pass by external ID, email or phone',
    }),
    externalId: field.text({
      label: 'External ID',
      isId: true,
      placeholder: 'e.g. M-0042',
      description: 'Your own reference, given when the pass was issued',
    }),
    searchQuery: field.text({
      label: 'Email or Phone',
      trimmed: true,
      inUrl: true,
      placeholder: 'e.g. name@email.com',
      description:
        'The whole address or number as it is stored with the pass. The newest pass comes first.',
    }),
    passId: field.passId({ label: 'Pass ID', description: 'The ID the service gave the pass' }),
    locale: inputs.locale('options'),
  },
  output: {
    returns: 'many',
    fields: { ...linkFields, ...installFields },
    sample: { ...linksSample, deviceCount: 1, installed: true },
  },

  checks: [
    {
      inputs: ['passId', 'templateId', 'externalId', 'searchQuery'],
      run(_context, input) {
        wayToFind(input);
      },
    },
  ],

  async run({ client }, input) {
    const { locale } = input;
    const byReference = async (ref: PassRef): Promise<Output[]> => {
      const links = await findPass(client, ref, { locale });
      return links ? [linksOutput(links)] : [];
    };
    const way = wayToFind(input);
    if (!('searchQuery' in way)) return await byReference(way);
    const rows = await findByContact(client, way.templateId, way.searchQuery);
    const found = await Promise.all(
      rows.slice(0, MOST_FOUND).map(({ id }) => byReference({ by: 'id', passId: id })),
    );
    return found.flat();
  },
});

interface FindInput {
  passId?: string;
  templateId?: string;
  externalId?: string;
  searchQuery?: string;
}

/** By the most exact of what is given. @throws ServiceError `invalidInput` where it is not enough */
function wayToFind(input: FindInput): PassRef | { templateId: string; searchQuery: string } {
  const { passId, templateId, externalId, searchQuery } = input;
  if (passId !== undefined) return { by: 'id', passId };
  if (templateId === undefined) {
    throw invalidInput(
      'Template',
      'templateId',
      'is empty',
      "Choose a template, or give a 'Pass ID'.",
    );
  }
  if (externalId !== undefined) return { by: 'externalId', externalId, templateId };
  if (searchQuery !== undefined) return { templateId, searchQuery };
  throw invalidInput(
    'External ID',
    'externalId',
    'is empty',
    "Give an 'External ID', an 'Email or Phone', or a 'Pass ID'.",
  );
}

/** Each found pass costs a request for its links; a person rarely has more on one template. */
const MOST_FOUND = 10;
