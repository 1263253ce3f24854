import type { SeedPassesOptions } from '../../../sandbox/index';
import type { TemplateFeature } from '../../../shared/fields';
import { createClient } from '../../../shared/http/client';
import { PICKERS } from '../../../shared/pickers';
import { pickPasses } from '../../../shared/pickers/passes';
import { pickTemplates } from '../../../shared/pickers/templates';
import { TestClock } from '../../support/clock';
import { badge, badgePass, holder, templatePage } from '../../support/documented';
import { failureOf } from '../../support/failures';
import { scripted, type Reply } from '../../support/scriptedTransport';
import { useService } from '../../support/service';

type SeededPass = NonNullable<SeedPassesOptions['values']>;

const service = useService();

function clientOf(...replies: Parameters<typeof scripted>) {
  const { transport, sent } = scripted(...replies);
  const baseUrl = 'https://x.example';
  return { sent, client: createClient({ baseUrl, transport, clock: new TestClock() }) };
}

const labelsOf = async (list: Promise<{ choices: { label: string }[] }>) =>
  (await list).choices.map(({ label }) => label);

test('Templates are shown newest first, by name and type', async () => {
  const { choices, cursor } = await pickTemplates(service.client(), {});
  expect(choices.map(({ label }) => label)).toEqual([
    'Spring Ferry Offer · Coupon',
    'Night of the Lighthouse Orchestra · Event Ticket',
    'Pine Bookshop Gift Card · Gift Card',
    'Tenth Coffee Free · Stamp Card',
    'Roastery Rewards · Loyalty Card',
    'Harbor Library Card · Membership or ID Card',
  ]);
  expect(cursor).toBeUndefined();
});

test('Templates are found by what the label shows, in any letter case, or by the whole ID', async () => {
  const labels = (filter: string) => labelsOf(pickTemplates(service.client(), { filter }));
  expect(await labels(' LIBRARY card ')).toEqual(['Harbor Library Card · Membership or ID Card']);
  expect(await labels('library\u200b\u00a0card')).toHaveLength(1);
  expect(await labels('stamp')).toEqual(['Tenth Coffee Free · Stamp Card']);
  const { loyalty } = service.sandbox.templates;
  expect(await labels(loyalty)).toEqual(['Roastery Rewards · Loyalty Card']);
  expect(await labels('nothing like it')).toEqual([]);
});

test.each([
  ['stampCard', ['Tenth Coffee Free']],
  ['balance', ['Pine Bookshop Gift Card', 'Tenth Coffee Free', 'Roastery Rewards']],
] as const)('Only templates that fit %s operations are shown', async (requiresFeature, names) => {
  const labels = await labelsOf(pickTemplates(service.client(), { requiresFeature }));
  expect(labels.map((label) => label.split(' · ')[0])).toEqual(names);
});

test('A template whose design cannot be read may be a stamp card', async () => {
  const pass = '{broken';
  const data = [
    { id: 'tpl_1', name: 'A', type: 'loyalty', pass },
    { id: 'tpl_2', name: 'B', type: 'giftCard', pass },
  ];
  const { client } = clientOf({ body: templatePage(data) });
  const { choices } = await pickTemplates(client, { requiresFeature: 'stampCard' });
  expect(choices.map(({ id }) => id)).toEqual(['tpl_1']);
});

const page = (name: string, hasNext: boolean, type = 'offer'): Reply => ({
  body: templatePage([{ id: name, name, type }], hasNext ? name : undefined),
});

test('A page without a matching template does not end the list', async () => {
  const pages = [page('a', true), page('b', true), page('c', true, 'giftCard')];
  const { client, sent } = clientOf(...pages, page('d', false, 'loyalty'));
  expect(await pickTemplates(client, { requiresFeature: 'balance' })).toEqual({
    choices: [{ id: 'c', label: 'c · Gift Card' }],
    cursor: 'c',
  });
  expect(sent).toHaveLength(3);
  expect(await pickTemplates(client, { requiresFeature: 'balance', cursor: 'c' })).toEqual({
    choices: [{ id: 'd', label: 'd · Loyalty Card' }],
    cursor: undefined,
  });
});

test('A search for templates continues through the pages, and stops after fifty', async () => {
  const found = clientOf(page('a', true), page('b', true), page('wanted', true));
  expect(await pickTemplates(found.client, { filter: 'want' })).toEqual({
    choices: [{ id: 'wanted', label: 'wanted · Coupon' }],
    cursor: 'wanted',
  });
  expect(found.sent).toHaveLength(3);

  const endless = clientOf(page('a', true));
  const stopped = await pickTemplates(endless.client, { filter: 'want' });
  expect(stopped).toEqual({ choices: [], cursor: 'a' });
  expect(endless.sent).toHaveLength(50);
});

