/** The results of a step on Zapier: of actions and searches, and files. */

import { Readable } from 'node:stream';
import type { PlainOutputField, ZObject } from 'zapier-platform-core';

import {
  type Output,
  type OutputField,
  type OutputFields,
  flattened,
} from '../../shared/fields/output';
import type { FileSink } from '../../shared/operations/context';
import type { ZapierNames } from '../../shared/operations/operation';
import { isRecord } from '../../shared/runtime/records';
import type { ZapierOperation } from '../catalog';
import { buildSample } from './outputFields';

/**
 * The declared fields that Zapier returns. Omits fields that only repeat an input, and objects whose parts are
 * unknown, because a later step maps single values.
 */
export function returnedFields(fields: OutputFields, { omit = [] }: Omitted): OutputFields {
  return Object.fromEntries(
    Object.entries(fields).filter(([key, field]) => !omit.includes(key) && !hasUnknownParts(field)),
  );
}

type Omitted = Pick<ZapierNames, 'omit'>;

/** The result of an operation or trigger. */
interface Returned {
  fields: OutputFields;
  sample: Output;
}

/**
 * A flat result with only the returned fields. Fields of the sample that are absent become `null`, because Zapier's
 * check T004 requires the keys of the sample in every result. A preview keeps everything that would be sent.
 */
export function returnedOutput(
  result: Output,
  { fields, sample }: Returned,
  names: Omitted,
): Output {
  const flat = flattened(result, fields);
  if (result.preview === true) return flat;
  const returned = returnedFields(fields, names);
  // The service may add fields.
  const isAdded = (key: string, value: unknown) => !Object.hasOwn(fields, key) && !isRecord(value);
  const given = Object.entries(flat).filter(
    ([key, value]) => Object.hasOwn(returned, key) || isAdded(key, value),
  );
  const absent = Object.keys(buildSample(sample, returned)).filter(
    (key) => flat[key] === undefined,
  );
  return Object.fromEntries([...given, ...absent.map((key) => [key, null] as const)]);
}

function hasUnknownParts({ type, fields, valueGroup }: OutputField): boolean {
  return type === 'object' && fields === undefined && valueGroup === undefined;
}

/**
 * Results of a search. With `list`, all entries are in one result, because Zapier uses only the first result of a
 * search. Without entries, there is no result.
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

/** Output field of the file that an operation returns. */
export const fileOutputField: PlainOutputField = { key: 'file', label: 'File', type: 'file' };

/**
 * Stores the file of an operation with Zapier while it is downloaded. Zapier allows this in the `perform`
 * of an action, so the file needs no second download when a later step uses it.
 */
export function fileStash(z: ZObject): { sink: FileSink; url(): string } {
  let url: string | undefined;
  return {
    sink: {
      as: 'file',
      async write({ name, mimeType }, content) {
        // Without a length, Zapier's core buffers the stream in a temporary file, not in memory.
        // It returns a promise, although its types declare a string.
        url = await (z.stashFile(
          Readable.from(content),
          undefined,
          name,
          mimeType,
        ) as unknown as Promise<string>);
      },
    },
    url() {
      if (url === undefined) throw new Error('No file was written');
      return url;
    },
  };
}
