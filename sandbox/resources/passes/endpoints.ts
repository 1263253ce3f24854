import { z } from 'zod';

import { badRequest, notAuthorized, passNotFound } from '../../errors';
import { type Endpoint, endpoint } from '../../http/endpoint';
import type { Pass } from '../../state/entities';
import type { State } from '../../state/state';
import { localeCode } from '../validate';
import { resendPass } from './delivery';
import { exportPasses } from './export';
import { findPass, identity, isIdentified } from './find';
import { issuePasses } from './issue';
import { groupLinks, passesOfGroup, passLinks } from './links';
import { listPasses, searchPasses } from './list';
import { notifyPass, notifyTemplate } from './notify';
import { deviceCount } from './pass';
import { updatePass } from './update';

/** Links and install state of a pass or a group, no values. */
const readPass = endpoint('GET /pass', {
  scopes: ['passes.viewAll'],
  query: z.object({
    ...identity,
    locale: localeCode.default('en'),
    includeTemplate: z.string().optional(),
  }),
  handle: ({ state, account, query }) => {
    if (!isIdentified(query)) {
      throw badRequest('Identify the pass to read with id, or with externalId and templateId.');
    }
    const group = query.id === undefined ? undefined : state.groups.get(query.id);
    const pass = group === undefined ? findPass(state, query) : undefined;
    const found = group ?? pass;
    if (found === undefined) throw passNotFound();
    if (found.accountId !== account.id) throw notAuthorized();
    const passes = group ? passesOfGroup(state, group) : [pass as Pass];
    return {
      ...(group
        ? groupLinks(state, group, query.locale)
        : passLinks(state, pass as Pass, query.locale)),
      deviceCount: passes.reduce((sum, one) => sum + deviceCount(one), 0),
      ...(query.includeTemplate === 'true' && { template: templateSummary(state, passes[0]) }),
    };
  },
});

/** The template's name, color and logo. */
function templateSummary(state: State, pass: Pass | undefined) {
  const template = pass && state.liveTemplate(pass.templateId);
  if (template === undefined) return undefined;
  const { backgroundColor, logo } = template.design;
  return { name: template.name, backgroundColor, logo };
}

/** The endpoints of passes and of messages to their holders. */
export const passEndpoints: readonly Endpoint[] = [
  issuePasses,
  readPass,
  updatePass,
  notifyPass,
  notifyTemplate,
  resendPass,
  listPasses,
  searchPasses,
  exportPasses,
];
