import { type Operation, outputFields } from '../../../shared/operations/operation';
import {
  type OutputField,
  type OutputFields,
  flatFields,
  simpleFields,
} from '../../../shared/fields/output';
import { canSimplify } from './outputFormat';
import { N8N_RESOURCES } from '../operations';

/** The part of JSON Schema that previews use. */
export interface OutputSchema {
  type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean';
  title?: string;
  format?: 'date-time';
  enum?: readonly string[];
  properties?: Record<string, OutputSchema>;
  required?: string[];
  items?: OutputSchema;
  /** Set if a template's design adds properties that are not known in advance. */
  additionalProperties?: true;
}

/**
 * All output schema previews of the node, by path below `__schema__`. The editor shows them before a step
 * has run, but not for triggers. Its paths contain the node's version in three parts.
 */
export function outputSchemas(): Record<string, OutputSchema> {
  return Object.fromEntries(
    N8N_RESOURCES.flatMap(({ operations }) =>
      operations.map((operation) => [
        `v1.0.0/${operation.resource}/${operation.key}.json`,
        outputSchema(operation),
      ]),
    ),
  );
}

/** Schema of one output item with default settings: simplified, and a file as one item. */
export function outputSchema(operation: Operation): OutputSchema {
  const fields = outputFields(operation);
  return objectSchema(canSimplify(operation.output) ? simpleFields(fields) : fields);
}

/** Schema of a flat object with these fields. */
export function objectSchema(declared: OutputFields): OutputSchema {
  const fields = flatFields(declared);
  const hasFieldValues = Object.values(declared).some(({ valueGroup }) => valueGroup);
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
    ...(hasFieldValues && { additionalProperties: true }),
  };
}

function fieldSchema({ type, items, fields, oneOf }: OutputField): OutputSchema {
  switch (type) {
    case 'datetime':
      return { type: 'string', format: 'date-time' };
    case 'object':
      return fields ? objectSchema(fields) : { type };
    case 'list': {
      const entry = fields ? objectSchema(fields) : items && { type: items };
      return { type: 'array', ...(entry && { items: entry }) };
    }
    default:
      return { type, ...(oneOf && { enum: oneOf }) };
  }
}
