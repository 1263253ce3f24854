import { resourceNotFound } from '../../errors';
import type { Call } from '../../http/endpoint';
import type { Template } from '../../state/entities';

/**
 * The caller's template.
 * @throws ServiceError 404 `Resource not found` when missing or another account's
 */
export function ownTemplate({ state, account, id }: Call, templateId = id): Template {
  const template = state.liveTemplate(templateId);
  if (template?.accountId !== account.id) throw resourceNotFound();
  return template;
}
