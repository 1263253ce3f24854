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
    const result = await poll(id, previous && ownValue(previous, id)).catch(
      aboutInputOf(id, input),
    );
    for (const item of result.found) found.push(item);
    states.set(id, result.state);
  }
  const state: StateByTemplate<S> = Object.fromEntries(states);
  assertStateSize(state);
  return { found, state };
}

/** For `.catch`: an error about a further template names the input that has it. */
export function aboutInputOf(id: string, { templateId }: TemplateInputs) {
  return (thrown: unknown): never => {
    if (id === templateId || !isServiceError(thrown) || thrown.field !== 'templateId') throw thrown;
    const why = isServiceError(thrown, 'notFound')
      ? ' It may have been deleted, or belong to a different account than the API key.'
      : '';
    throw thrown.with({
      field: 'moreTemplateIds',
      hint: `Remove the template from '${moreTemplateIds.label}'.${why}`,
    });
  };
}
