/** What the previews of requests about a template tell in addition to their values. */

import { passPages } from '../api/passLists';
import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import { compact } from '../runtime/records';
import type { Context } from './context';

/** A reading for a preview: its result, or a sentence on what is unknown without it. */
export interface Reading<T> {
  value?: T;
  notes: string[];
}

/**
 * Reads something for a preview. The request itself does not need the scope for reading, so a key without it is no
 * reason to fail.
 * @param unknown what is unknown without it: `the passes were not counted`
 */
export async function readForPreview<T>(reading: Promise<T>, unknown: string): Promise<Reading<T>> {
  return await reading.then(
    (value) => ({ value, notes: [] }),
    (thrown: unknown) => {
      if (!isServiceError(thrown, 'missingScope')) throw thrown;
      const { scope = 'for reading' } = thrown;
      return { notes: [`The API key lacks the scope ${scope}, so ${unknown}.`] };
    },
  );
}

/**
 * The name of a template, unless the key may not read templates.
 * @throws {import('../errors/serviceError').ServiceError} `notFound` if there is no such template
 */
export async function previewTemplate({ templates }: Context, templateId: string): Promise<Output> {
  const { value } = await readForPreview(templates.get(templateId), 'its name is unknown');
  return compact({ templateName: value?.name });
}

/** How many passes a template has, whatever their status: one request. */
export async function countPasses(
  { client }: Context,
  templateId: string,
): Promise<Reading<number>> {
  const page = passPages(client, templateId)({ limit: 1 });
  const { value, notes } = await readForPreview(page, 'the passes were not counted');
  return { value: value?.totalCount, notes };
}

/** The sentences of all readings, if there are any. */
export function notesOf(...notes: string[]): Output {
  return notes.length > 0 ? { notes } : {};
}
