/** Sync List: the passes that no item has are listed or voided, or, in doubt, left alone. */

import { sync } from '../../../../shared/operations/pass/sync';
import { reportText, summaryText } from '../../../../shared/run/report';
import type { RunRetries } from '../../../../shared/run/attempts';
import { type CoreOptions, notesOf, useCore } from '../../../support/core';
import { editLists } from '../../../support/editBodies';
import { textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;

const VOID = { missing: 'void', confirmVoid: true, maxVoid: '10', graceHours: 0 };
const numbers = (count: number) => Array.from({ length: count }, (_, i) => `M-${i + 1}`);
/** A list with these external IDs. */
const list = (externalIds: readonly string[], settings: object = VOID) =>
  externalIds.map((externalId) => ({
    ...{ templateId: templateId(), externalId, sendToEmail: 'doNotSend' },
    ...{ email: `${externalId}@example.com`, fieldValues: { accountName: 'Ana' }, ...settings },
  }));
const run = (items: readonly object[], options?: CoreOptions) => core.run(sync, items, options);
const seed = (count: number, values: object = {}) =>
  control().seedPasses(templateId(), count, { externalIdPrefix: 'M-', values });
const seedOne = (externalId: string | undefined, values: object = {}) =>
  core.seedPass({ externalId, ...values });
/** Does something while the first request with this method, or below this path, is under way. */
function atFirst(start: string, then: () => void) {
  const off = control().onRequest(({ method, path }) => {
    if (method !== start && !path.startsWith(start)) return;
    off();
    then();
  });
}
/** Refuses changes that contain a text. */
const refuseChanges = (part: string) =>
  core.intercept(({ method, body }) => method === 'PATCH' && JSON.stringify(body).includes(part));
const voided = () =>
  control()
    .passes(templateId())
    .filter(({ isValid }) => !isValid)
    .map(({ externalId, id }) => externalId ?? id)
    .sort();

test('Passes that are not in the list are kept by default', async () => {
  seed(5);
  const { listResults } = await run(list(numbers(3), {}));
  expect(listResults).toEqual([]);
  expect(voided()).toEqual([]);
});

test('Passes that are not in the list are listed after the items', async () => {
  seed(25);
  const { out, listResults, report } = await run(list(numbers(23), { missing: 'list' }));
  expect(out).toHaveLength(23);
  expect(listResults).toMatchObject([
    { outcome: 'notInList', externalId: 'M-25' },
    { outcome: 'notInList', externalId: 'M-24' },
  ]);
  expect(summaryText(report)).toBe('23 items: 23 updated. Other passes: 2 not in the list');
  expect(voided()).toEqual([]);
});

test("Passes that are not in the list are unknown if the service's list lacks passes", async () => {
  seed(5);
  const through = editLists((body) => {
    body.passes = body.passes.filter((pass) => !JSON.stringify(pass).includes('"M-2"'));
  });
  const options = { through, continueOnFail: true };
  const { out, error } = await run(list(numbers(3), { missing: 'list' }), options);
  expect(out.map(({ outcome }) => outcome)).toEqual(['updated', 'updated', 'updated']);
  expect(error?.message).toContain('4 of 5 passes could be read');
  expect(control().passes(templateId())).toHaveLength(5);
});

test.each([
  ['its external ID', { externalId: '' }],
  ['the prefix of the list', { prefix: 'gym-' }],
])('No missing pass is reported if an item is refused for %s', async (_, refused) => {
  seed(3);
  const [first, second] = list(numbers(2), { missing: 'list' });
  const items = [{ ...first }, { ...second, ...refused }];
  const { report } = await run(items, { continueOnFail: true });
  const message = textWith('an item was refused for its external ID');
  expect(report.listResults).toMatchObject([{ reason: { message } }]);
});

test('Passes that are not in the list are voided, and nobody else', async () => {
  seed(25);
  const { listResults, report, error } = await run(list([...numbers(23), 'M-90']));
  expect(error).toBeUndefined();
  expect(listResults).toMatchObject([
    { outcome: 'voided', externalId: 'M-25' },
    { outcome: 'voided', externalId: 'M-24' },
  ]);
  expect(summaryText(report)).toBe('24 items: 1 created, 23 updated. Other passes: 2 voided');
  expect(voided()).toEqual(['M-24', 'M-25']);
});

test.each(['void', 'list'])('Passes beside a single item are left alone: %s', async (missing) => {
  const settings = { ...VOID, missing };
  seed(2);
  await run(list(['M-1'], settings));
  await run(list(['M-1'], { ...settings, missing: 'list' }));
  expect(voided()).toEqual([]);
  seedOne('M-3');
  const { listResults } = await run(list(['M-1', 'M-2'], settings));
  expect(listResults).toMatchObject([{ externalId: 'M-3' }]);
});

test('A preview shows the passes that are not in the list', async () => {
  seed(25, { email: 'm@example.com' });
  const settings = { ...VOID, confirmVoid: false, previewOnly: true };
  const { listResults, report, writes } = await run(list([...numbers(23), 'M-90'], settings));
  expect(listResults).toMatchObject([
    { preview: true, wouldBe: 'voided', externalId: 'M-25' },
    { preview: true, wouldBe: 'voided', externalId: 'M-24' },
  ]);
  expect(summaryText(report)).toBe(
    'Preview only, nothing was sent. 24 items: 1 would be created, 23 would be updated. Other passes: 2 would be voided',
  );
  expect(writes).toEqual([]);
});

test('A pass without an external ID is left alone', async () => {
  seedOne(undefined);
  await run(list(['M-1']));
  expect(voided()).toEqual([]);
});

test('A pass without the prefix is left alone', async () => {
  for (const id of ['gym-0', 'gym-1', 'gym-2', 'spa-1', 'Gym-3']) seedOne(id);
  await run(list(['gym-0', 'gym-1'], { ...VOID, prefix: 'gym-' }));
  expect(voided()).toEqual(['gym-2']);
});

test('A pass that is voided already is left alone', async () => {
  seedOne('M-2', { isValid: false });
  const { listResults } = await run(list(['M-1']));
  expect(listResults).toEqual([]);
});

test('A pass is left alone if an item has it in another spelling, and in its own', async () => {
  for (const id of ['M-0', 'M-1', 'm-1', 'M-2']) seedOne(id);
  const { report } = await run(list(['M-0', 'M-1']));
  expect(voided()).toEqual(['M-2']);
  expect(notesOf(report, 'respelled')).toBeDefined();
  const both = await run(list(['M-1', 'm-1'], { missing: 'list' }));
  expect(notesOf(both.report, 'respelled')).toBeUndefined();
});

test('A pass that is issued during the run is left alone', async () => {
  seed(3);
  const issued: string[] = [];
  atFirst('PATCH', () => {
    control().advanceClock(1000);
    issued.push(seedOne('form-1'));
  });
  await run(list(numbers(2)));
  expect(issued).toHaveLength(1);
  expect(voided()).toEqual(['M-3']);
});

test('Two passes with one external ID are left alone and reported', async () => {
  for (const id of ['M-1', 'M-2', 'M-2']) seedOne(id);
  const { listResults } = await run(list(['M-1']));
  expect(listResults).toMatchObject([
    { outcome: 'notInList', externalId: 'M-2', duplicates: [expect.any(String)] },
  ]);
  expect(voided()).toEqual([]);
});

test('A pass that is issued during the run, below passes of the future, is left alone', async () => {
  seed(5);
  control().seedPasses(templateId(), 3, { from: control().now() + 86_400_000 });
  atFirst('PATCH', () => seedOne('form-1'));
  await run(list(numbers(5)));
  expect(voided()).toEqual([]);
});

test('A pass that is issued again during the run is left alone and reported', async () => {
  seed(3);
  const again: string[] = [];
  atFirst('PATCH', () => {
    control().advanceClock(1000);
    again.push(seedOne('m-3'));
  });
  const { listResults } = await run(list(numbers(2)));
  expect(listResults).toMatchObject([
    { outcome: 'notInList', externalId: 'M-3', duplicates: again },
  ]);
  expect(voided()).toEqual([]);
});

test('A pass that is issued again while the run is prepared is left alone and reported', async () => {
  const hoursAgo = (hours: number) => ({ created: control().now() - hours * 3_600_000 });
  seed(3, hoursAgo(3));
  const again: string[] = [];
  atFirst('/templates/', () => {
    again.push(seedOne('M-3', hoursAgo(2)));
    seedOne('form-1', hoursAgo(1));
  });
  const { listResults } = await run(list(numbers(2)));
  expect(listResults).toMatchObject([
    { outcome: 'notInList', externalId: 'M-3', duplicates: again },
  ]);
  expect(voided()).toEqual([]);
});

test('A young pass is left alone and listed', async () => {
  seed(20, { created: control().now() - 25 * 3_600_000 });
  seedOne('joined', { created: control().now() - 23 * 3_600_000 });
  const { graceHours: _none, ...settings } = VOID;
  const preview = await run(list(numbers(19), { ...settings, previewOnly: true }));
  expect(preview.listResults).toMatchObject([
    { wouldBe: 'voided', externalId: 'M-20' },
    { outcome: 'notInList', externalId: 'joined' },
  ]);
  const { listResults } = await run(list(numbers(19), settings));
  expect(listResults).toMatchObject([
    { outcome: 'voided', externalId: 'M-20', status: 'voided' },
    { outcome: 'notInList', externalId: 'joined', status: 'valid' },
  ]);
  expect(voided()).toEqual(['M-20']);
});

const ENDED = { templateFields: { validUntil: '2020-01-01T00:00:00.000Z' } };

test('A pass that has expired is left alone', async () => {
  seedOne('M-2', ENDED);
  expect((await run(list(['M-1']))).listResults).toEqual([]);
  expect(voided()).toEqual([]);
});

test('An item gets no second pass if somebody else issued it while the run was prepared', async () => {
  control().seedPasses(templateId(), 3);
  const issued: string[] = [];
  atFirst('/templates/', () => issued.push(seedOne('M-9')));
  await run(list(numbers(25)));
  const passes = control().passes(templateId());
  expect(passes.flatMap(({ externalId, id }) => (externalId === 'M-9' ? id : []))).toEqual(issued);
});

const twins = (first: object, second: object) => {
  seed(3);
  return [first, second].map((values) => seedOne('M-7', values)) as [string, string];
};
const VOIDED = { isValid: false };
const listWithTwins = (more: object = {}) =>
  list([...numbers(3), 'M-7'], { missing: 'list', ...more });
const bodies = () =>
  core.bodies('PATCH', '/pass').filter((body) => 'id' in body || body.externalId === 'M-7');

test.each<[string, object, object, 0 | 1]>([
  ['voided', {}, VOIDED, 0],
  ['voided', VOIDED, {}, 1],
  ['expired', ENDED, {}, 1],
])(
  'The valid one of two passes is changed by its ID if the other is %s',
  async (_, a, b, meant) => {
    const ids = twins(a, b);
    const { out } = await run(listWithTwins({ ifNotValid: 'reactivate' }));
    const duplicates = [ids[1 - meant]];
    expect(out[3]).toMatchObject({ id: ids[meant], outcome: 'updated', duplicates });
    expect(bodies()).toMatchObject([{ id: ids[meant] }]);
    expect(bodies()[0]).not.toHaveProperty('isValid');
    const again = await run(listWithTwins({ ifNotValid: 'reactivate', previewOnly: true }));
    expect(again.out[3]).toMatchObject({ id: ids[meant], wouldBe: 'unchanged' });
  },
);

test.each<[string, object, object]>([
  ['valid', {}, {}],
  ['voided', VOIDED, VOIDED],
  ['expired', ENDED, ENDED],
])('An item with two %s passes is refused, and both are named', async (status, a, b) => {
  const [first, second] = twins(a, b);
  for (const missing of ['list', 'void']) {
    const reactivated = { ifNotValid: 'reactivate', validUntil: '2099-01-01' };
    const items = listWithTwins({ ...VOID, missing, ...reactivated });
    const { errors, sent } = await run(items, { continueOnFail: true });
    expect(errors[3]).toMatchObject({ kind: 'conflict', field: 'externalId' });
    for (const id of [first, second]) expect(errors[3]?.message).toContain(`${id} (${status})`);
    expect(sent).not.toContain('POST /pass');
  }
  expect(bodies()).toEqual([]);
  expect((await run(listWithTwins())).sent).not.toContain('PATCH /pass');
});

test('The valid one of two passes is changed by all items that have its external ID', async () => {
  const [, valid] = twins(VOIDED, {});
  const listed = { missing: 'list' };
  const bea = { ...listed, fieldValues: { accountName: 'Bea' } };
  await run([...list(['M-7'], listed), ...list(['M-7'], bea)], { concurrency: 1 });
  expect(bodies()).toMatchObject([{ id: valid }, { id: valid }]);
});

const REFUSED = { kind: 'conflict', field: 'externalId' };
const posts = () => core.bodies('POST', '/pass').length;

// Other spellings of M-1.
const SPELLINGS = [
  'm-1',
  ' M-1',
  'Ｍ-1',
  'M\u20111',
  'M\u20131',
  'M - 1',
  'M-\u00ad1',
  'M-01',
  'M-1.0',
];

test.each(SPELLINGS)('The row of M-1 is refused if its pass has %j', async (id) => {
  for (const one of [id, 'M-2', 'M-3']) seedOne(one);
  for (const settings of [{ missing: 'list' }, VOID]) {
    const items = list(['M-1', 'M-3', 'M-4'], settings);
    const { errors, out, report } = await run(items, { continueOnFail: true });
    expect(errors[0]).toMatchObject(REFUSED);
    expect(errors[0]?.message).toContain(`'M-1', but one has '${id}'`);
    expect(out.map(({ externalId }) => externalId)).toEqual(['M-3', 'M-4']);
    expect(notesOf(report, 'respelled')).toBeUndefined();
  }
  expect(posts()).toBe(1);
  expect(voided()).toEqual([]);
});

test('Rows are refused if a sheet has removed the zeros of their external IDs', async () => {
  const ids = Array.from({ length: 60 }, (_, i) => `${i + 70}`);
  for (const id of ids) seedOne(id.padStart(3, '0'));
  for (const settings of [{ missing: 'list' }, VOID, {}]) {
    const { errors, out } = await run(list(ids, settings), { continueOnFail: true });
    expect(errors.filter((error) => error)).toHaveLength(30);
    expect(out).toHaveLength(30);
  }
  expect(posts()).toBe(0);
});

test('A row is refused if the expired pass of a person has another spelling of the prefix', async () => {
  for (let i = 0; i < 30; i += 1) seedOne(`GYM-00${i + 10}`, ENDED);
  const ids = Array.from({ length: 30 }, (_, i) => `gym-${i + 10}`);
  const returned = { ifNotValid: 'reactivate', validUntil: '2099-01-01', prefix: 'gym-' };
  for (const settings of [{ missing: 'list' }, VOID, {}]) {
    const items = list(ids, { ...settings, ...returned });
    const { errors } = await run(items, { continueOnFail: true });
    expect(errors.filter((error) => error?.field === 'externalId')).toHaveLength(30);
  }
  expect(core.bodies('PATCH', '/pass')).toEqual([]);
  expect(posts()).toBe(0);
});

test('A row with another spelling stops a run that stops at failures, before anything is sent', async () => {
  for (const id of ['01', '2', '3']) seedOne(id);
  const { error, sent } = await run(list(['3', '2', '1'], { missing: 'list' }));
  expect(error).toMatchObject(REFUSED);
  expect(sent).not.toContain('PATCH /pass');
});

test('A row with another spelling is sent if no list is read, or if both have a pass', async () => {
  for (const id of ['m-1', 'A-01', 'a-01']) seedOne(id);
  expect((await run(list(['M-1'], {}))).errors).toEqual([undefined]);
  const { out, error } = await run(list(['A-01', 'a-01', 'M-1', 'm-1']));
  expect(error).toBeUndefined();
  const outcomes = ['updated', 'updated', 'unchanged', 'updated'];
  expect(out.map(({ outcome }) => outcome)).toEqual(outcomes);
  expect(voided()).toEqual([]);
});

test('A row is refused if the pass with another spelling is that of another item', async () => {
  seedOne('0042');
  for (const ids of [
    ['0042', '42', 'M-9'],
    ['42', '0042', 'M-9'],
  ]) {
    const { errors } = await run(list(ids, {}), { continueOnFail: true });
    expect(errors[ids.indexOf('42')]).toMatchObject(REFUSED);
    expect(errors.filter((error) => error)).toHaveLength(1);
  }
});

test('Two new rows that differ only in spelling are noted, in a preview, too', async () => {
  for (const previewOnly of [true, false]) {
    const { report, error } = await run(list(['0012', '12', 'M-9'], { previewOnly }));
    expect(error).toBeUndefined();
    expect(notesOf(report, 'respelled')?.lines).toEqual([
      expect.stringContaining("from another one: '12' and '0012'. To the service, these are two"),
    ]);
  }
});

test('A list is sent if everyone is new beside a pass of today', async () => {
  seedOne('form-1');
  const { error, out } = await run(list(numbers(3), { ...VOID, graceHours: 24 }));
  expect([error, out.length]).toEqual([undefined, 3]);
});

test('A list is sent if everyone is renewed beside somebody who has left', async () => {
  seed(3, ENDED);
  seedOne('left');
  const renewed = { ifNotValid: 'reactivate', validUntil: '2099-01-01' };
  const { error, out } = await run(list(numbers(3), { ...VOID, ...renewed }));
  expect(error).toBeUndefined();
  expect(out.map(({ outcome }) => outcome)).toEqual(Array(3).fill('reactivated'));
  expect(voided()).toEqual(['left']);
});

const LOOP = { listDoubt: { message: 'the node is in a loop', fix: 'Remove it.' } };

test('A list that may be incomplete reports nobody, sends its items, and says why', async () => {
  seed(5);
  const items = list(numbers(3), { missing: 'list' });
  const { error, out, listResults, report } = await run(items, LOOP);
  expect([error, out.length, listResults]).toEqual([undefined, 3, []]);
  expect(notesOf(report, 'list')?.lines).toEqual([
    '2 passes are not reported as not in the list: the node is in a loop. Remove it.',
  ]);
});

test('A single row beside other passes reports nobody, and says why', async () => {
  seed(5);
  const { out, listResults, report } = await run(list(['M-2'], { missing: 'list' }));
  expect([out.length, listResults]).toEqual([1, []]);
  expect(notesOf(report, 'list')?.lines.join()).toContain('the run has a single row');
});

async function expectNobodyVoided(items: object[], reason: string, options?: CoreOptions) {
  const { listResults, report, writes } = await run(items, { continueOnFail: true, ...options });
  const reasons = [...report.reasons, ...report.listResults.map((result) => result.reason)];
  const messages = reasons.map((explanation) => explanation?.message);
  expect(messages).toContainEqual(
    expect.stringMatching(/^Nothing was (sent and nothing was )?voided: /),
  );
  expect(messages.join()).toContain(`: ${reason}`);
  expect(listResults).toEqual([]);
  expect(voided()).toEqual([]);
  return writes;
}
const expectNothingSent = async (...args: Parameters<typeof expectNobodyVoided>) => {
  expect(await expectNobodyVoided(...args)).toEqual([]);
};

test.each([{ email: 'none' }, { externalId: '' }])(
  'Nobody is voided if an item has %j',
  async (bad) => {
    seed(5);
    const [first, ...others] = list(numbers(3));
    await expectNothingSent([{ ...first, ...bad }, ...others], '1 of 3 items is refused');
  },
);

test('Nobody is voided if an item failed', async () => {
  seed(5);
  refuseChanges('M-2');
  await expectNobodyVoided(list(numbers(3)), '1 of 3 items failed');
});

test('Nobody is voided if the list of passes has fewer than the service counts', async () => {
  seed(5);
  await expectNothingSent(list(numbers(3)), '5 of 6 passes could be read', {
    through: editLists((body) => (body.totalCount = 6)),
  });
});

test('Nobody is voided if the list of passes cannot be read to its end', async () => {
  seed(5);
  control().setPageCap(2);
  core.intercept(({ path, query }) => path === '/passes' && query.startAfter !== undefined);
  const { error } = await run(list(numbers(3)));
  expect(error?.status).toBe(403);
  expect(voided()).toEqual([]);
});

test.each(['10', '9%', '9.9%', '0', '0.5%'])(
  'Nobody is voided if 11 of 111 exceed %s',
  async (maxVoid) => {
    seed(111);
    const reason = `11 of 111 passes are not in the list (10%), and 'Max Passes to Void' is ${maxVoid}`;
    await expectNothingSent(list(numbers(100), { ...VOID, maxVoid }), reason);
  },
);

test('The share of the passes to void is that of the valid passes from before the run', async () => {
  seed(1);
  control().seedPasses(templateId(), 20, { externalIdPrefix: 'old-' });
  // An expired pass is none that a card is missed for.
  control().seedPasses(templateId(), 40, { externalIdPrefix: 'expired-', values: ENDED });
  await expectNothingSent(
    list(numbers(20), { ...VOID, maxVoid: '50%' }),
    "20 of 21 passes are not in the list (95%), and 'Max Passes to Void' is 50%",
  );
});

test.each(['11', '10%', '9.91%', '100%'])('All 11 of 111 are voided within %s', async (maxVoid) => {
  seed(111);
  await run(list(numbers(100), { ...VOID, maxVoid }));
  expect(voided()).toHaveLength(11);
});

test('Nobody is voided by the list of another club, with the same numbers', async () => {
  for (const id of numbers(5)) seedOne(id, { email: `${id}@club.example` });
  const rows = (emailOf: (id: string) => string) =>
    list(numbers(4)).map((row) => ({ ...row, email: emailOf(row.externalId) }));
  const reason = 'no item has a pass, although the template has 5 valid passes';
  await expectNothingSent(
    rows((id) => `member-${id}@example.com`),
    reason,
  );
  // A company may change its domain.
  expect((await run(rows((id) => `${id}@company.example`))).error).toBeUndefined();
  expect(voided()).toEqual(['M-5']);
});

test('Nobody is voided by the list of another template, no item of which has a pass', async () => {
  seed(5);
  const reason = 'no item has a pass, although the template has 5 valid passes';
  await expectNothingSent(list(['gym-1', 'gym-2']), reason);
  expect((await run(list(['new-1'], { ...VOID, prefix: 'new-' }))).error).toBeUndefined();
});

test.each([
  ['M-2', 'M-2'],
  ['N-1', 'n-01'],
])('Nobody is voided if two items are one person: %s and %s', async (first, second) => {
  seed(5);
  const ids = [...new Set([first, second])].map((id) => `'${id}'`).join(' and ');
  const reason = `several items have the external ID ${ids}`;
  await expectNothingSent(list([...numbers(1), first, second]), reason);
});

test('The error for two items that look alike names the characters that differ', async () => {
  const { error } = await run(list(['M-1', 'M\u20131']));
  expect(error?.fix).toBe(
    'Give each item its own external ID. These two differ in the character - (U+002D) at position 2 and the character \u2013 (U+2013) at position 2.',
  );
});

test('Nobody is voided if the platform may have given the run only a part of the list', async () => {
  seed(5);
  for (const ids of [numbers(4), numbers(5)]) {
    await expectNothingSent(list(ids), 'the node is in a loop', LOOP);
  }
  const previewed = list(numbers(4), { ...VOID, previewOnly: true });
  const { report, listResults } = await run(previewed, LOOP);
  expect(notesOf(report, 'list')?.lines).toEqual([
    'This list would be refused: the node is in a loop.',
  ]);
  expect(listResults).toHaveLength(1);
  expect((await run(list(numbers(4), {}), LOOP)).error).toBeUndefined();
  expect(voided()).toEqual([]);
});

test('A preview voids nobody, and shows all that the limit would refuse', async () => {
  seed(25);
  const settings = { ...VOID, maxVoid: '5%', previewOnly: true };
  const { error, listResults, report } = await run(list(numbers(20), settings));
  expect(error).toBeUndefined();
  expect(listResults).toHaveLength(5);
  expect(notesOf(report, 'list')?.lines).toEqual([
    "This list would be refused: 5 of 25 passes are not in the list (20%), and 'Max Passes to Void' is 5%.",
  ]);
});

test('Nobody is voided by half of a list if the limit is a share', async () => {
  seed(8);
  const settings = { ...VOID, maxVoid: '5%' };
  await expectNothingSent(list(numbers(4), settings), '4 of 8 passes are not in the list (50%)');
  // At least one may be voided, whatever the share.
  await run(list(numbers(7), settings));
  expect(voided()).toEqual(['M-8']);
});

test('Nobody is voided if what the results need cannot be read', async () => {
  seed(5);
  core.intercept(({ path }) => path.startsWith('/templates/'));
  const { error } = await run(list(numbers(3), { ...VOID, fieldValues: {} }));
  expect(error?.status).toBe(403);
  expect(voided()).toEqual([]);
});

test('A run that stops at a pass it cannot void names those it has voided', async () => {
  const ids = seed(6);
  refuseChanges(ids[3] ?? '');
  const { error, report } = await run(list(numbers(3)));
  expect(error?.message).toMatch(/^'M-4': /);
  expect(reportText(report)).toMatch(/Other passes: 2 voided, 1 failed\. Voided: M-6, M-5\.$/);
});

test('Nobody is voided by a run that stopped', async () => {
  seed(5);
  const { error, report } = await run(list(['M-1', 'M-2', 'M-2']));
  expect(error).toMatchObject({ kind: 'conflict' });
  expect(report.notStarted).toHaveLength(3);
  expect(voided()).toEqual([]);
});

test('Nobody is voided unless the switch is on', async () => {
  seed(5);
  const { error, sent } = await run(list(numbers(3), { ...VOID, confirmVoid: false }));
  expect(error).toMatchObject({ field: 'confirmVoid', kind: 'invalidInput' });
  expect(sent).toEqual([]);
});

test.each([
  { missing: 'keep' },
  { maxVoid: '20' },
  { graceHours: 1 },
  { confirmVoid: false },
  { prefix: 'M-' },
  { previewOnly: true },
  { templateId: 'tpl_other' },
])('Nobody is voided if the items do not agree: %j', async (other) => {
  seed(5);
  const [first, second] = list(numbers(2));
  const items = [{ ...first }, { ...second, ...other }];
  const { errors } = await run(items, { continueOnFail: true });
  expect(errors[1]).toMatchObject({ field: Object.keys(other)[0] });
  expect(errors[1]?.message).toContain('differs from that of the first item');
  expect(voided()).toEqual([]);
});

const runRetries = (): RunRetries => ({ store: {}, runIndex: 0, maxAttempts: 3 });

test('A retried run voids the passes that are left, and sends no item again', async () => {
  seed(5);
  control().advanceClock(60_000);
  seedOne('M-6');
  const retries = runRetries();
  refuseChanges('isValid');
  const items = list([...numbers(3), 'M-6']);
  const first = await run(items, { retries });
  expect(first.error?.status).toBe(403);
  control().clearFaults();
  const second = await run(items, { retries });
  expect(second.error).toBeUndefined();
  expect(voided()).toEqual(['M-4', 'M-5']);
  expect(second.writes).toHaveLength(2);
});

test('A retried run also names whom the first attempt voided, and who is left alone once', async () => {
  seed(6);
  for (const id of ['M-9', 'M-9']) seedOne(id);
  const retries = runRetries();
  let voids = 0;
  core.intercept(
    ({ body }) => JSON.stringify(body ?? '').includes('isValid') && (voids += 1) === 2,
  );
  const items = list(numbers(3));
  const first = await run(items, { retries, concurrency: 1 });
  expect(summaryText(first.report)).toMatch(/Other passes: 2 voided, 1 not in the list, 1 failed$/);
  const second = await run(items, { retries });
  const ids = second.listResults.map(({ externalId }) => externalId).sort();
  expect(ids).toEqual(['M-4', 'M-5', 'M-6', 'M-9']);
});

test.each([
  [{}, 'isValid', 3],
  [{ continueOnFail: true }, 'isValid', 3],
  [{}, 'M-2', 1],
])(
  'A retry that is refused reports what was sent: %j, after %s failed',
  async (options, failing, sent) => {
    seed(5);
    const retries = runRetries();
    refuseChanges(failing);
    const items = list(numbers(3));
    await run(items, { retries, concurrency: 1 });
    control().clearFaults();
    const { error, report } = await run(items, { retries, ...LOOP, ...options });
    const message = 'This attempt sent nothing and voided nothing: the node is in a loop';
    expect(error?.message).toBe(message);
    expect(report.done).toHaveLength(sent);
    expect(voided()).toEqual([]);
  },
);

test('A retried run leaves alone what was issued since the first attempt', async () => {
  seed(5);
  control().advanceClock(60_000);
  const retries = runRetries();
  const items = list(numbers(5));
  control().queueFault({ kind: 'intercepted', status: 403, match: { method: 'PATCH' } });
  const first = await run(items, { retries });
  expect(first.error).toBeDefined();
  seedOne('form-1', { created: control().now() - 60_000 });
  await run(items, { retries });
  expect(voided()).toEqual([]);
});
