import { placeOf, referencePages } from '../../scripts/docs/reference/pages';
import { nodeProperties } from '../../nodes/WalletPass/operationProperties';
import { triggerProperties } from '../../nodes/WalletPass/triggerProperties';
import { RESOURCES } from '../../shared/operations';
import type { Operation, ZapierNames } from '../../shared/operations/operation';
import { TRIGGERS } from '../../shared/triggers';
import { creates } from '../../zapier/creates';
import { searches } from '../../zapier/searches';
import { triggers } from '../../zapier/triggers';

const FOLDER = 'docs/operations';
const PAGES = referencePages(FOLDER);

/** The part of a page about one operation or trigger. */
function section(file: string, title: string): string {
  const found =
    PAGES[`${FOLDER}/${file}`]?.split(/^## /m).filter((part) => part.startsWith(`${title}\n`)) ??
    [];
  if (found.length !== 1) throw new Error(`${found.length} sections '${title}' in ${file}`);
  return found[0] ?? '';
}

/** The same, with what it has of the tables of several. */
function sectionWithShared(file: string, title: string): string {
  const text = section(file, title);
  const [, inputs, missing = ''] =
    /\ball \[shared (inputs)\]\(#[\w-]+\)(?:, except (.*))?\.$/m.exec(text) ?? [];
  return [
    text,
    ...(inputs === undefined ? [] : [withoutRows(section(file, 'Shared inputs'), missing)]),
    ...sharedOutputs(file, text),
  ].join('\n');
}

/** Rows of the table of several outputs, with when an operation returns them. */
function sharedOutputs(file: string, text: string): string[] {
  const [, which, , named = '', remarks = ''] =
    /\b(all|of the) \[shared outputs\]\(#[\w-]+\)(, except |: )?([^.]*?(?:`templateFields\.\w+`[^.]*?)*)\.( .*)?$/m.exec(
      text,
    ) ?? [];
  if (which === undefined) return [];
  const names = new Set(named.split(', '));
  const [, onlyOnN8n = ''] = /On n8n only: (.*?)\.(?: |$)/i.exec(remarks) ?? [];
  return section(file, 'Shared outputs')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .filter((line) => names.has(line.split(' | ')[0]?.slice(2) ?? '') === (which === 'of the'))
    .map((line) =>
      onlyOnN8n.split(', ').some((key) => line.startsWith(`| ${key} |`))
        ? line.replace(/\| [^|]*\|$/, '| on n8n only |')
        : line,
    );
}

/** A table without the rows of these labels. */
function withoutRows(text: string, labels: string): string {
  const named = labels.match(/\*\*.+?\*\*/g) ?? [];
  return text
    .split('\n')
    .filter((line) => !named.some((label) => line.includes(label)))
    .join('\n');
}

interface N8nProperty {
  displayName: string;
  type: string;
  displayOptions?: { show?: Record<string, unknown[] | undefined> };
  options?: unknown;
}

/** Labels of the parameters that n8n shows with these settings, those in collections included. */
function n8nLabels(properties: N8nProperty[], settings: Record<string, string>): string[] {
  return properties
    .filter(({ displayOptions }) =>
      Object.entries(settings).every(([name, value]) =>
        displayOptions?.show?.[name]?.includes(value),
      ),
    )
    .flatMap((property) =>
      property.type === 'collection' ? (property.options as N8nProperty[]) : [property],
    )
    .flatMap(({ type, displayName }) => (type === 'notice' ? [] : [displayName]));
}

function zapierLabels(key: string | undefined): string[] {
  const step = key === undefined ? undefined : (creates[key] ?? searches[key] ?? triggers[key]);
  return ((step?.operation.inputFields ?? []) as { label?: string; type?: string }[]).flatMap(
    ({ label, type }) => (type === 'copy' || label === undefined ? [] : [label]),
  );
}

/** Keys of the outputs that a page promises on Zapier; of nested ones only the outermost. */
function keysOnZapier(text: string): string[] {
  const outputs = text.slice(text.indexOf('**Output**'));
  return (
    outputs
      .split('\n')
      .filter((row) => !row.endsWith('on n8n only |'))
      // Field values are fields of their own.
      .filter((row) => !/^\| `(templateFields|customFields)`/.test(row))
      .flatMap((row) => /^\| `(?:templateFields\.)?(\w+)` \|/.exec(row)?.[1] ?? [])
      .sort()
  );
}

/** Keys of the outputs that the app declares, without what depends on the template. */
function returnedKeys({ key, list }: ZapierNames): string[] {
  const step = creates[key] ?? searches[key];
  const outputs = (step?.operation.outputFields ?? []) as { key?: string }[];
  const keys = outputs.flatMap((field) => field.key ?? []);
  const entries = list
    ? keys.flatMap((one) => (one.startsWith(`${list.key}[]`) ? one.slice(list.key.length + 2) : []))
    : keys.filter((one) => one !== 'file');
  return [...new Set(entries.map((one) => one.replace(/(__|\[\]).*/, '')))].sort();
}

/** Inputs that the index describes: options of long runs, and choices of output fields. */
const IN_INDEX = ['Max Parallel Requests', 'Max Wait (Minutes)', 'Simplify', 'Output', 'Fields'];

describe('docs/operations', () => {
  const operations = RESOURCES.flatMap((resource) =>
    resource.operations.map((operation): [string, Operation] => [
      `${resource.label} > ${operation.label}`,
      operation,
    ]),
  );
  it.each(operations)('names every input and output: %s', (_name, operation) => {
    const { resource, key, zapier, output } = operation;
    const { file, heading } = placeOf(operation);
    const text = sectionWithShared(file, heading);
    const n8n = n8nLabels(nodeProperties() as N8nProperty[], { resource, operation: key });
    expect(
      n8n.length > 0 || operation.zapierOnly || Object.keys(operation.input).length === 0,
    ).toBe(true);
    const labels = [...n8n.filter((one) => !IN_INDEX.includes(one)), ...zapierLabels(zapier?.key)];
    expect(labels.filter((one) => !text.includes(`**${one}**`))).toEqual([]);
    const keys = Object.keys(output.fields);
    const isShown = (one: string) => text.includes(`| \`${one}\` |`);
    if (!operation.zapierOnly) expect(keys.filter((one) => !isShown(one))).toEqual([]);
    if (zapier) expect(keysOnZapier(text)).toEqual(returnedKeys(zapier));
    const closed = Object.values(output.fields).flatMap(({ oneOf = [] }) => oneOf);
    expect(closed.filter((one) => !text.includes(`\`${one}\``))).toEqual([]);
  });

  it.each(TRIGGERS.map((trigger) => [trigger.label, trigger] as const))(
    'names every input and output: %s',
    (label, { key, zapier, output }) => {
      const text = sectionWithShared('triggers.md', label);
      const labels = [
        ...n8nLabels(triggerProperties() as N8nProperty[], { event: key }),
        ...zapierLabels(zapier?.key),
      ];
      expect(labels.filter((one) => !text.includes(`**${one}**`))).toEqual([]);
      const keys = Object.keys(output.fields);
      expect(keys.filter((one) => !text.includes(`| \`${one}\` |`))).toEqual([]);
    },
  );

  it('says what a spreadsheet does with an exported formula, and how to import it as text', () => {
    const text = section('pass.md', 'Export');
    for (const character of ['=', '+', '-', '@']) expect(text).toContain(`\`${character}\``);
    expect(text).toContain('with every column as text');
    for (const program of ['Excel', 'Google Sheets', 'LibreOffice']) {
      expect(text).toContain(`**${program}**`);
    }
  });

  it('names the inputs of many operations in the index', () => {
    for (const option of IN_INDEX) expect(PAGES[`${FOLDER}/README.md`]).toContain(`**${option}**`);
  });
});

it('no page has an input or output row, or an example, twice, but for another form of a shared one', () => {
  for (const [file, text] of Object.entries(PAGES)) {
    const rows = text.match(/^\| .*`.*$/gm) ?? [];
    const examples = text.match(/^```json[^]*?^```/gm) ?? [];
    const [, ...several] = text.split(/^## Shared /m);
    const isShared = (row: string) =>
      several.some((part) => part.includes(`\n${row.split(' | ')[0]} |`));
    const blocks = [...rows.filter((row) => !isShared(row)), ...examples];
    const twice = blocks.filter((block, i) => blocks.indexOf(block) !== i);
    expect([file, [...new Set(twice)]]).toEqual([file, []]);
  }
});
