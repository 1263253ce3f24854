import { ServiceFailure } from '../http/failures';
import type { PassInputs } from './inputs';

/** State of a trigger that watches several templates, each on its own, by template ID. */
export type PerTemplate<S> = Record<string, S>;

/** Most characters a trigger keeps between polls. */
export const MOST_STATE = 64_000;

/**
 * Polls every chosen template. One that is added later begins with a baseline of its own, one that
 * is taken out is forgotten.
 * @throws {ServiceFailure} where there is more to remember than fits
 */
export async function perTemplate<T, S>(
  { templateId, moreTemplateIds = [] }: Pick<PassInputs, 'templateId' | 'moreTemplateIds'>,
  before: PerTemplate<S> | undefined,
  poll: (templateId: string, state: S | undefined) => Promise<{ found: T[]; state: S }>,
): Promise<{ found: T[]; state: PerTemplate<S> }> {
  const found: T[] = [];
  const state: PerTemplate<S> = {};
  for (const id of new Set([templateId, ...moreTemplateIds])) {
    const polled = await poll(id, before?.[id]);
    found.push(...polled.found);
    state[id] = polled.state;
  }
  return { found, state: fitting(state) };
}

/** @throws {ServiceFailure} where the state is larger than a trigger may keep */
export function fitting<S>(state: S): S {
  const length = JSON.stringify(state).length;
  if (length <= MOST_STATE) return state;
  throw new ServiceFailure({
    kind: 'invalidInput',
    what: `There is more to remember between polls (${length} characters) than a trigger may keep (${MOST_STATE})`,
    fix: "Watch fewer passes ('Look Back (Days)'), fewer fields or fewer templates, or split them over several triggers. Nothing was given and nothing is lost.",
  });
}
