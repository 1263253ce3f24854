import { setImmediate } from 'node:timers/promises';

import { add as addBalance } from '../../../../shared/operations/balance/add';
import { subtract } from '../../../../shared/operations/balance/subtract';
import type { Operation } from '../../../../shared/operations/operation';
import { find } from '../../../../shared/operations/pass/find';
import { get } from '../../../../shared/operations/pass/get';
import { notify } from '../../../../shared/operations/pass/notify';
import { reactivate } from '../../../../shared/operations/pass/reactivate';
import { resend } from '../../../../shared/operations/pass/resend';
import { update } from '../../../../shared/operations/pass/update';
import { voidPass } from '../../../../shared/operations/pass/void';
import type { Transport, TransportResult } from '../../../../shared/http/transport';
import { add } from '../../../../shared/operations/stampCard/add';
import { redeem } from '../../../../shared/operations/stampCard/redeem';
import type { SeedPassesOptions } from '../../../../sandbox/index';
import { useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

/** Passes that an item names by the holder's email or phone. */
const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.stampCard;
const loyalty = () => core.sandbox.templates.loyalty;
const ANA = 'ana@example.com';

function seed(...passes: NonNullable<SeedPassesOptions['values']>[]): string[] {
  return control().seedPasses(templateId(), passes.length, { each: (i) => passes[i] ?? {} });
}
const by = (contact: unknown, input: object = {}, template = templateId()) => ({
  ...{ contact, templateId: template },
  ...input,
});
const VOIDED = { isValid: false };
const pathOf = (request: string) => request.split('?')[0];

test('The only pass of a contact is found by one search in any case and notation', async () => {
  const [id] = seed({ email: ANA, externalId: 'M-1' }, { email: 'bo@example.com' });
  for (const contact of [ANA, ' Ana@Example.COM ', `<${ANA}>`, `mailto:${ANA}`]) {
    const { out, sent } = await core.run(voidPass, by(contact));
    expect(out).toEqual([{ id, externalId: 'M-1', voided: true }]);
    expect(sent.map(pathOf)).toEqual(['GET /passes/search', 'PATCH /pass']);
  }
});

test('A message and its preview output the pass that was found by contact', async () => {
  const [id] = seed({ email: ANA, externalId: 'M-1' });
  const message = { title: 'Hello', content: 'World' };
  const { out } = await core.run(notify, by(ANA, message));
  expect(out).toMatchObject([{ id, externalId: 'M-1' }]);
  const preview = await core.run(notify, by(ANA, { ...message, previewOnly: true }));
  expect(preview.out).toMatchObject([{ id, externalId: 'M-1', preview: true }]);
  expect(preview.writes).toEqual([]);
});

test('The balance of a contact is read by one more search before it is subtracted', async () => {
  core.seedPass({ email: ANA, templateFields: { balance: 20 } });
  const input = { amount: 50, ifBalanceTooLow: 'fail' };
  const { error, sent } = await core.run(subtract, by(ANA, input, loyalty()));
  expect(error).toMatchObject({ kind: 'conflict', field: 'amount' });
  expect(sent.map(pathOf)).toEqual(Array(2).fill('GET /passes/search'));
});

test('A balance is read beside an older pass with the number in another spelling', async () => {
  const asEntered = '+49 151 12345678';
  core.seedPass({ phone: '+4915112345678', email: ANA, ...VOIDED });
  core.seedPass({ phone: asEntered, email: ANA, templateFields: { balance: 20 } });
  const input = { amount: 5, ifBalanceTooLow: 'fail' };
  const { out, error } = await core.run(subtract, by(asEntered, input, loyalty()));
  expect(error).toBeUndefined();
  expect(out).toMatchObject([{ pointsBalance: 15 }]);
});

const UNCERTAIN = { kind: 'conflict', field: 'contact' };
const CHANGES: [string, Operation, object][] = [
  ['Void', voidPass, {}],
  ['Update', update, { phone: '+15550100' }],
  ['Reactivate', reactivate, {}],
  ['Resend', resend, {}],
  ['Notify', notify, { title: 'A', content: 'B' }],
  ['Add Stamps', add, { count: 1 }],
  ['Get', get, {}],
];

test.each(CHANGES)('%s stops at two people with one address', async (_, operation, input) => {
  const [, second = ''] = seed({ email: ANA, externalId: 'M-1' }, { email: ANA });
  const { error, sent } = await core.run(operation, by(ANA, input));
  expect(error).toMatchObject(UNCERTAIN);
  expect(error?.message).toMatch(/^'Email or Phone' finds 2 passes of 'ana@example\.com': /);
  expect(error?.message).toContain('M-1 (issued ');
  expect(error?.message).toContain(`pass ID ${second} (issued `);
  expect(error?.fix).toContain("'External ID'");
  expect(sent.map(pathOf)).toEqual(['GET /passes/search']);
});

test('The error for a contact that nobody has names each form that was searched', async () => {
  seed({ email: ANA });
  const byEmail = await core.run(voidPass, by('bo@example.com'));
  expect(byEmail.error).toMatchObject({ kind: 'notFound', field: 'contact' });
  expect(byEmail.error?.message).toContain("'bo@example.com'");
  const byPhone = await core.run(voidPass, by('0151/123-456'));
  expect(byPhone.error?.message).toContain("'0151123456' or '0151/123-456'");
  expect(byPhone.error?.fix).toMatch(/ It has no country code: .* may be found\.$/);
  expect(byEmail.error?.fix).not.toContain('country code');
  expect(byPhone.sent.map(pathOf)).toEqual(Array(2).fill('GET /passes/search'));
});

test('Passes are looked for in each form of a phone number', async () => {
  seed({ phone: '0151123456', externalId: 'M-1' }, { phone: '0151/123-456', externalId: 'M-2' });
  const { error } = await core.run(voidPass, by('0151/123-456'));
  expect(error?.message).toMatch(/finds 2 passes /);
});

test('An email address is looked for in both forms of its domain', async () => {
  const [ana] = seed({ email: 'ana@müller.de' });
  const [bo] = seed({ email: 'bo@xn--mller-kva.de' });
  const voided = [];
  for (const email of ['ana@xn--mller-kva.de', 'Bo@Müller.de']) {
    voided.push((await core.run(voidPass, by(email))).out[0]?.id);
  }
  expect(voided).toEqual([ana, bo]);
});

test('A contact needs a template', async () => {
  const { error, sent } = await core.run(voidPass, { contact: ANA });
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'templateId' });
  expect(error?.fix).toContain("'Email or Phone'");
  expect(sent).toEqual([]);
});

