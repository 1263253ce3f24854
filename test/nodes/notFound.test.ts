import type { IDataObject } from 'n8n-workflow';

import type { InputFields } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import { picture } from '../sandbox/images';
import { hire, invited } from '../support/badges';
import { textWith } from '../support/matchers';
import {
  binaryFile,
  byId,
  fromList,
  mapped,
  passByExternalId,
  passById,
  useN8n,
} from '../support/n8n';

/** A missing object is named by its kind and the ID as given. */
const n8n = useN8n();

const FILE_ID = `file_${'0'.repeat(32)}`;
const TEMPLATE = { templateId: byId('gone-1') };
const BADGE = { badgeTemplateId: byId('gone-1') };
const HOLDER = { userId: byId('gone-1'), confirm: true };
const KEY = { keyId: byId('gone-1'), confirm: true };
const PASS = passById('gone-1');
const MESSAGE = { title: 'T', content: 'C', confirm: true };

const PASS_GONE = "Pass not found: 'gone-1'";
const TEMPLATE_GONE = "Template not found: 'gone-1'";
const BADGE_GONE = "Badge not found: 'gone-1'";
const HOLDER_GONE = "Badge holder not found: 'gone-1'";
const BADGE_PASS_GONE = "Badge pass not found: 'gone-1'";
const KEY_GONE = "API key not found: 'gone-1'";

const CASES: [operation: string, parameters: object, message: string][] = [
  ['pass.create', TEMPLATE, TEMPLATE_GONE],
  ['pass.createGroup', { passes: { entry: [{ templateId: 'gone-1', externalId: 'G' }] } }, `Pass 1: ${TEMPLATE_GONE}`],
  ['pass.upsert', { ...TEMPLATE, externalId: 'M-1' }, TEMPLATE_GONE],
  ['pass.get', PASS, PASS_GONE],
  ['pass.getAll', TEMPLATE, TEMPLATE_GONE],
  ['pass.search', { ...TEMPLATE, searchQuery: 'a@example.com' }, TEMPLATE_GONE],
  ['pass.update', { ...PASS, updateFields: { email: 'a@example.com' } }, PASS_GONE],
  ['pass.void', PASS, PASS_GONE],
  ['pass.reactivate', PASS, PASS_GONE],
  ['pass.resend', PASS, PASS_GONE],
  ['pass.notify', { ...PASS, ...MESSAGE }, PASS_GONE],
  ['pass.export', TEMPLATE, TEMPLATE_GONE],
  ['stampCard.add', { ...PASS, count: 1 }, PASS_GONE],
  ['stampCard.remove', { ...PASS, count: 1 }, PASS_GONE],
  ['stampCard.set', { ...PASS, count: 1 }, PASS_GONE],
  ['stampCard.redeem', PASS, PASS_GONE],
  ['stampCard.claimTier', { ...PASS, threshold: 5 }, PASS_GONE],
  ['balance.add', { ...PASS, amount: 1 }, PASS_GONE],
  ['balance.subtract', { ...PASS, amount: 1 }, PASS_GONE],
  ['balance.set', { ...PASS, amount: 1 }, PASS_GONE],
  ['template.get', TEMPLATE, TEMPLATE_GONE],
  ['template.update', { ...TEMPLATE, updateFields: { name: 'N' } }, TEMPLATE_GONE],
  ['template.duplicate', { ...TEMPLATE, name: 'N' }, TEMPLATE_GONE],
  ['template.delete', { ...TEMPLATE, confirm: true }, TEMPLATE_GONE],
  ['template.notify', { ...TEMPLATE, ...MESSAGE }, TEMPLATE_GONE],
  ['file.upload', { inputSource: 'url', url: 'https://example.com/a.png', options: { templateId: byId('gone-1') } }, TEMPLATE_GONE],
  ['file.createLogo', { fileId: FILE_ID, treatment: 'original' }, `File not found: '${FILE_ID}'`],
  ['file.get', { fileId: FILE_ID }, `File not found: '${FILE_ID}'`],
  ['file.delete', { fileId: FILE_ID, confirm: true }, `File not found: '${FILE_ID}'`],
  ['badge.get', BADGE, BADGE_GONE],
  ['badgeInvite.create', { ...BADGE, email: 'a@example.com' }, BADGE_GONE],
  ['badgeInvite.getAll', BADGE, BADGE_GONE],
  ['badgeInvite.delete', { ...BADGE, email: 'a@example.com' }, "Invite not found: 'a@example.com' on badge 'gone-1'"],
  ['badgeHolder.getAll', BADGE, BADGE_GONE],
  ['badgeHolder.getPasses', HOLDER, HOLDER_GONE],
  ['badgeHolder.update', { ...HOLDER, firstName: 'A' }, HOLDER_GONE],
  ['badgeHolder.delete', HOLDER, HOLDER_GONE],
  ['badgePass.suspend', { passId: byId('gone-1') }, BADGE_PASS_GONE],
  ['badgePass.resume', { passId: byId('gone-1') }, BADGE_PASS_GONE],
  ['badgePass.revoke', { passId: byId('gone-1'), confirm: true }, BADGE_PASS_GONE],
  ['badgePass.refresh', { passId: byId('gone-1') }, BADGE_PASS_GONE],
  ['apiKey.update', { ...KEY, label: 'L' }, KEY_GONE],
  ['apiKey.disable', KEY, KEY_GONE],
  ['apiKey.enable', KEY, KEY_GONE],
  ['apiKey.rotate', KEY, KEY_GONE],
]; // prettier-ignore

async function refused(operation: string, parameters: object, key?: string) {
  const [resource, name = ''] = operation.split('.');
  const { error } = await n8n.pass(name, parameters, { resource, key });
  return error;
}

