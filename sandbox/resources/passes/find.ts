import { z } from 'zod';

import { passNotFound, resourceNotFound } from '../../errors';
import type { Call } from '../../http/endpoint';
import type { Pass, Template } from '../../state/entities';
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

/** The balance of the pass that a request body identifies, if it identifies one. */
export function balanceNow(state: State, body: unknown) {
  const named = z.object(identity).safeParse(body);
  const pass = named.success ? findPass(state, named.data) : undefined;
  return pass && { balance: pass.templateFields.balance };
}

/**
 * The caller's pass of a path like `/pass/{id}/notify`, with its template.
 * @throws ServiceError 404 when missing or another account's, or its template was deleted
 */
export function ownPass({ state, account, id }: Call): { pass: Pass; template: Template } {
  const pass = state.passes.get(id);
  if (pass?.accountId !== account.id) throw passNotFound();
  const template = state.liveTemplate(pass.templateId);
  if (template === undefined) throw resourceNotFound();
  return { pass, template };
}