test('A valid pass is taken before a voided one', async () => {
  const [, valid] = seed({ email: ANA, ...VOIDED }, { email: ANA });
  for (const operation of [get, voidPass]) {
    expect((await core.run(operation, by(ANA))).out[0]?.id).toBe(valid);
  }
});

test('The only pass is refused where it is not valid and must be', async () => {
  seed({ email: ANA, externalId: 'M-1', ...VOIDED });
  const { error, sent } = await core.run(add, by(ANA, { count: 1 }));
  const message = textWith(/that is not valid: M-1 \(issued .*, voided\)$/);
  expect(error).toMatchObject({ ...UNCERTAIN, message });
  expect(sent.map(pathOf)).toEqual(['GET /passes/search']);
  expect((await core.run(update, by(ANA, { phone: '+15550100' }))).error).toMatchObject(UNCERTAIN);
});

const ENDED = { templateFields: { validUntil: '2020-01-01T00:00:00Z' } };

test('An expired pass is not valid, alone and beside a valid one', async () => {
  seed({ email: ANA, ...ENDED });
  const stamp = () => core.run(add, by(ANA, { count: 1 }));
  expect((await stamp()).error).toMatchObject({ ...UNCERTAIN, message: textWith(/, expired\)$/) });
  const [valid] = seed({ email: ANA });
  expect((await stamp()).out).toMatchObject([{ id: valid }]);
});

test('The only pass is read, voided once more and reactivated although it is voided', async () => {
  const [id = ''] = seed({ email: ANA, ...VOIDED });
  expect((await core.run(get, by(ANA))).out).toMatchObject([{ id, status: 'voided' }]);
  expect((await core.run(voidPass, by(ANA))).out).toMatchObject([{ id, voided: true }]);
  expect((await core.run(reactivate, by(ANA))).out).toMatchObject([{ id, reactivated: true }]);
  expect(control().pass(id)?.isValid).toBe(true);
});

test('Of a valid and a voided pass, it is uncertain which to reactivate', async () => {
  const [voided = ''] = seed({ email: ANA, ...VOIDED }, { email: ANA });
  expect((await core.run(reactivate, by(ANA))).error).toMatchObject(UNCERTAIN);
  expect(control().pass(voided)?.isValid).toBe(false);
});

