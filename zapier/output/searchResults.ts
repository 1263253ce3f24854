import { type Output, type OutputFields, flattened } from '../../shared/fields/output';
import type { ZapierOperation } from '../catalog';
import { returnedFields } from './returnedFields';

/**
 * Results of a search. With `list`, all entries are in one result, because Zapier uses only the first
 * result of a search; without entries there is none.
 */
export function searchResults({ zapier: { list } }: ZapierOperation, entries: Output[]): Output[] {
  const [first] = entries;
  if (list === undefined || first === undefined) return entries;
  return [{ id: first.id, count: entries.length, [list.key]: entries }];
}

/** Output fields and sample of {@link searchResults}. */
export function searchOutput({ zapier, output }: ZapierOperation): {
  fields: OutputFields;
  sample: Output;
} {
  const { list } = zapier;
  const { sample } = output;
  const fields = returnedFields(output.fields, zapier);
  if (list === undefined) return { fields, sample };
  return {
    fields: {
      id: { label: 'ID of the First Result', type: 'string', always: true },
      count: { label: 'Number of Results', type: 'integer', always: true },
      [list.key]: { label: list.label, type: 'list', always: true, fields },
    },
    sample: { id: sample.id, count: 1, [list.key]: [flattened(sample, fields)] },
  };
}
