import { z } from 'zod';

import { LIMITS, TEMPLATE_TYPES, type TemplateType } from '../../../shared/service/vocabulary';
import { badRequest, ServiceError, upgradeRequired } from '../../errors';
import { type Call, type Endpoint, endpoint } from '../../http/endpoint';
import type { ImageKey, Template } from '../../state/entities';
import { newestFirst, type State } from '../../state/state';
import { fileUrl, newFileId } from '../files/file';
import { parse, requiredText, wholeNumber } from '../validate';
import { defaultDesign, defaultEnrollForm, defaultPassPage, ownTemplate } from './template';
import { applyDesign, checkLocationQuota, designInput, headerOfNew, locations } from './design';

/** Wallet identities are set up in the background: this long after creation, ms. */
const WALLET_SETUP = 2000;
/** Matches any type name of an access badge; the actual name is undocumented. */
const BADGE_TYPE = /badge/i;
const LONGEST_NAME = LIMITS.templateDuplicateNameLength;

/** A template in a response: its three designs are JSON in a string. */
function templateView({ id, name, type, created, updated, ...template }: Template) {
  const pass = JSON.stringify(template.design);
  const enrollForm = JSON.stringify(template.enrollForm);
  const passPage = JSON.stringify(template.passPage);
  return { object: 'template', id, name, type, pass, enrollForm, passPage, created, updated };
}

/** Opaque, unlike an ID. */
const toCursor = ({ id }: Template) => Buffer.from(`after:${id}`).toString('base64url');

/**
 * Whether the plan allows one more template of a type.
 * @throws ServiceError 402 `feature: templateType` or `feature: templates`
 */
function checkTemplatePlan({ state, account }: Call, type: TemplateType): void {
  const { plan, templateTypes, templateQuota } = account.settings;
  if (templateTypes !== null && !templateTypes.includes(type)) {
    throw upgradeRequired(
      'Your plan does not allow this template type.',
      `The ${plan} plan does not include ${type} templates.`,
      'templateType',
    );
  }
  if (templateQuota !== null && state.templatesOf(account.id).length >= templateQuota) {
    throw upgradeRequired(
      'Your plan does not allow another template.',
      `The ${plan} plan allows ${templateQuota} templates.`,
      'templates',
    );
  }
}

/** A page of the account's templates, newest first. The cursor stays valid if templates come or go. */
const listTemplates = endpoint('GET /templates', {
  scopes: ['templates.viewAll'],
  query: z.object({
    limit: wholeNumber
      .refine(
        (limit) => limit >= 1 && limit <= LIMITS.templatePageMax,
        `must be from 1 to ${LIMITS.templatePageMax}`,
      )
      .default(String(LIMITS.templatePageDefault)),
    starting_after: z.string().optional(),
  }),
  handle: ({ state, account, query }) => {
    const ordered = newestFirst(
      [...state.templates.values()].filter(({ accountId }) => accountId === account.id),
      ({ created }) => created,
    );
    const { starting_after: cursor } = query;
    const start = ordered.findIndex((template) => toCursor(template) === cursor);
    if (cursor !== undefined && start === -1) {
      throw badRequest('starting_after: is not a cursor of this list');
    }
    const rest = ordered.slice(start + 1).filter(({ deleted }) => !deleted);
    const page = rest.slice(0, query.limit);
    const last = page.at(-1);
    const has_more = rest.length > page.length;
    return {
      object: 'list',
      data: page.map(templateView),
      has_more,
      next_cursor: has_more && last !== undefined ? toCursor(last) : null,
      total_count: ordered.filter(({ deleted }) => !deleted).length,
      url: '/templates',
    };
  },
});

/**
 * A new template; its design is merged over the type's default one. Top-level `locations` takes precedence over
 * `pass.locations`.
 */