test('Of two voided passes, it is uncertain which is meant', async () => {
  seed({ email: ANA, ...VOIDED }, { email: ANA, ...VOIDED });
  for (const operation of [get, voidPass, reactivate]) {
    expect((await core.run(operation, by(ANA))).error).toMatchObject(UNCERTAIN);
  }
});

const PHONE = '+15550100';
const named = (name: string) => ({ templateFields: { accountName: name } });
const ACTIONS: [string, Operation, object][] = [
  ['Void', voidPass, {}],
  ['Update', update, { phone: '+15550199' }],
  ['Resend', resend, {}],
  ['Add Stamps', add, { count: 1 }],
  ['Redeem', redeem, {}],
  ['Get', get, {}],
];

test.each(ACTIONS)('%s stops at two people with one phone', async (_, operation, input) => {
  const ana = { phone: PHONE, email: ANA, externalId: 'M-1' };
  seed({ ...ana, ...ENDED }, { phone: PHONE, email: 'ben@example.com', externalId: 'M-2' });
  const { error, sent } = await core.run(operation, by('+1 (555) 0100', input));
  expect(error).toMatchObject(UNCERTAIN);
  expect(error?.message).toMatch(
    /finds 2 passes of '\+1 \(555\) 0100': M-2 \(ben@example\.com, issued .*, valid\), M-1 \(ana@example\.com, issued .*, expired\)$/,
  );
  expect(sent.every((request) => request.startsWith('GET /passes/search'))).toBe(true);
});

