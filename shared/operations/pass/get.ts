import * as field from '../../fields';
import { ServiceError, invalidInput } from '../../errors/serviceError';
import { quoted } from '../../service/text';
import { defineOperation } from '../operation';
import { getPass } from '../../api/passes';
import * as inputs from './inputs';
import { linksOutput, passOutput } from './output';
import { detailFields, detailSample } from './outputFields';

/**
 * Maximum number of passes to read for field values by default: five requests for all items of a run. Pages overlap
 * slightly.
 */
const NEWEST = 1000;

const SEARCH_ALL = 'Find Older Passes, Too';

export const get = defineOperation({
  resource: 'pass',
  key: 'get',
  label: 'Get',
  action: 'Get pass',
  description:
    'Get a pass with its links and wallet status. Select a template to include the field values that the service lists.',
  details: `With a template, its passes are read, 200 per request, and the template itself: the service returns status and field values only in lists.`,
  effect: 'read',
  endpoints: ['GET /pass', 'GET /passes'],
  input: {
    pass: field.passRef({ template: 'always', contactMatches: 'validFirst' }),
    includeFieldValues: field.boolean({
      label: SEARCH_ALL,
      section: 'options',
      default: false,
      description: `also look for the values of a pass that is not among the template's newest ${NEWEST.toLocaleString('en')}. Requires 'Template'.`,
    }),
    locale: inputs.buttonLocale,
  },
  output: {
    returns: 'one',
    fields: detailFields,
    sample: detailSample,
  },

  prepare(_context, input) {
    if (input.includeFieldValues && input.pass.templateId === undefined)
      throw needsTemplate(SEARCH_ALL);
    return input;
  },

  async run(context, input) {
    const { client, passes } = context;
    const { pass: ref, locale, includeFieldValues } = input;
    const links = await getPass(client, ref, { locale, includeTemplate: true });
    const { templateId } = ref;
    if (templateId === undefined) return linksOutput(links);
    const newest = includeFieldValues ? undefined : NEWEST;
    const { id: passId, externalId } = links;
    const list = passes.list(templateId);
    const row =
      ref.by === 'id' && ref.contact !== undefined
        ? (await passes.search(templateId, ref.contact)).find(({ id }) => id === passId)
        : await list.reader.readRow({ passId, externalId, maxPasses: newest });
    if (!row && includeFieldValues) throw notInTemplate(templateId, `{turn off '${SEARCH_ALL}'}`);
    // A pass that was found by external ID is on this template, and only not listed yet.
    const mayBeElsewhere = ref.externalId === undefined && list.reader.isReadToEnd;
    if (!row && mayBeElsewhere) throw notInTemplate(templateId, "clear 'Template'");
    return await passOutput(context, links, row);
  },
});

export function needsTemplate(switchLabel: string): ServiceError {
  return invalidInput(
    'Template',
    'templateId',
    `is required for '${switchLabel}'`,
    `Choose the template of the pass, or {turn off '${switchLabel}'}.`,
  );
}

/**
 * Without its row, a pass would look like a pass without field values. Get returns it nevertheless if it is not among
 * the newest passes, because reading all others may take minutes.
 * @param instead how to get the pass anyway
 * @param newest how many of the template's newest passes were read; `undefined` if all
 */
export function notInTemplate(templateId: string, instead: string, newest?: number): ServiceError {
  const passes = newest === undefined ? 'passes' : `newest ${newest.toLocaleString('en')} passes`;
  return new ServiceError({
    kind: 'notFound',
    field: 'templateId',
    message: `The pass exists, but not among the ${passes} of the template ${quoted(templateId)}`,
    fix: `In 'Template', choose the template the pass was issued from, or ${instead}. A pass that was issued a moment ago may be listed a few minutes later.`,
  });
}
