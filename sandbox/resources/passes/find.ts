import { z } from 'zod';

import type { Caller } from '../../auth/caller';
import { passNotFound } from '../../errors';
import type { Pass } from '../../state/entities';
import type { State } from '../../state/state';
import { optionalText } from '../validate';

/** How a call identifies a pass: by `id`, or by `externalId` and `templateId` together. */
export const identity = { id: optionalText, externalId: optionalText, templateId: optionalText };
type PassIdentity = z.output<z.ZodObject<typeof identity>>;

/** Whether the call identifies a pass. */
export function isIdentified({ id, externalId, templateId }: PassIdentity): boolean {
  return id !== undefined || (externalId !== undefined && templateId !== undefined);
}

/** Finds a pass of any account; `id` takes precedence over the pair. */
export function findPass(
  state: State,
  { id, externalId, templateId }: PassIdentity,
): Pass | undefined {
  if (id !== undefined) return state.passes.get(id);
  return state.passes.firstByExternalId(templateId ?? '', externalId ?? '');
}

/**
 * The caller's pass of a path like `/pass/{passId}/notify`.
 * @throws ServiceError 404 when missing or another account's
 */
export function ownPass(state: State, caller: Caller, passId: string): Pass {
  const pass = state.passes.get(passId);
  if (pass?.accountId !== caller.account.id) throw passNotFound();
  return pass;
}
