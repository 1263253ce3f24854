import type { OutputField, OutputFields } from '../../../shared/fields/output';
import { cell, code, either, table } from '../markdown';

/**
 * The table of outputs, nested ones included. Expressions on n8n use the keys; Zapier shows the names.
 * @param zapierFields the outputs on Zapier, if they are others
 */
export function outputTable(fields: OutputFields, zapierFields?: OutputFields): string {
  const onZapier = zapierFields && new Set(rowsOf(zapierFields).map(({ key }) => key));
  return table(
    ['Key', 'Name', 'Value', 'Returned'],
    rowsOf(fields).map(({ key, name, field, isAlways }) => [
      code(key),
      cell(name),
      cell(valueText(field)),
      [isAlways ? 'always' : '', onZapier?.has(key) === false ? 'on n8n only' : '']
        .filter(Boolean)
        .join(', '),
    ]),
  );
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
