import { z } from 'zod';

import { type Caller, requireScope } from '../../auth/caller';
import type { State } from '../../state/state';
import { parse, requiredText } from '../validate';
import { applyDesign } from './design';
import { designInput } from './designInput';
import { ownTemplate } from './find';
import { templateView } from './read';

export const changeInput = z.object({
  name: requiredText.optional(),
  pass: designInput.optional(),
});

/**
 * `PATCH /templates/{id}`: change the name, and the design key by key. Passes show the new design immediately.
 * @throws ServiceError 400 bad body, 402 locations, 403 scope or foreign file, 404 template or file
 */
export function changeTemplate(state: State, caller: Caller, id: string, body: unknown) {
  requireScope(caller, 'templates.edit');
  const input = parse(changeInput, body);
  const template = ownTemplate(state, caller, id);
  if (input.pass !== undefined) {
    Object.assign(template, applyDesign(state, caller, template, input.pass));
  }
  template.name = input.name ?? template.name;
  template.updated = state.clock.now();
  return templateView(template);
}
