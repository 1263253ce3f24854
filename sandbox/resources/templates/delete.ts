import { z } from 'zod';

import { type Caller, requireScope } from '../../auth/caller';
import { ServiceError } from '../../errors';
import type { State } from '../../state/state';
import { parse } from '../validate';
import { ownTemplate } from './find';

export const deleteInput = z.object({ force: z.string().optional() });

/**
 * `DELETE /templates/{id}`: refused while there are passes, unless `force=true`, which voids them all for
 * good: they can no longer be changed.
 * @throws ServiceError 403 scope, 404 template missing or foreign, 409 `template_has_passes`
 */
export function deleteTemplate(state: State, caller: Caller, id: string, query: unknown): void {
  requireScope(caller, 'templates.delete');
  const { force } = parse(deleteInput, query);
  const template = ownTemplate(state, caller, id);
  const passCount = state.passes.count(template.id);
  if (passCount > 0 && force !== 'true') {
    throw new ServiceError(409, 'This template has passes; nothing was deleted.', {
      code: 'template_has_passes',
      passCount,
    });
  }
  for (const pass of state.passes.newestFirst(template.id)) {
    if (!pass.isValid) continue;
    pass.isValid = false;
    pass.updated = state.clock.now();
  }
  state.templates.delete(template);
}
