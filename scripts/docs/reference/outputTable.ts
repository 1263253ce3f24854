import type { OutputField, OutputFields } from '../../../shared/fields/output';
import { capitalized } from '../../../shared/service/wording';
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
  const own = cells.filter((one) => !isShared(one));
  const common = cells.filter(isShared);
  return [
    ...(own.length > 0 ? [table(['Key', 'Name', 'Value', 'Returned'], own)] : []),
    ...(common.length > 0 ? [sharedText(common, shared, link, own.length > 0)] : []),
  ].join('\n\n');
}

/** Which of the shared outputs there are: all, most, or the named ones; and which are returned in other cases. */
function sharedText(
  common: readonly Cells[],
  shared: readonly Cells[],
  link: string,
  hasOwn: boolean,
): string {
  const keys = (cells: readonly Cells[]) => cells.map(([key]) => key).join(', ');
  const missing = shared.filter((one) => !common.some((other) => isSame(one, other)));
  const isMost = missing.length < common.length;
  const except = missing.length > 0 ? `, except ${keys(missing)}` : '';
  const which = isMost ? `all ${link}${except}` : `of the ${link}: ${keys(common)}`;
  const others = common.filter((one) => !shared.some((other) => one.join() === other.join()));
  const returned = [...new Set(others.map(([, , , when]) => when))].map((when) => {
    const names = keys(others.filter((one) => one[3] === when));
    return ` ${capitalized(returnedText(when))}: ${names}.`;
  });
  return `${hasOwn ? 'Also ' : ''}${which}.${returned.join('')}`;
}

function returnedText(when: string): string {
  return when === '' ? 'not always returned' : when.replace('always', 'always returned');
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