const ID_KINDS = ['templateRef', 'passRef', 'ref'];
const takesId = (input: InputFields): boolean =>
  Object.entries(input).some(
    ([key, one]) =>
      ID_KINDS.includes(one.kind) ||
      key === 'fileId' ||
      (one.kind === 'list' && takesId(one.entry)),
  );

it('every operation that takes an ID is listed', () => {
  const taking = OPERATIONS.filter((one) => !one.zapierOnly && takesId(one.input));
  expect(CASES.map(([operation]) => operation).sort()).toEqual(
    taking.map(({ resource, key }) => `${resource}.${key}`).sort(),
  );
});

it.each(CASES)('%s names the missing object', async (operation, parameters, message) => {
  const error = await refused(operation, parameters);
  expect(error?.message).toBe(`${message} [item 0]`);
  expect(error?.context).toMatchObject({ kind: 'notFound' });
});

it('a pass looked up by external ID and template is named by them', async () => {
  const { loyalty } = n8n.sandbox.templates;
  for (const [operation, more] of [
    ['pass.resend', {}],
    ['pass.notify', MESSAGE],
    ['pass.void', {}],
  ] as const) {
    const error = await refused(operation, { ...passByExternalId('M-9', loyalty), ...more });
    expect(error?.message).toBe(
      `Pass not found: external ID 'M-9' on template '${loyalty}' [item 0]`,
    );
  }
});

it('a template is named by its name where that is known without a request', async () => {
  const { loyalty } = n8n.sandbox.templates;
  const chosen = await n8n.pass('void', {
    ...passByExternalId('M-9', loyalty),
    templateId: { ...fromList(loyalty), cachedResultName: 'Roastery Rewards · Stamp Card' },
  });
  expect(chosen.error?.message).toBe(
    "Pass not found: external ID 'M-9' on template 'Roastery Rewards · Stamp Card' [item 0]",
  );
  expect(chosen.sent).toEqual(['PATCH /pass']);

  const read = await refused('pass.update', {
    ...passByExternalId('M-9', loyalty),
    ...mapped({ accountName: 'Ana' }),
  });
  expect(read?.message).toBe(
    "Pass not found: external ID 'M-9' on template 'Roastery Rewards' [item 0]",
  );
});

it('a very long ID is shortened', async () => {
  const error = await refused('pass.resend', passById('x'.repeat(500)));
  expect(error?.message).toMatch(/^Pass not found: 'x{70,80}…'/);
});

it('a template that a key cannot read is named by the refusal to issue', async () => {
  const { templateId } = n8n.sandbox.foreign;
  const key = n8n.sandbox.control.addKey(['passes.create']);
  const error = await refused('pass.create', { templateId: byId(templateId) }, key);
  expect(error?.message).toBe(`Template not found: '${templateId}' [item 0]`);
});

it('a file in a design is named, not the template', async () => {
  const { templates, foreign } = n8n.sandbox;
  for (const [fileId, problem] of [
    [FILE_ID, 'not found'],
    [foreign.fileId, 'does not belong to this account'],
  ]) {
    const error = await refused('template.update', {
      templateId: byId(templates.loyalty),
      images: { logo: { image: { inputSource: 'fileId', fileId } } },
    });
    expect(error?.message).toBe(`File ${problem}: '${fileId}' [item 0]`);
  }
});

it('passes of a holder: the badge may be missing instead', async () => {
  const error = await refused('badgeHolder.getPasses', { ...HOLDER, badgeTemplateId: byId('b-1') });
  expect(error?.message).toBe("Badge holder or badge not found: 'gone-1 / b-1' [item 0]");
});

it.each<[operation: string, parameters: () => Promise<object>, out: object]>([
  ['template.delete', () => Promise.resolve({ templateId: byId(n8n.sandbox.templates.offer) }), {}],
  ['file.delete', async () => ({ fileId: (await uploaded()).id }), {}],
  ['badgeInvite.delete', async () => ({ badgeTemplateId: byId(n8n.sandbox.badges.published), email: (await invited(n8n, { email: 'ana@example.com' })).email }), {}],
  ['badgeHolder.delete', async () => ({ userId: byId((await hire(n8n)).userId) }), { id: textWith(/./), holderKept: false }],
])('%s treats 404 on a retry as done, after a lost response', async (name, parameters, more) => {
  const [resource, operation = ''] = name.split('.');
  const given = { ...(await parameters()), confirm: true };
  n8n.sandbox.control.queueFault({ kind: 'dropAfter', match: { method: 'DELETE' } });
  const { out, sent } = await n8n.pass(operation, given, { resource });
  expect(sent).toEqual([textWith('DELETE '), textWith('DELETE ')]);
  expect(out).toEqual([{ deleted: true, ...more }]);
}); // prettier-ignore

async function uploaded(): Promise<IDataObject> {
  const { out } = await n8n.pass(
    'upload',
    { inputSource: 'binary', binaryPropertyName: 'data' },
    { resource: 'file', binary: { data: binaryFile(await picture('png')) } },
  );
  return out[0] ?? {};
}

describe('a refusal that does not concern an ID', () => {
  it.each(CASES.filter(([operation]) => /^badge/.test(operation)))(
    '%s reports that access badges are not enabled',
    async (operation, parameters) => {
      n8n.sandbox.control.setAccount({ accessBadges: false });
      const error = await refused(operation, parameters);
      expect(error?.message).toBe('Access badges are not enabled for this account [item 0]');
      expect(error?.description).toContain('account owner to have access badges enabled');
      expect(error?.description).not.toMatch(/Check the ID|Choose it again/);
    },
  );
});
