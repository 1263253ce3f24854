import type { Operation } from '../../../shared/operations/operation';
import { outputFields } from '../../../shared/operations/operation';
import type { OutputField, OutputFields } from '../../../shared/fields/output';
import { N8N_RESOURCES, canSimplify } from '../properties/operationProperties';

/** As much of JSON Schema as a preview needs. */
export interface OutputSchema {
  type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  title?: string;
  format?: 'date-time';
  enum?: readonly string[];
  properties?: Record<string, OutputSchema>;
  required?: string[];
  items?: OutputSchema;
  /** Said where parts come from a template's design, beside those that are known. */
  additionalProperties?: true;
}

/**
 * Every output schema preview of the node, by its path below `__schema__`. The editor shows them before
 * a step has run. It asks for the node's version in three parts and shows none for triggers, so
 * there are none for these.
 */
export function outputSchemas(): Record<string, OutputSchema> {
  return Object.fromEntries(
    N8N_RESOURCES.flatMap(({ operations }) =>
      operations.map((one) => [schemaPath(one), outputSchema(one)]),
    ),
  );
}

function schemaPath({ resource, key }: Operation): string {
  return `v1.0.0/${resource}/${key}.json`;
}

/** One item as it comes by default: simplified where there is a choice, a file as its own item. */
export function outputSchema(operation: Operation): OutputSchema {
  const fields = outputFields(operation);
  if (!canSimplify(operation.output)) return objectSchema(fields);
  return objectSchema(
    Object.fromEntries(Object.entries(fields).filter(([, { simple }]) => simple)),
  );
}

/** What an object with these fields looks like. */
export function objectSchema(fields: OutputFields): OutputSchema {
  const required = Object.keys(fields).filter((key) => fields[key]?.always);
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(fields).map(([key, field]) => [
        key,
        { title: field.label, ...fieldSchema(field) },
      ]),
    ),
    ...(required.length > 0 && { required }),
  };
}

function fieldSchema({ type, items, fields, values, oneOf }: OutputField): OutputSchema {
  switch (type) {
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'object':
      return {
        ...(fields ? objectSchema(fields) : { type }),
        ...(values && { additionalProperties: true }),
      };
    case 'list': {
      const entry = fields ? objectSchema(fields) : items && { type: items };
      return { type: 'array', ...(entry && { items: entry }) };
    }
    default:
      return { type, ...(oneOf && { enum: oneOf }) };
  }
}
