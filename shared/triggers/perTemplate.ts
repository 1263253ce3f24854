import type { PassInputs } from './inputs';
import { assertStateSize } from './stateSize';

/** State of a trigger that watches several templates, each on its own, by template ID. */
export type PerTemplate<S> = Record<string, S>;

type TemplateInputs = Pick<PassInputs, 'templateId' | 'moreTemplateIds'>;

/** Every template that is watched, once. */
export function templatesOf({ templateId, moreTemplateIds = [] }: TemplateInputs): string[] {
  return [...new Set([templateId, ...moreTemplateIds])];
}

/**
 * Polls every chosen template. One that is added later begins with a baseline of its own, one that
 * is taken out is forgotten.
 * @throws {ServiceError} where there is more to remember than a trigger may keep
 */
export async function perTemplate<T, S>(
  input: TemplateInputs,
  before: PerTemplate<S> | undefined,
  poll: (templateId: string, state: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: PerTemplate<S> }> {
  const found: T[] = [];
  const state: PerTemplate<S> = {};
  for (const id of templatesOf(input)) {
    const polled = await poll(id, before?.[id]);
    found.push(...polled.found);
    state[id] = polled.state;
  }
  assertStateSize(state);
  return { found, state };
}
