import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { outputSchema } from '../../nodes/WalletPass/output/outputSchema';
import { nodeProperties } from '../../nodes/WalletPass/operationProperties';
import { RESOURCES } from '../../shared/operations';
import { voidPass } from '../../shared/operations/pass/void';
import { creates } from '../../zapier/creates';

/** The declarations that CONTRIBUTING.md shows in full. */
const EXAMPLE_FILE = 'shared/operations/pass/void.ts';
const TRIGGER_FILE = 'shared/triggers/passVoided.ts';

/** The source of the declaration, and the parameters and fields that each platform derives from it. */
function workedExample(): string {
  return [
    whole(EXAMPLE_FILE),
    'On **n8n**, it becomes:',
    onN8n(),
    'On **Zapier**, it becomes:',
    onZapier(),
  ].join('\n\n');
}

function whole(file: string): string {
  const code = readFileSync(path.join(__dirname, '../..', file), 'utf8').trim();
  return `\`${file}\`, whole:\n\n\`\`\`ts\n${code}\n\`\`\``;
}

function onN8n(): string {
  const { resource, key, label, action } = voidPass;
  const { label: resourceLabel = '' } = RESOURCES.find((one) => one.key === resource) ?? {};
  const parameters = nodeProperties().filter(({ displayOptions }) =>
    [
      displayOptions?.show?.resource?.includes(resource),
      displayOptions?.show?.operation?.includes(key),
    ].every(Boolean),
  );
  return table([
    ['Resource, operation', `${resourceLabel} (${code(resource)}), ${label} (${code(key)})`],
    ['In the node list', action],
    ['Parameters', listed(parameters.map(parameterText))],
    [
      'Preview of the output',
      listed(Object.keys(outputSchema(voidPass).properties ?? {}).map(code)),
    ],
  ]);
}

/** A parameter; for a collection, also the optional inputs in it. */
function parameterText({ displayName, name, type, options = [] }: INodeProperties): string {
  const contents =
    type === 'collection' ? `: ${listed(options.map((option) => optionLabel(option)))}` : '';
  return `${displayName} (${code(name)}${contents})`;
}

function optionLabel(option: NonNullable<INodeProperties['options']>[number]): string {
  return 'displayName' in option && option.displayName ? option.displayName : option.name;
}

function onZapier(): string {
  const create = creates[voidPass.zapier?.key ?? ''];
  if (!create) throw new Error(`${EXAMPLE_FILE} is not on Zapier`);
  const { display, operation } = create;
  const keys = (fields: readonly unknown[] = []) =>
    listed(
      fields.flatMap((field) =>
        typeof field === 'object' &&
        field !== null &&
        'key' in field &&
        typeof field.key === 'string'
          ? [code(field.key)]
          : [],
      ),
    );
  return table([
    ['Action', `${display.label} (${code(create.key)})`],
    ['Description', display.description ?? ''],
    ['Input fields', keys(operation.inputFields)],
    ['Output fields', keys(operation.outputFields)],
    ['Runs of one pass', operation.lock ? 'one at a time (`lock`)' : 'in parallel'],
  ]);
}

function table(rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`;
  return [line(['', '']), line(['---', '---']), ...rows.map(line)].join('\n');
}

const listed = (parts: string[]) => parts.join(', ');
const code = (text: string) => `\`${text}\``;

const END = '<!-- end -->';

/** CONTRIBUTING.md with the examples inserted. */
export function withWorkedExample(guide: string): string {
  const withOperation = inserted(guide, 'worked example', workedExample());
  return inserted(withOperation, 'worked trigger', whole(TRIGGER_FILE));
}

function inserted(guide: string, name: string, example: string): string {
  const start = `<!-- ${name}: npm run docs -->`;
  const from = guide.indexOf(start);
  const to = guide.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`the page has no line '${start}' followed by '${END}'`);
  const text = `<!-- prettier-ignore-start -->\n\n${example}\n\n<!-- prettier-ignore-end -->`;
  return `${guide.slice(0, from)}${start}\n\n${text}\n\n${guide.slice(to)}`;
}