const createTemplate = endpoint('POST /templates', {
  scopes: ['templates.create'],
  status: 201,
  body: z.object({
    name: requiredText,
    type: z.string(),
    pass: designInput.default({}),
    locations: locations.optional(),
  }),
  handle: (call) => {
    const { state, account, body } = call;
    if (BADGE_TYPE.test(body.type)) {
      throw new ServiceError(
        403,
        'Access badges are designed and published in the dashboard; they cannot be created here.',
        { code: 'access_badge_not_creatable_here' },
      );
    }
    const { type } = parse(z.object({ type: z.enum(TEMPLATE_TYPES) }), body);
    checkTemplatePlan(call, type);
    const base = { type, design: defaultDesign(state, type), images: {} };
    const pass = {
      ...body.pass,
      header: headerOfNew(body.pass.header),
      locations: body.locations ?? body.pass.locations,
    };
    const designed = applyDesign(call, base, pass);
    const now = state.clock.now();
    const template: Template = {
      id: state.random.id(),
      accountId: account.id,
      name: body.name,
      type,
      ...designed,
      enrollForm: defaultEnrollForm(type),
      passPage: defaultPassPage(body.name),
      walletsReadyAt: now + WALLET_SETUP,
      created: now,
      updated: now,
      deleted: false,
    };
    state.templates.set(template.id, template);
    return templateView(template);
  },
});

/** Change the name, and the design key by key. Passes show the new design immediately. */
const changeTemplate = endpoint('PATCH /templates/:id', {
  scopes: ['templates.edit'],
  body: z.object({ name: requiredText.optional(), pass: designInput.optional() }),
  handle: (call) => {
    const { name, pass } = call.body;
    const template = ownTemplate(call);
    if (pass !== undefined) Object.assign(template, applyDesign(call, template, pass));
    template.name = name ?? template.name;
    template.updated = call.state.clock.now();
    return templateView(template);
  },
});

/** Copy design, settings, own images and wallet identities; no passes. */
const duplicateTemplate = endpoint('POST /templates/:id/duplicate', {
  scopes: ['templates.create', 'templates.duplicate'],
  status: 201,
  body: z.object({
    name: requiredText.refine(
      (name) => name.length <= LONGEST_NAME,
      `must be at most ${LONGEST_NAME} characters`,
    ),
  }),
  handle: (call) => {
    const { state, account, body } = call;
    const original = ownTemplate(call);
    checkTemplatePlan(call, original.type);
    checkLocationQuota(account, original.design);
    const now = state.clock.now();
    const copy: Template = {
      ...structuredClone(original),
      id: state.random.id(),
      name: body.name,
      // The copy gets the wallet identities immediately.
      walletsReadyAt: now,
      created: now,
      updated: now,
    };
    copyImages(state, copy);
    state.templates.set(copy.id, copy);
    return templateView(copy);
  },
});

/** Copy the files, so that deleting the original's images does not affect the copy. */
function copyImages(state: State, copy: Template): void {
  for (const [key, fileId] of Object.entries(copy.images) as [ImageKey, string][]) {
    const file = state.files.get(fileId);
    if (file === undefined) continue;
    const id = newFileId(state.random);
    // A copied logo has no other variants.
    const logo = file.logo && { ...file.logo, originalId: id, solidBackground: false };
    state.files.set(id, { ...file, id, templateId: copy.id, logo, created: copy.created });
    copy.images[key] = id;
    copy.design[key] = fileUrl(state, id);
  }
}

/**
 * Delete a template; refused while there are passes, unless `force=true`, which voids them all for good: they can
 * no longer be changed.
 */
const deleteTemplate = endpoint('DELETE /templates/:id', {
  scopes: ['templates.delete'],
  query: z.object({ force: z.string().optional() }),
  handle: (call) => {
    const { passes, clock } = call.state;
    const template = ownTemplate(call);
    const passCount = passes.count(template.id);
    if (passCount > 0 && call.query.force !== 'true') {
      throw new ServiceError(409, 'This template has passes; nothing was deleted.', {
        code: 'template_has_passes',
        passCount,
      });
    }
    for (const pass of passes.newestFirst(template.id)) {
      if (pass.isValid) Object.assign(pass, { isValid: false, updated: clock.now() });
    }
    template.deleted = true;
  },
});

/** The endpoints of templates. */
export const templateEndpoints: readonly Endpoint[] = [
  listTemplates,
  createTemplate,
  endpoint('GET /templates/:id', {
    scopes: ['templates.viewAll'],
    handle: (call) => templateView(ownTemplate(call)),
  }),
  changeTemplate,
  deleteTemplate,
  duplicateTemplate,
];