test("A pass with another name is another person's, whatever its status", async () => {
  seed(
    { email: ANA, externalId: 'M-1', ...named('Ana Souza') },
    { email: ANA, externalId: 'M-2', ...named('Ben Souza'), ...VOIDED },
  );
  const { error } = await core.run(voidPass, by(ANA));
  expect(error?.message).toMatch(/: M-2 \(Ben Souza, issued .*voided\), M-1 \(Ana Souza, issued /);
});

test("A pass with the same phone and another email is another person's: a family shares a number", async () => {
  const [, id] = seed(
    { phone: PHONE, email: ANA, ...VOIDED },
    { phone: PHONE, email: 'Ana@Example.com', ...named('Ana Souza') },
  );
  expect((await core.run(voidPass, by(PHONE))).out).toMatchObject([{ id }]);
  seed({ phone: PHONE, ...named('Ana Souza'), ...VOIDED });
  expect((await core.run(voidPass, by(PHONE))).error).toMatchObject({ kind: 'conflict' });
});

test('Two passes with the same phone and no email may be those of two people', async () => {
  seed({ phone: PHONE, ...VOIDED }, { phone: PHONE });
  for (const [label, operation, input] of ACTIONS) {
    const { error } = await core.run(operation, by(PHONE, input));
    expect([label, error?.kind]).toEqual([label, 'conflict']);
  }
});

test("A pass with another name in the field 'name' of a generic card is another person's", async () => {
  const ofGeneric = (name: string) => ({ email: ANA, templateFields: { name } });
  seed(ofGeneric('Ana'), { ...ofGeneric('Ben'), ...VOIDED });
  expect((await core.run(voidPass, by(ANA))).error).toMatchObject({ kind: 'conflict' });
});

test('Of two valid passes of the same person, it is uncertain which is meant', async () => {
  seed({ email: ANA, ...named('Ana') }, { email: ANA, ...named('Ana') });
  expect((await core.run(voidPass, by(ANA))).error?.message).toMatch(/finds 2 passes/);
});

test('Find Pass finds valid passes, others on demand, and stops at those of two people', async () => {
  const [voided, valid] = seed({ email: ANA }, { email: ANA, ...ENDED }).toReversed();
  const input = { templateId: templateId(), searchQuery: ANA };
  const search = (more: object = {}) => core.run(find, { ...input, ...more });
  const ids = async (more?: object) => (await search(more)).out.map(({ id }) => id);
  expect(await ids()).toEqual([valid]);
  expect(await ids({ includeNotValid: true })).toEqual([valid, voided]);
  await core.run(voidPass, { passId: valid });
  expect(await ids()).toEqual([]);
  seed({ email: ANA, ...named('Ben') }, { email: ANA, ...named('Ana'), ...VOIDED });
  const message = textWith(/^'Email or Phone' finds 4 passes of 'ana@example\.com': /);
  expect((await search()).error).toMatchObject({ field: 'searchQuery', message });
});

test('A pass ID or an external ID names the pass, whatever else its person has', async () => {
  const [first, second] = seed(
    { email: ANA, externalId: 'M-1' },
    { email: ANA, externalId: 'M-2', ...named('Ben') },
  );
  const voided = async (way: object) => (await core.run(voidPass, by(ANA, way))).out;
  expect(await voided({ passId: first })).toMatchObject([{ id: first, externalId: 'M-1' }]);
  expect(await voided({ externalId: 'M-2' })).toMatchObject([{ id: second }]);
});

test('Several ways to name a pass must lead to the same one', async () => {
  const [first, second] = seed({ email: ANA, externalId: 'M-1' }, { externalId: 'M-2' });
  const refused = async (contact: string, ways: object) => {
    const { error, writes } = await core.run(voidPass, by(contact, ways));
    expect(writes).toEqual([]);
    return error?.message;
  };
  const message = "'Pass' and 'External ID' lead to different passes";
  expect(await refused('', { passId: second, externalId: 'M-1' })).toBe(message);
  expect(await refused(ANA, { externalId: 'M-2' })).toMatch(/different passes$/);
  expect(await refused(ANA, { passId: second })).toMatch(/different passes$/);
  expect(await refused('bo@example.com', { externalId: 'M-9' })).toMatch(/'bo@example\.com'|'M-9'/);
  const all = by(ANA, { passId: first, externalId: 'M-1' });
  expect((await core.run(voidPass, all)).out).toMatchObject([{ id: first }]);
});

/** A page in place of the results of a search. */
const FAILED: TransportResult = {
  ok: true,
  response: { status: 200, headers: {}, body: '<html>' },
};

/** Counts how many changes of passes are under way at the same time. */
function countingChanges() {
  let running = 0;
  let most = 0;
  const through =
    (transport: Transport): Transport =>
    async (request) => {
      if (request.method !== 'PATCH') return await transport(request);
      running += 1;
      most = Math.max(most, running);
      // A turn of the event loop: a change that does not wait begins meanwhile.
      await setImmediate();
      return await transport(request).finally(() => (running -= 1));
    };
  return { through, most: () => most };
}

test('Items run one at a time per pass, however it is named, and search each contact once', async () => {
  const [id = ''] = seed({ email: ANA, phone: '+15550100', externalId: 'M-1' });
  const items = [
    by(ANA, { count: 1, idempotencyKey: 'a' }),
    // An item by pass ID and one by external ID share no queue; the item by phone between them is in both.
    { passId: id, count: 1, idempotencyKey: 'c' },
    by('+1 555 0100', { count: 1, idempotencyKey: 'b' }),
    { externalId: 'M-1', templateId: templateId(), count: 1, idempotencyKey: 'd' },
    by('ANA@example.com', { count: 1, idempotencyKey: 'e' }),
  ];
  const changes = countingChanges();
  const { out, sent } = await core.run(add, items, { continueOnFail: true, ...changes });
  expect(changes.most()).toBe(1);
  expect(out.map(({ collectedStamps }) => collectedStamps)).toEqual([1, 2, 3, 4, 5]);
  expect(sent.filter((request) => pathOf(request) === 'GET /passes/search')).toHaveLength(3);
});

test('Items run one at a time per pass, also after a search that failed', async () => {
  seed({ email: ANA, phone: '+15550100' });
  const changes = countingChanges();
  let hasFailed = false;
  const through = (transport: Transport): Transport => {
    const counted = changes.through(transport);
    return async (request) => {
      if (request.url.includes('lost')) {
        hasFailed = true;
        return FAILED;
      }
      // The next search ends only when the first one has failed.
      while (request.url.includes('bo%40') && !hasFailed) await setImmediate();
      return await counted(request);
    };
  };
  const contacts = ['lost@example.com', 'bo@example.com', ANA, '+15550100'];
  const items = contacts.map((contact) => by(contact, { count: 1 }));
  const options = { continueOnFail: true, concurrency: 2, through };
  const { errors } = await core.run(add, items, options);
  const kinds = ['unavailable', 'notFound', undefined, undefined];
  expect(errors.map((error) => error?.kind)).toEqual(kinds);
  expect(changes.most()).toBe(1);
});

test('An item searches again after a search that failed', async () => {
  const [id] = seed({ email: ANA });
  let searches = 0;
  const through =
    (transport: Transport): Transport =>
    async (request) => {
      if (!request.url.includes('/passes/search')) return await transport(request);
      searches += 1;
      return searches === 1 ? FAILED : await transport(request);
    };
  const items = [by(ANA, { count: 1 }), by(ANA, { count: 1 })];
  const options = { continueOnFail: true, concurrency: 1, through };
  const { out, errors } = await core.run(add, items, options);
  expect(errors).toMatchObject([{ kind: 'unavailable' }, undefined]);
  expect(out).toMatchObject([{ id, collectedStamps: 1 }]);
});

test.each<[kind: string, which: string, bad: object]>([
  ['notFound', 'has no pass', { contact: 'a@x.de' }],
  ['notFound', 'has an external ID without a pass', { externalId: 'gone' }],
  ['conflict', 'has two passes', { contact: 'twin@x.de' }],
  ['invalidInput', 'has a refused input', { count: 0 }],
])('All items fail together as %s if one %s', async (kind, _, bad) => {
  seed({ email: ANA }, { email: 'twin@x.de' }, { email: 'twin@x.de' });
  const items = [{}, bad, bad].map((one) => by(ANA, { count: 1, ...one }));
  const stopped = await core.run(add, items, { concurrency: 1 });
  expect(stopped.report.failed).toEqual([1, 2]);
  expect(stopped.writes).toEqual([]);
  const continued = await core.run(add, items, { continueOnFail: true });
  expect(continued.errors.map((error) => error?.kind)).toEqual([undefined, kind, kind]);
});

test('A run searches once on a template that does not exist, or with a key that may not', async () => {
  const items = (template?: string) =>
    Array.from({ length: 30 }, (_, i) => by(`p${i}@example.com`, { count: 1 }, template));
  const options = { continueOnFail: true, concurrency: 1 };
  const gone = await core.run(add, items('gone'), options);
  expect(new Set(gone.errors.map((error) => error?.field))).toEqual(new Set(['templateId']));
  expect(gone.sent).toHaveLength(1);
  const key = control().addKey(['scanning.stamp']);
  const refused = await core.run(add, items(), { key, ...options });
  expect(refused.errors[29]).toMatchObject({ kind: 'missingScope', scope: 'passes.viewAll' });
  expect(refused.sent).toHaveLength(1);
});

test('90 items of 60 people under a rate limit add each event once', async () => {
  const people = Array.from({ length: 60 }, (_, i) => `p${i}@example.com`);
  seed(...people.map((email) => ({ email })));
  control().setRateLimit({ ratePerSecond: 1000, burst: 20, retryAfter: 'seconds' });
  const items = Array.from({ length: 90 }, (_, i) =>
    by(people[i % 60], { count: 1, idempotencyKey: `order-${i}` }),
  );
  const { out, sent } = await core.run(add, items);
  expect(out).toHaveLength(90);
  expect(out.filter(({ collectedStamps }) => collectedStamps === 2)).toHaveLength(30);
  const searches = sent.filter((request) => pathOf(request) === 'GET /passes/search');
  expect(searches.length).toBeLessThan(80);
});

test('A retried run does not add to a balance again whose first change was lost', async () => {
  const id = core.seedPass({ email: ANA });
  control().queueFault({ kind: 'dropAfter', match: { method: 'PATCH' }, count: 10 });
  const retries = { store: {}, runIndex: 0, maxAttempts: 3 };
  const input = by(ANA, { amount: 5 }, loyalty());
  for (const _attempt of [1, 2]) {
    const { error } = await core.run(addBalance, input, { retries, runKey: '1' });
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
  }
  expect(control().pass(id)?.templateFields.balance).toBe(5);
});

test('A retried run repeats a lost Void, although the pass is voided by then', async () => {
  seed({ email: ANA });
  control().queueFault({ kind: 'dropAfter', match: { method: 'PATCH' }, count: 10 });
  const retries = { store: {}, runIndex: 0, maxAttempts: 3 };
  const first = await core.run(voidPass, by(ANA), { retries, runKey: '1' });
  expect(first.error?.kind).toBe('outcomeUnknown');
  control().clearFaults();
  const second = await core.run(voidPass, by(ANA), { retries, runKey: '1' });
  expect(second.out).toMatchObject([{ voided: true }]);
});
