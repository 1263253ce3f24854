import { isServiceError } from '../errors/serviceError';
import { ownValue } from '../runtime/records';
import { moreTemplateIds, type PassInputs } from './passInputs';
import { assertStateSize } from './stateSize';

/**
 * State of a trigger that watches several templates, by template ID. At most `MAX_STATE_SIZE`
 * characters of JSON in total.
 */
export type StateByTemplate<S> = Record<string, S>;

type TemplateInputs = Pick<PassInputs, 'templateId' | 'moreTemplateIds'>;

/** The ID of every watched template, without duplicates. */
export function watchedTemplateIds({ templateId, moreTemplateIds = [] }: TemplateInputs): string[] {
  return [...new Set([templateId, ...moreTemplateIds])];
}

/**
 * Polls every watched template. A template that is added later starts with a baseline; the state of
 * one that is removed is discarded.
 * @throws {ServiceError} `invalidInput` if the state is too large
 */
export async function pollTemplates<T, S>(
  input: TemplateInputs,
  previous: StateByTemplate<S> | undefined,
  poll: (templateId: string, previous: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: StateByTemplate<S> }> {
  const found: T[] = [];
  const states = new Map<string, S>();
  for (const id of watchedTemplateIds(input)) {
    const result = await poll(id, previous && ownValue(previous, id)).catch((thrown: unknown) => {
      throw id === input.templateId ? thrown : aboutMoreTemplates(thrown);
    });
    for (const item of result.found) found.push(item);
    states.set(id, result.state);
  }
  const state: StateByTemplate<S> = Object.fromEntries(states);
  assertStateSize(state);
  return { found, state };
}

/** A template that is missing among the further ones. */
function aboutMoreTemplates(thrown: unknown): unknown {
  if (!isServiceError(thrown, 'notFound') || thrown.field !== 'templateId') return thrown;
  return thrown.with({
    field: 'moreTemplateIds',
    hint: `Remove the template from '${moreTemplateIds.label}'. It may have been deleted, or belong to a different account than the API key.`,
  });
}
