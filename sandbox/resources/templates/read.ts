import { z } from 'zod';

import { LIMITS } from '../../../shared/service/vocabulary';
import { type Caller, requireScope } from '../../auth/caller';
import { badRequest } from '../../errors';
import type { Template } from '../../state/entities';
import type { State } from '../../state/state';
import { parse } from '../validate';
import { ownTemplate } from './find';

/** A template in a response: its three designs are JSON in a string. */
export function templateView(template: Template) {
  return {
    object: 'template',
    id: template.id,
    name: template.name,
    type: template.type,
    pass: JSON.stringify(template.design),
    enrollForm: JSON.stringify(template.enrollForm),
    passPage: JSON.stringify(template.passPage),
    created: template.created,
    updated: template.updated,
  };
}

/**
 * `GET /templates/{id}`.
 * @throws ServiceError 403 scope, 404 template missing or foreign
 */
export function readTemplate(state: State, caller: Caller, templateId: string) {
  requireScope(caller, 'templates.viewAll');
  return templateView(ownTemplate(state, caller, templateId));
}

export const listInput = z.object({
  limit: z
    .string()
    .regex(/^\d+$/, 'must be a whole number')
    .transform(Number)
    .refine(
      (limit) => limit >= 1 && limit <= LIMITS.templatePageMax,
      `must be from 1 to ${LIMITS.templatePageMax}`,
    )
    .default(String(LIMITS.templatePageDefault)),
  starting_after: z.string().optional(),
});

/**
 * `GET /templates`: a page of the account's templates, newest first. The cursor is opaque and stays valid
 * if templates are added or deleted between pages.
 * @throws ServiceError 400 bad query, 403 scope
 */
export function listTemplates(state: State, caller: Caller, query: unknown) {
  requireScope(caller, 'templates.viewAll');
  const input = parse(listInput, query);
  const all = state.templates.newestFirst(caller.account.id);
  const rest = input.starting_after === undefined ? all : all.filter(isAfter(input.starting_after));
  const page = rest.slice(0, input.limit);
  const has_more = rest.length > page.length;
  const last = page.at(-1);
  return {
    object: 'list',
    data: page.map(templateView),
    has_more,
    next_cursor: has_more && last !== undefined ? toCursor(last) : null,
    total_count: all.length,
    url: '/templates',
  };
}

function toCursor({ created, sequence }: Template): string {
  return Buffer.from(`${created}:${sequence}`).toString('base64url');
}

/** Whether a template comes after the cursor in the newest-first order. */
function isAfter(cursor: string): (template: Template) => boolean {
  const match = /^(-?\d+):(\d+)$/.exec(Buffer.from(cursor, 'base64url').toString());
  if (match === null) throw badRequest('starting_after: is not a cursor of this list');
  const [created, sequence] = [Number(match[1]), Number(match[2])];
  return (template) =>
    template.created < created || (template.created === created && template.sequence < sequence);
}
