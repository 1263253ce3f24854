import type { Caller } from '../../auth/caller';
import { resourceNotFound } from '../../errors';
import type { Template } from '../../state/entities';
import type { State } from '../../state/state';

/**
 * The caller's template.
 * @throws ServiceError 404 `Resource not found` when missing or another account's
 */
export function ownTemplate(state: State, caller: Caller, templateId: string): Template {
  const template = state.templates.owned(templateId, caller.account.id);
  if (template === undefined) throw resourceNotFound();
  return template;
}
