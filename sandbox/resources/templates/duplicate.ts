import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import type { ImageKey, Template } from '../../state/entities';
import type { State } from '../../state/state';
import { newFileId } from '../files/file';
import { fileUrl } from '../files/view';
import { parse, requiredText } from '../validate';
import { ownTemplate } from './find';
import { checkLocationQuota, checkTemplatePlan } from './plan';
import { templateView } from './read';

const MOST = LIMITS.templateDuplicateNameLength;
export const duplicateInput = z.object({
  name: requiredText.refine((name) => name.length <= MOST, `must be at most ${MOST} characters`),
});

/**
 * `POST /templates/{id}/duplicate`: design, settings, own images and wallet identities; no passes.
 * @throws ServiceError 400 bad name, 402 plan, 403 scope, 404 template missing or foreign
 */
export function duplicateTemplate(state: State, caller: Caller, id: string, body: unknown) {
  requireScope(caller, 'templates.create');
  requireScope(caller, 'templates.duplicate');
  const { name } = parse(duplicateInput, body);
  const original = ownTemplate(state, caller, id);
  checkTemplatePlan(state, caller, original.type);
  checkLocationQuota(caller, original.design);
  const now = state.clock.now();
  const copy: Template = {
    ...structuredClone(original),
    id: state.random.id(),
    name,
    // The copy gets the wallet identities immediately.
    walletsReadyAt: now,
    created: now,
    updated: now,
    sequence: state.templates.takeSequence(),
  };
  copyImages(state, copy);
  state.templates.add(copy);
  return templateView(copy);
}

/** Copy the files, so that deleting the original's images does not affect the copy. */
function copyImages(state: State, copy: Template): void {
  for (const [key, fileId] of Object.entries(copy.images) as [ImageKey, string][]) {
    const file = state.files.get(fileId);
    if (file === undefined) continue;
    const id = newFileId(state);
    // A copied logo has no other variants.
    const logo = file.logo && { ...file.logo, originalId: id, solidBackground: false };
    const { created } = copy;
    state.files.add({ ...structuredClone(file), id, templateId: copy.id, logo, created });
    copy.images[key] = id;
    copy.design[key] = fileUrl(state, id);
  }
}
