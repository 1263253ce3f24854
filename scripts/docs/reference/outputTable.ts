import type { OutputField, OutputFields } from '../../../shared/fields/output';
import { cell, code, either, table } from '../markdown';

/** Key, name, value, and when it is returned. */
type Cells = readonly [key: string, name: string, value: string, returned: string];

/**
 * The outputs, nested ones included. Expressions on n8n use the keys; Zapier shows the names.
 * @param zapierFields the outputs on Zapier, if they are others
 */
export function outputCells(fields: OutputFields, zapierFields?: OutputFields): Cells[] {
  const onZapier = zapierFields && new Set(rowsOf(zapierFields).map(({ key }) => key));
  return rowsOf(fields).map(({ key, name, field, isAlways }) => [
    code(key),
    cell(name),
    cell(valueText(field)),
    [isAlways ? 'always' : '', onZapier?.has(key) === false ? 'on n8n only' : '']
      .filter(Boolean)
      .join(', '),
  ]);
}

/**
 * The outputs that at least so many of these have with the same name and value; of several forms of a key, the most
 * frequent one.
 */
export function sharedOutputs(all: readonly Cells[][], least: number): Cells[] {
  const countOf = (is: (one: Cells) => boolean) => all.filter((cells) => cells.some(is)).length;
  const shared = new Map<string, { cells: Cells; counts: [number, number] }>();
  for (const cells of all.flat()) {
    const counts: [number, number] = [
      countOf((one) => isSame(one, cells)),
      countOf((one) => one.join() === cells.join()),
    ];
    const known = shared.get(cells[0])?.counts ?? [1, 0];
    const isMoreFrequent = counts[0] > known[0] || (counts[0] === known[0] && counts[1] > known[1]);
    if (counts[0] >= least && isMoreFrequent) shared.set(cells[0], { cells, counts });
  }
  return [...shared.values()].map(({ cells }) => cells);
}

/** Whether two rows differ only in when they are returned. */
function isSame(one: Cells, other: Cells): boolean {
  return one.slice(0, 3).join('|') === other.slice(0, 3).join('|');
}

/**
 * A table of outputs, and the keys of those that are in a table of several.
 * @param link to the table of several
 */
export function outputTable(
  cells: readonly Cells[],
  shared: readonly Cells[] = [],
  link = '',
): string {
  const isShared = (one: Cells) => shared.some((other) => isSame(one, other));
  const entries = entriesWithShared(cells, shared);
  const own = cells.filter((one) => !isShared(one) && !entries.rows.includes(one));
  const common = cells.filter(isShared);
  return [
    ...(own.length > 0 ? [table(['Key', 'Name', 'Value', 'Returned'], own)] : []),
    ...entries.texts(link),
    ...(common.length > 0 ? [sharedText(common, shared, link, own.length > 0)] : []),
  ].join('\n\n');
}

/** What the entries of lists have of the shared outputs. */
function entriesWithShared(cells: readonly Cells[], shared: readonly Cells[]) {
  const inList = (key: string) => /^`(\w+)\[\]\.(.+)$/.exec(key);
  const rows = cells.filter(([key, , value]) => {
    const [, , rest] = inList(key) ?? [];
    return shared.some((other) => other[0] === `\`${rest}` && other[2] === value);
  });
  const lists = [...new Set(rows.flatMap(([key]) => inList(key)?.[1] ?? []))];
  const keysOf = (list: string) =>
    rows.flatMap(([key]) => {
      const [, name, rest] = inList(key) ?? [];
      return name === list ? [`\`${rest}`] : [];
    });
  return {
    rows,
    texts: (link: string) =>
      lists.map((list) => `Each of ${code(list)} has of the ${link}: ${keysOf(list).join(', ')}.`),
  };
}

/** Which of the shared outputs there are, and when they are returned. */
function sharedText(
  common: readonly Cells[],
  shared: readonly Cells[],
  link: string,
  hasOwn: boolean,
): string {
  const isWhole =
    common.length === shared.length &&
    common.every((one) => shared.some((other) => one.join() === other.join()));
  const also = hasOwn ? 'Also ' : '';
  // Those inside an object come with it.
  const listed = common.filter(([key]) => !/^`\w+\./.test(key));
  if (isWhole) return `${also}all ${link}.`;
  const texts = [...new Set(listed.map(([, , , when]) => when))]
    .sort((a, b) => Number(b === 'always') - Number(a === 'always'))
    .map((when) => {
      const keys = listed.filter((one) => one[3] === when).map(([key]) => key);
      return `${when === '' ? 'not always' : when} ${keys.join(', ')}`;
    });
  return `${also}of the ${link}: ${texts.join('; ')}.`;
}

interface Row {
  key: string;
  name: string;
  field: OutputField;
  isAlways: boolean;
}

function rowsOf(fields: OutputFields, parent?: Row): Row[] {
  return Object.entries(fields).flatMap(([key, field]) => {
    const row = {
      key: parent ? `${parent.key}${parent.field.type === 'list' ? '[]' : ''}.${key}` : key,
      name: parent ? `${parent.name}: ${field.label}` : field.label,
      field,
      isAlways: field.always === true && (parent?.isAlways ?? true),
    };
    return [row, ...(field.fields ? rowsOf(field.fields, row) : [])];
  });
}

const TYPE_TEXTS: Record<OutputField['type'], string> = {
  string: 'Text',
  number: 'Number',
  integer: 'Whole number',
  boolean: '`true` or `false`',
  datetime: 'Date and time (ISO 8601)',
  object: 'Object',
  list: 'List',
};

function valueText({ type, oneOf, valueGroup, items, fields }: OutputField): string {
  if (oneOf) return either(oneOf.map(code));
  if (valueGroup) {
    return 'Values by field ID; on Zapier and with Simplify, a field for each';
  }
  if (type === 'list' && items === 'string') return 'List of texts';
  if (type === 'list' && fields) return 'List of objects';
  return TYPE_TEXTS[type];
}
