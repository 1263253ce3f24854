import type { PassInputs } from './passInputs';
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
  poll: (templateId: string, state: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: StateByTemplate<S> }> {
  const found: T[] = [];
  const state: StateByTemplate<S> = {};
  for (const id of watchedTemplateIds(input)) {
    const result = await poll(id, previous?.[id]);
    found.push(...result.found);
    state[id] = result.state;
  }
  assertStateSize(state);
  return { found, state };
}
