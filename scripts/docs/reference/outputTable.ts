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

/** The outputs that at least two of these have in the same form; of several forms of a key, the most frequent one. */
export function sharedOutputs(all: readonly Cells[][]): Cells[] {
  const shared = new Map<string, { cells: Cells; count: number }>();
  for (const cells of all.flat()) {
    const count = all.filter((outputs) => outputs.some((one) => isSame(one, cells))).length;
    const known = shared.get(cells[0]);
    if (count >= 2 && count > (known?.count ?? 0)) shared.set(cells[0], { cells, count });
  }
  return [...shared.values()].map(({ cells }) => cells);
}

function isSame(one: Cells, other: Cells): boolean {
  return one.join('|') === other.join('|');
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
  const head = ['Key', 'Name', 'Value', 'Returned'];
  return [
    ...(own.length > 0 ? [table(head, own)] : []),
    ...(common.length > 0
      ? [
          `${own.length > 0 ? 'Also of' : 'Of'} the ${link}: ${common.map(([key]) => key).join(', ')}.`,
        ]
      : []),
  ].join('\n\n');
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
    return 'Object with the values by field ID; on Zapier and with Simplify, each value is a field of its own';
  }
  if (type === 'list' && items === 'string') return 'List of texts';
  if (type === 'list' && fields) return 'List of objects';
  return TYPE_TEXTS[type];
}
