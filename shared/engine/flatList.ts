import type { Output, OutputFields } from '../fields/output';
import type { FlatOperation } from './catalog';

/**
 * Results of a search on a flat platform. With `listKey`, all entries are in one result, because flat
 * platforms use only the first result of a search; without entries there is none.
 */
export function flatResults({ flat: { listKey } }: FlatOperation, entries: Output[]): Output[] {
  const [first] = entries;
  if (listKey === undefined || first === undefined) return entries;
  return [{ id: first.id, count: entries.length, [listKey]: entries }];
}

/** Output fields and sample of {@link flatResults}. */
export function flatResultShape({ flat, output }: FlatOperation): {
  fields: OutputFields;
  sample: Output;
} {
  const { listKey, noun } = flat;
  const { fields, sample } = output;
  if (listKey === undefined) return { fields, sample };
  return {
    fields: {
      id: { label: 'ID of the First Result', type: 'string', always: true },
      count: { label: 'Number of Results', type: 'integer', always: true },
      [listKey]: { label: noun, type: 'list', always: true, fields },
    },
    sample: { id: sample.id, count: 1, [listKey]: [sample] },
  };
}
