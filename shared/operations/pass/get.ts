import * as field from '../../fields';
import { ServiceError, invalidInput } from '../../errors/serviceError';
import type { PassRow } from '../../service/schemas';
import { shortened } from '../../service/text';
import { defineOperation } from '../operation';
import type { OperationContext } from '../operation';
import type { OutputFields } from '../../fields/output';
import { getPass, listPasses } from '../../api/passes';
import { findByContact } from '../../api/findByContact';
import * as inputs from './inputs';
import {
  installFields,
  linkFields,
  linksOutput,
  linksSample,
  rowFields,
  rowOutput,
} from './output';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';

export const get = defineOperation({
  resource: 'pass',
  key: 'get',
  label: 'Get',
  action: 'Get a pass',
  description:
    'Get the links of a pass and whether a wallet holds it, optionally with its field values',
  effect: 'read',
  scopes: ['passes.viewAll'],
  input: {
    pass: field.passRef({ template: 'always' }),
    includeFieldValues: field.boolean({
      label: 'Include Field Values',
      section: 'options',
      default: false,
      description:
        "add field values, validity and stamps. The service returns them only in lists, so this reads the template's passes until it finds the pass; requires 'Template'.",
    }),
    contact: field.text({
      label: 'Holder Email or Phone',
      trimmed: true,
      inUrl: true,
      section: 'options',
      placeholder: 'e.g. name@email.com',
      description:
        "Speeds up Include Field Values: one search instead of reading the template's passes",
    }),
    includeTemplate: field.boolean({
      label: 'Include Template',
      section: 'options',
      default: false,
      description: 'add the name, color and logo of the template',
    }),
    locale: inputs.locale('options'),
  },
  output: {
    returns: 'one',
    fields: {
      ...linkFields,
      ...installFields,
      deviceCount: { ...installFields.deviceCount, always: true },
      installed: { ...installFields.installed, always: true },
      template: { label: 'Template', type: 'object' },
      ...fieldValueOutputs(),
    },
    sample: { ...linksSample, deviceCount: 1, installed: true },
  },

  checks: [
    {
      inputs: ['pass', 'includeFieldValues'],
      run(_context, input) {
        if (input.includeFieldValues && input.pass.templateId === undefined) throw needsTemplate();
      },
    },
  ],

  async run(context, input) {
    const { pass: ref, locale, includeTemplate, includeFieldValues } = input;
    const links = await getPass(context.client, ref, { locale, includeTemplate });
    if (!includeFieldValues || ref.templateId === undefined) return linksOutput(links);
    const row = await findRow(context, ref.templateId, links.id, input.contact);
    if (!row) throw notInTemplate(ref.templateId);
    return { ...rowOutput(row, context.client.clock.now()), ...linksOutput(links) };
  },
});

function needsTemplate(): ServiceError {
  return invalidInput(
    'Template',
    'templateId',
    "is required for 'Include Field Values'",
    "Choose the template of the pass, or turn off 'Include Field Values'.",
  );
}

/** Returning the links alone would look like a pass without field values. */
function notInTemplate(templateId: string): ServiceError {
  return new ServiceError({
    kind: 'notFound',
    field: 'templateId',
    message: `The pass exists, but not among the passes of the template '${shortened(templateId)}'`,
    hint: "In 'Template', choose the template the pass was issued from, or turn off 'Include Field Values'.",
  });
}

/** Output fields that Include Field Values adds; the most useful ones are in the simplified output. */
function fieldValueOutputs(): OutputFields {
  const useful = ['isValid', 'collectedStamps', 'templateFields', 'customFields'];
  return Object.fromEntries(
    Object.entries(rowFields)
      .filter(([key]) => !(key in linkFields) && !(key in installFields))
      .map(([key, one]) => [key, { ...one, always: false, simple: useful.includes(key) }]),
  );
}

/**
 * Finds the list row of a pass, because `GET /pass` has no field values: by contact if given, else by
 * scanning the template's passes until it is found.
 */
async function findRow(
  { client }: OperationContext,
  templateId: string,
  passId: string,
  contact: string | undefined,
): Promise<PassRow | undefined> {
  if (contact !== undefined) {
    const rows = await findByContact(client, templateId, contact);
    const row = rows.find(({ id }) => id === passId);
    if (row) return row;
  }
  const pages = scanPasses((query) => listPasses(client, { templateId, ...query }), {
    pageSize: PAGE_SIZE,
  });
  for await (const rows of pages) {
    const row = rows.find(({ id }) => id === passId);
    if (row) return row;
  }
  return undefined;
}