test('The list of templates ends where no cursor leads on', async () => {
  const { client } = clientOf({ body: templatePage([{ id: 't' }], null) });
  expect(await pickTemplates(client, {})).toMatchObject({ cursor: undefined });
});

test('Passes are shown with name, contact and external ID, as far as known', async () => {
  const { templates, control } = service.sandbox;
  const rows: SeededPass[] = [
    {},
    { externalId: 'M-2', phone: '+49151' },
    { externalId: 'M-3', email: 'ana@example.com', templateFields: { accountName: 'Ana' } },
  ];
  const [id] = control.seedPasses(templates.loyalty, 3, { each: (i) => rows[i] ?? {} });
  const list = pickPasses(service.client(), { templateId: templates.loyalty });
  expect(await labelsOf(list)).toEqual(['Ana · ana@example.com · M-3', 'M-2', id]);
});

test('Passes are all listed once across pages, even with ties', async () => {
  const { templates, control } = service.sandbox;
  const ids = control.seedPasses(templates.offer, 130, { perInstant: 7 });
  const client = service.client();
  const seen: string[] = [];
  let cursor: string | undefined;
  let pages = 0;
  do {
    const page = await pickPasses(client, { templateId: templates.offer, cursor });
    seen.push(...page.choices.map(({ id }) => id));
    cursor = page.cursor;
    pages += 1;
  } while (cursor !== undefined && pages < 20);
  expect(new Set(seen).size).toBe(seen.length);
  expect([...seen].sort()).toEqual([...ids].sort());
  // The last page is empty: no total shows the end of a list that is continued.
  expect(pages).toBeLessThanOrEqual(5);
});

const loyalty = () => service.sandbox.templates.loyalty;
const searchAll = (filter: string) => pickPasses(service.client(), { filter });
const searchLoyalty = (filter: string, cursor?: string) =>
  pickPasses(service.client(), { templateId: loyalty(), filter, cursor });

test.each([
  ['anna', 'a part of the name, whatever its case and accents'],
  ['SOUZA ánna', 'several words in any order'],
  ['l-1001', 'the external ID'],
  ['souza@ex', 'a part of the email'],
  ['Voided', 'the status'],
])('A search for %s finds a pass by %s', async (filter) => {
  const rows: SeededPass[] = [
    { externalId: 'L-7', templateFields: { accountName: 'Bo' } },
    {
      externalId: 'L-1001',
      email: 'souza@example.com',
      isValid: false,
      templateFields: { accountName: 'Änna Souza' },
    },
  ];
  const [, id] = service.sandbox.control.seedPasses(loyalty(), 2, { each: (i) => rows[i] ?? {} });
  for (const search of [searchLoyalty, searchAll]) {
    expect((await search(filter)).choices).toMatchObject([{ id }]);
  }
});

test('A search finds a whole email or phone however far back, with one request', async () => {
  const { control } = service.sandbox;
  control.seedPasses(loyalty(), 1, { values: { phone: '+49151123', externalId: 'L-1' } });
  control.seedPasses(loyalty(), 1200, { emailPrefix: 'guest+', externalIdPrefix: 'P-' });
  control.clearRequests();
  const byEmail = await labelsOf(searchLoyalty(' Guest+3@Example.com '));
  expect(byEmail).toEqual(['guest+3@example.com · P-3']);
  expect(await labelsOf(searchLoyalty('+49 151 123'))).toEqual(['L-1']);
  expect(service.sent()).toEqual(Array(2).fill('GET /passes/search'));
});

test('A search reads the newest 1,000 passes at most, and finds an older one by its external ID', async () => {
  const { control } = service.sandbox;
  control.seedPasses(loyalty(), 1300, { externalIdPrefix: 'L-' });
  control.clearRequests();
  expect((await labelsOf(searchLoyalty('L-2')))[0]).toEqual('L-2');
  expect(service.sent().sort()).toEqual(['GET /pass', ...Array<string>(5).fill('GET /passes')]);
  const { choices, cursor } = await searchLoyalty('L-2999');
  expect([choices, typeof cursor]).toEqual([[], 'string']);
  expect(await labelsOf(searchLoyalty('L-29', cursor))).toContain('L-299');
});

test('A search without a template reads a page of each of the newest ones', async () => {
  const { templates, control } = service.sandbox;
  control.seedPasses(templates.offer, 150, { externalIdPrefix: 'O-' });
  control.seedPasses(loyalty(), 250, { externalIdPrefix: 'L-' });
  expect(await labelsOf(searchAll('o-1'))).toContain('O-1 · Spring Ferry Offer');
  // L-70 to L-79 are among the newest 200 passes; L-7 is found by its external ID.
  expect((await searchAll('L-7')).choices).toHaveLength(11);
  expect((await searchAll('nobody')).choices).toEqual([]);
});

