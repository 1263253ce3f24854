/** The page of a resource: a section for each operation. */

import { canSimplify } from '../../../nodes/WalletPass/output/outputFormat';
import { findOperation } from '../../../nodes/WalletPass/operations';
import { type OutputFields, flatFields, flattened } from '../../../shared/fields/output';
import { RESOURCES, type Resource } from '../../../shared/operations';
import {
  type Effect,
  type Operation,
  type ZapierNames,
  outputFields,
} from '../../../shared/operations/operation';
import { sentence } from '../../../shared/service/wording';
import { returnedFields } from '../../../zapier/output/results';
import { bold, code, either } from '../markdown';
import { n8nControls, zapierControls } from './controls';
import { Examples, Places } from './examples';
import {
  type InputCells,
  PASS_ON_ZAPIER,
  inputCells,
  inputsText,
  sharedInputs,
} from './inputTable';
import { ON_PAGE_OF, placeOf, zapierName } from './names';
import { outputCells, outputTable, sharedOutputs } from './outputTable';
import {
  LISTED_VALUES,
  SHARED_INPUTS,
  SHARED_OUTPUTS,
  type SharedTables,
  type Shown,
  linkTo,
  outputText,
  scopesText,
  sharedTable,
  simplifiedText,
} from './sections';

/** The blocks of the page. */
export function resourcePage(resource: Resource): (string | undefined)[] {
  const resources = [resource, ...RESOURCES.filter(({ key }) => ON_PAGE_OF[key] === resource.key)];
  const operations = resources.flatMap((one) => one.operations);
  const inputs = sharedInputs(operations.map(cellsOf), 2);
  const outputs = sharedOutputs(operations.map(outputsOf), 2);
  const hasPass = operations.some(({ input }) =>
    Object.values(input).some(({ kind }) => kind === 'passRef'),
  );
  const shared = { inputs: { link: linkTo(SHARED_INPUTS), cells: inputs }, outputs };
  const shown = { examples: new Examples(), places: new Places() };
  return [
    `# ${resources.map(({ label }) => label).join(' and ')}`,
    `On n8n, add the node ${bold('Wallet Pass')} and choose the resource ${either(resources.map(({ label }) => bold(label)))} and the operation.${onZapierText(operations)} [All operations and triggers](README.md)`,
    ...operations.flatMap((operation) => operationSection(operation, shared, shown)),
    ...(inputs.length > 0 ? [`## ${SHARED_INPUTS}`, sharedTable(shared.inputs)] : []),
    ...(hasPass ? [PASS_ON_ZAPIER] : []),
    ...(outputs.length > 0
      ? [`## ${SHARED_OUTPUTS}`, outputTable(outputs), listedValuesText(outputs)]
      : []),
  ];
}

/** What the field values of rows of a list may lack, once on a page that has them. */
function listedValuesText(outputs: ReturnType<typeof outputCells>): string | undefined {
  return outputs.some(([key]) => key === code('customFields')) ? LISTED_VALUES : undefined;
}

function cellsOf(operation: Operation): InputCells[] {
  const platforms = platformsOf(operation);
  return inputCells(
    operation.input,
    platforms.n8n ? n8nControls(operation) : [],
    zapierControls(operation),
    platforms,
  );
}

function platformsOf({ resource, key, zapier }: Operation) {
  return { n8n: findOperation(resource, key) !== undefined, zapier: zapier !== undefined };
}

function onZapierText(operations: readonly Operation[]): string {
  return operations.some(({ zapier }) => zapier !== undefined)
    ? ` On Zapier, choose the action or search of the app ${bold('Wallet Pass')}.`
    : ' Not available on Zapier.';
}

function operationSection(
  operation: Operation,
  shared: SharedTables,
  { examples, places }: Shown,
): (string | undefined)[] {
  const { description, details, zapier, effect, output } = operation;
  const { heading } = placeOf(operation);
  const onZapier = zapierName(zapier);
  const declared = outputFields(operation);
  return [
    `## ${heading}`,
    sentence(description),
    details && places.textOf(details, heading, (link) => `See also ${link}.`),
    [
      ...(platformsOf(operation).n8n ? [] : ['Only on Zapier.']),
      onZapier === undefined ? 'Only on n8n.' : `${bold('Zapier')}: ${onZapier}.`,
      `${bold('Scopes')}: ${scopesText(operation)}.`,
      ...EFFECT_TEXTS[effect],
    ].join(' '),
    inputsText(cellsOf(operation), platformsOf(operation), shared.inputs),
    outputText(
      [
        returnText(operation),
        lineItemsText(zapier),
        simplifyText(operation, declared, heading, places),
      ],
      outputTable(outputsOf(operation), shared.outputs, linkTo(SHARED_OUTPUTS)),
    ),
    examples.textOf(
      heading,
      operation.zapierOnly ? flattened(output.sample, declared) : output.sample,
    ),
  ];
}

function outputsOf(operation: Operation): ReturnType<typeof outputCells> {
  const { zapier, zapierOnly } = operation;
  const declared = outputFields(operation);
  const onZapier = zapier && returnedFields(declared, zapier);
  return zapierOnly && onZapier
    ? outputCells(flatFields(onZapier))
    : outputCells(declared, onZapier);
}

/** Nothing of those that return one item for each input item, as the index says of all. */
function returnText({ output, list, zapierOnly }: Operation): string | undefined {
  if (zapierOnly) return output.returns === 'many' ? 'A list.' : undefined;
  return list
    ? 'One item for each input item, then one for each pass that is not in the list.'
    : RETURN_TEXTS[output.returns];
}

const RETURN_TEXTS: Record<Operation['output']['returns'], string | undefined> = {
  one: undefined,
  many: 'On n8n, an item for each entry.',
  file: 'A file, and these fields about it.',
};

/** A search on Zapier that returns all entries in one result. */
function lineItemsText(names: ZapierNames | undefined): string | undefined {
  if (!names?.list) return undefined;
  return `On Zapier, one result has them as line items under ${code(names.list.key)}, with their number (${code('count')}) and the ID of the first one (${code('id')}).`;
}

function simplifyText(
  { output, zapierOnly }: Operation,
  fields: OutputFields,
  heading: string,
  places: Places,
): string | undefined {
  if (zapierOnly) return fieldValuesText(fields);
  return canSimplify(output) ? simplifiedText(fields, heading, places) : undefined;
}

function fieldValuesText(fields: OutputFields): string | undefined {
  const hasFieldValues = Object.values(fields).some(({ valueGroup }) => valueGroup);
  return hasFieldValues
    ? 'It also has the field values of the pass under their field IDs, if they are known.'
    : undefined;
}

const EFFECT_TEXTS: Record<Effect, string[]> = {
  read: ['Reads only.'],
  write: [],
  send: ['Can send messages to people, even in a test run.'],
  destroy: ["Can't be undone, even in a test run."],
};
