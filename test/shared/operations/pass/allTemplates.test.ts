/** Finding the passes of a person without choosing a template. */

import { ALL_RESULTS } from '../../../../shared/fields';
import { MAPPED_EMPTY } from '../../../../shared/fields/read';
import { find } from '../../../../shared/operations/pass/find';
import { getAll } from '../../../../shared/operations/pass/getAll';
import { search } from '../../../../shared/operations/pass/search';
import { create as createTemplate } from '../../../../shared/operations/template/create';
import { hire, invited } from '../../../support/badges';
import { notesOf, useCore } from '../../../support/core';
import { someText, textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const EMAIL = 'ana@example.com';
const COUNT = 20;

/** As many templates as {@link COUNT}, newest first, each with a pass of the person and a pass of somebody else. */
async function passesOnTemplates(): Promise<string[]> {
  const seeded = Object.values(core.sandbox.templates);
  const names = Array.from({ length: COUNT - seeded.length }, (_, i) => `T${i}`);
  const items = names.map((name) => ({ name, type: 'offer' }));
  const { out } = await core.run(createTemplate, items);
  const ids = [...seeded, ...out.map(({ id }) => String(id))];
  for (const id of ids) {
    control().advanceClock(1000);
    for (const email of [EMAIL, 'ben@example.com']) core.seedPass({ email }, id);
  }
  control().clearRequests();
  return ids.toReversed();
}

const SEARCHES = [
  ['Find by Email or Phone', search, { searchQuery: EMAIL }],
  ['Get Many', getAll, { searchQuery: EMAIL, limit: ALL_RESULTS }],
] as const;

test.each(SEARCHES)('%s finds a person on all templates', async (_, operation, input) => {
  const newestFirst = await passesOnTemplates();
  const { out, sent } = await core.run(operation, input);
  expect(sent).toEqual(['GET /templates', ...Array<string>(COUNT).fill('GET /passes/search')]);
  expect(out.map(({ templateId }) => templateId)).toEqual(newestFirst);
  expect(out.every(({ templateName, email }) => templateName && email === EMAIL)).toBe(true);
  expect(new Set(out.map(({ templateName }) => templateName)).size).toBe(COUNT);
});

test('Find Pass reads the links of the newest ten passes of one template', async () => {
  const templateId = core.sandbox.templates.loyalty;
  await passesOnTemplates();
  const ids = control().seedPasses(templateId, 12, { values: { email: EMAIL } });
  const { out, sent } = await core.run(find, { searchQuery: EMAIL, templateId });
  expect(out.map(({ id }) => id)).toEqual(ids.toReversed().slice(0, 10));
  expect(out.every(({ templateName, link }) => templateName && link)).toBe(true);
  expect(sent.filter((request) => request === 'GET /passes/search')).toHaveLength(1);
});

test.each(SEARCHES)('%s names all forms of an unknown number', async (_, operation, input) => {
  const templateId = core.sandbox.templates.loyalty;
  const of = async (searchQuery: string) => {
    const { report } = await core.run(operation, { ...input, templateId, searchQuery });
    return notesOf(report, 'phoneNotFound')?.lines;
  };
  expect(await of('0151/123-456')).toEqual([
    "Nobody was found by the phone number '0151123456' or '0151/123-456'. It has no country code: with one, e.g. +1 202 555 0123, the person may be found.",
  ]);
  expect(await of('491511234567')).toEqual([textWith('It has no country code')]);
  expect(await of('+49 0151 1234567')).toEqual([
    "Nobody was found by the phone number '+491511234567' or '+49 0151 1234567'. The service finds a number only as it is stored.",
  ]);
  expect(await of('nobody@müller.de')).toBeUndefined();
});

test('Get Many applies limit and filters after merging the passes of all templates', async () => {
  const newestFirst = await passesOnTemplates();
  const all = await core.run(search, { searchQuery: EMAIL });
  const [oldest] = all.out.slice(-1);
  const few = await core.run(getAll, { searchQuery: EMAIL, limit: 3 });
  expect(few.out.map(({ templateId }) => templateId)).toEqual(newestFirst.slice(0, 3));
  const issuedBefore = all.out[COUNT - 2]?.created;
  const old = await core.run(getAll, { searchQuery: EMAIL, limit: 3, issuedBefore });
  expect(old.out.map(({ id }) => id)).toEqual([oldest?.id]);
});

test('The list of templates is read once for all items of a run', async () => {
  await passesOnTemplates();
  const names = ['ana', 'ben', 'cleo'];
  const items = names.map((name) => ({ searchQuery: `${name}@example.com` }));
  const { sent } = await core.run(search, items);
  expect(sent.filter((request) => request === 'GET /templates')).toHaveLength(1);
  expect(sent).toHaveLength(1 + 3 * COUNT);
});

const FAILING_SEARCHES = SEARCHES.flatMap(([name, operation, input]) =>
  [403, 404, 500].map((status) => [name, status, operation, input] as const),
);

test.each(FAILING_SEARCHES)('%s names a template that fails (%i)', async (...failing) => {
  const [, status, operation, input] = failing;
  await passesOnTemplates();
  const { loyalty } = core.sandbox.templates;
  const body = JSON.stringify({ error: status === 404 ? 'Resource not found' : 'You may not' });
  const fault = { kind: 'intercepted', status, body } as const;
  core.intercept(({ query }) => query.templateId === loyalty, fault);
  const { out, error } = await core.run(operation, input);
  expect(out).toEqual([]);
  const message = /^Template 'Roastery Rewards' could not be searched, so no passes/;
  expect(error?.message).toMatch(message);
  expect(error?.field).toBeUndefined();
  // To a search of Zapier, it would mean that there is none.
  expect(error?.kind).not.toBe('notFound');
});

test('A template that is mapped but empty is refused', async () => {
  await passesOnTemplates();
  for (const [, operation, input] of SEARCHES) {
    const { error, sent } = await core.run(operation, { ...input, templateId: MAPPED_EMPTY });
    expect(error).toMatchObject({
      field: 'templateId',
      message: "'Template' is mapped but empty",
      fix: 'Fill it, or clear the mapping to search all templates.',
    });
    expect(sent).toEqual([]);
  }
});

test.each([
  ['Get Many without a contact', getAll, { limit: 5 }],
  ['Get Many by a field', getAll, { searchQuery: EMAIL, fieldName: 'level', fieldValue: 'Gold' }],
  ['Find Pass by external ID', find, { externalId: 'M-1', searchQuery: EMAIL }],
  ['Find Pass by email, which Find or Issue Pass uses', find, { searchQuery: EMAIL }],
  ['Find Pass by ID with field values', find, { passId: 'ps_1', includeFieldValues: true }],
])('A template is required for %s', async (_name, operation, input) => {
  const { error, sent } = await core.run(operation, input);
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
  expect(sent).toEqual([]);
});

test('A search of all templates names the missing scope, and how to do without', async () => {
  const key = control().addKey(['passes.viewAll']);
  const { error, sent } = await core.run(search, { searchQuery: EMAIL }, { key });
  expect(error).toMatchObject({ kind: 'missingScope', scope: 'templates.viewAll' });
  expect(error?.fix).toMatch(/^Choose a 'Template', or use a key that has the scope templates/);
  expect(sent).toEqual(['GET /templates']);
  const { loyalty } = core.sandbox.templates;
  const one = await core.run(search, { searchQuery: EMAIL, templateId: loyalty }, { key });
  expect(one.error).toBeUndefined();
});

const everything = { searchQuery: ' Ada@Example.com', includeBadges: true };

test('Include Badges adds the holder, their badge passes and all their invites, without links', async () => {
  control().advanceClock(-60 * 86_400_000);
  const expired = await invited(core, { email: 'ada@example.com' });
  control().advanceClock(60 * 86_400_000);
  const { userId, passId } = await hire(core, 'ada@example.com', { firstName: 'Ada' });
  const live = await invited(core, { email: 'ada@example.com' });
  await hire(core, 'bo@example.com');
  control().seedPasses(core.sandbox.templates.offer, 1, { values: { email: 'ada@example.com' } });
  const { out } = await core.run(search, everything);
  const invite = {
    ...{ object: 'badgeInvite', id: 'ada@example.com', email: 'ada@example.com' },
    templateName: 'Pier House Staff Badge',
  };
  expect(out).toMatchObject([
    { object: 'pass', email: 'ada@example.com', status: 'valid' },
    { object: 'badgeHolder', id: userId, badgeRecord: { name: 'Ada', invited: false } },
    {
      ...{ object: 'badgePass', id: passId, status: 'active', email: 'ada@example.com' },
      templateName: 'Pier House Staff Badge',
      badgeRecord: { userId, status: 'ACTIVE', credentials: [{ cardNumber: someText }] },
    },
    ...[invite, invite, invite],
  ]);
  expect(out).toHaveLength(6);
  const text = JSON.stringify(out);
  for (const { code } of [expired, live]) expect(text).not.toContain(code);
  expect(text).not.toContain('bo@example.com');
});

test('Include Badges finds an invited person without a pass by phone', async () => {
  await invited(core, { phone: '+12025550123' });
  const { out } = await core.run(search, { ...everything, searchQuery: '+1 202 555 0123' });
  expect(out).toMatchObject([
    { object: 'badgeHolder', id: '+12025550123', badgeRecord: { invited: true } },
  ]);
});