test('Passes without a template are the newest of all, with the names of their templates', async () => {
  const { templates, control } = service.sandbox;
  const values = { externalId: 'M-1' };
  const [a] = control.seedPasses(templates.offer, 1, { from: 1000, values });
  const [b] = control.seedPasses(templates.loyalty, 1, { from: 2000, values });
  const { choices } = await pickPasses(service.client(), {});
  expect(choices).toEqual([
    { id: b, label: 'M-1 · Roastery Rewards' },
    { id: a, label: 'M-1 · Spring Ferry Offer' },
  ]);
});

test('Passes for a stamp or balance operation come from templates that fit it', async () => {
  const { templates, control } = service.sandbox;
  const names = ['offer', 'stampCard', 'giftCard'] as const;
  for (const name of names) control.seedPasses(templates[name], 1, { externalIdPrefix: name });
  const labels = (requiresFeature: TemplateFeature) =>
    labelsOf(pickPasses(service.client(), { requiresFeature }));
  expect(await labels('stampCard')).toEqual(['stampCard1 · Tenth Coffee Free']);
  expect((await labels('balance')).sort()).toEqual([
    'giftCard1 · Pine Bookshop Gift Card',
    'stampCard1 · Tenth Coffee Free',
  ]);
});

const HOLDERS = { users: [holder({ name: 'Ada Moreno' })] };
const BADGES = [
  badge({ id: 'bdg_1', name: 'Staff Badge' }),
  badge({ id: 'bdg_2', name: 'Visitor Badge' }),
];
/** The labels that are shown for a holder who has these badge passes, by badge. */
function badgeLabels(passes: Record<string, Parameters<typeof badgePass>[0]>, timezone?: string) {
  const { client } = clientOf(({ url }) => {
    const { pathname, searchParams } = new URL(url);
    if (pathname === '/badge/users') return { body: HOLDERS };
    if (pathname === '/badge/templates') return { body: { templates: BADGES } };
    const badgeId = searchParams.get('badgeTemplateId');
    const found = Object.entries(passes).filter(([id]) => badgeId === null || badgeId === id);
    return { body: found.map(([, pass]) => badgePass(pass)) };
  });
  return labelsOf(PICKERS.badgePass.pick(client, { parents: { userId: 'usr_1' }, timezone }));
}

test('Badge passes are shown by badge, person, status and date', async () => {
  const issuedAt = Date.UTC(2026, 2, 12, 23, 30);
  const suspended = { id: 'bps_2', status: 'USER_SUSPENDED', issuedAt };
  const passes = { bdg_1: { id: 'bps_1', status: 'ACTIVE' }, bdg_2: suspended };
  expect(await badgeLabels(passes, 'Europe/Vienna')).toEqual([
    'Staff Badge · Ada Moreno · Active · issued Mar 12, 2026',
    'Visitor Badge · Ada Moreno · Suspended by holder · issued Mar 13, 2026',
  ]);
});

test.each([
  ['ISSUE_INITIATED', 'Being added'],
  ['CANCELLED', 'Canceled'],
  ['ON_HOLD_BY_OWNER', 'On hold by owner'],
  ['constructor', 'Constructor'],
])('Badge passes with the status %s are labeled %s', async (status, words) => {
  const [label] = await badgeLabels({ bdg_1: { id: 'bps_1', status } });
  expect(label).toBe(`Staff Badge · Ada Moreno · ${words} · issued Mar 12, 2026`);
});

test('Badge passes without a chosen holder ask to choose one', async () => {
  const failure = await failureOf(PICKERS.badgePass.pick(service.client(), {}));
  expect(failure).toMatchObject({ kind: 'invalidInput', field: 'userId' });
});

test('Fields of a template are listed by label, in the order of the card', async () => {
  const parents = { templateId: service.sandbox.templates.generic };
  const { choices } = await PICKERS.templateField.pick(service.client(), { parents });
  const number = { id: 'memberNumber', label: 'Member number' };
  expect(choices.slice(0, 2)).toEqual([number, { id: 'memberName', label: 'Member' }]);
  const found = await PICKERS.templateField.pick(service.client(), { filter: 'NUMBER', parents });
  expect(found.choices).toEqual([number]);
});

test('Fields that may be reached include the stamps, on a stamp card', async () => {
  const { templates } = service.sandbox;
  for (const [templateId, isListed] of [
    [templates.stampCard, true],
    [templates.loyalty, false],
  ] as const) {
    const query = { parents: { templateId } };
    const { choices } = await PICKERS.valueField.pick(service.client(), query);
    const stamps = { id: 'collectedStamps', label: 'Collected Stamps' };
    expect(choices.some(({ id }) => id === 'balance')).toBe(true);
    expect(choices.filter(({ id }) => id === stamps.id)).toEqual(isListed ? [stamps] : []);
  }
});
