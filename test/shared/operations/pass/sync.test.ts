/** Sync List: the passes that no item has are listed or voided, or, in doubt, left alone. */

import { sync } from '../../../../shared/operations/pass/sync';
import { reportText, summaryText } from '../../../../shared/run/report';
import type { RunRetries } from '../../../../shared/run/attempts';
import { type CoreOptions, notesOf, useCore } from '../../../support/core';
import { editLists } from '../../../support/editBodies';

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
  control().seedPasses(templateId(), 1, { values: { externalId, ...values } })[0] ?? '';
/** Does something while the first request with this method is under way. */
function atFirst(method: string, then: () => void) {
  let isDone = false;
  control().chooseFaults((request) => {
    if (request.method === method && !isDone) {
      isDone = true;
      then();
    }
    return undefined;
  });
}
const voided = () =>
  control()
    .passes(templateId())
    .filter(({ isValid }) => !isValid)
    .map(({ externalId, id }) => externalId ?? id)
    .sort();

describe('passes that are not in the list', () => {
  it('are kept by default', async () => {
    seed(5);
    const { listResults } = await run(list(numbers(3), {}));
    expect(listResults).toEqual([]);
    expect(voided()).toEqual([]);
  });

  it('are listed after the items', async () => {
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

  it('are unknown if the list lacks passes, and nobody gets a second one', async () => {
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

  it.each([
    ['its external ID', { externalId: '' }],
    ['the prefix of the list', { prefix: 'gym-' }],
  ])('are not listed if an item is refused for %s', async (_, refused) => {
    seed(3);
    const [first, second] = list(numbers(2), { missing: 'list' });
    const { report } = await run([first, { ...second, ...refused }] as object[], {
      continueOnFail: true,
    });
    expect(report.listResults).toMatchObject([
      {
        reason: {
          message: expect.stringContaining('an item was refused for its external ID') as string,
        },
      },
    ]);
  });

  it('are voided, and nobody else', async () => {
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

  it.each([VOID, { missing: 'list' }])(
    'are left alone beside a single item: %j',
    async (settings) => {
      seed(2);
      await run(list(['M-1'], settings));
      await run(list(['M-1'], { ...settings, missing: 'list' }));
      expect(voided()).toEqual([]);
      seedOne('M-3');
      const { listResults } = await run(list(['M-1', 'M-2'], settings));
      expect(listResults).toMatchObject([{ externalId: 'M-3' }]);
    },
  );

  it('are previewed', async () => {
    seed(25, { email: 'm@example.com' });
    const items = list([...numbers(23), 'M-90'], {
      ...VOID,
      confirmVoid: false,
      previewOnly: true,
    });
    const { listResults, report, sent } = await run(items);
    expect(listResults).toMatchObject([
      { preview: true, wouldBe: 'voided', externalId: 'M-25' },
      { preview: true, wouldBe: 'voided', externalId: 'M-24' },
    ]);
    expect(summaryText(report)).toBe(
      'Preview only, nothing was sent. 24 items: 1 would be created, 23 would be updated. Other passes: 2 would be voided',
    );
    expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
  });
});

describe('is left alone', () => {
  it('a pass without an external ID', async () => {
    seedOne(undefined);
    await run(list(['M-1']));
    expect(voided()).toEqual([]);
  });

  it('a pass without the prefix', async () => {
    for (const id of ['gym-0', 'gym-1', 'gym-2', 'spa-1', 'Gym-3']) seedOne(id);
    await run(list(['gym-0', 'gym-1'], { ...VOID, prefix: 'gym-' }));
    expect(voided()).toEqual(['gym-2']);
  });

  it('a pass that is voided already', async () => {
    seedOne('M-2', { isValid: false });
    const { listResults } = await run(list(['M-1']));
    expect(listResults).toEqual([]);
  });

  it('a pass whose external ID differs only in spelling from another one that an item has', async () => {
    for (const id of ['M-0', 'M-1', 'm-1', 'M-2']) seedOne(id);
    const { report } = await run(list(['M-0', 'M-1']));
    expect(voided()).toEqual(['M-2']);
    expect(notesOf(report, 'respelled')).toBeDefined();
    const both = await run(list(['M-1', 'm-1'], { missing: 'list' }));
    expect(notesOf(both.report, 'respelled')).toBeUndefined();
  });

  it('a pass that is issued during the run', async () => {
    seed(3);
    let isIssued = false;
    atFirst('PATCH', () => {
      isIssued = true;
      control().advanceClock(1000);
      seedOne('form-1');
    });
    await run(list(numbers(2)));
    expect(isIssued).toBe(true);
    expect(voided()).toEqual(['M-3']);
  });

  it('two passes with one external ID, which are reported', async () => {
    for (const id of ['M-1', 'M-2']) seedOne(id);
    const newer = seedOne('M-2');
    const { listResults } = await run(list(['M-1']));
    expect(listResults).toMatchObject([
      { outcome: 'notInList', externalId: 'M-2', duplicates: [expect.any(String)] },
    ]);
    expect(newer).toBeTruthy();
    expect(voided()).toEqual([]);
  });

  it('a pass that is issued during the run, below passes of the future', async () => {
    seed(5);
    control().seedPasses(templateId(), 3, { from: control().now() + 86_400_000 });
    atFirst('PATCH', () => seedOne('form-1'));
    await run(list(numbers(5)));
    expect(voided()).toEqual([]);
  });

  it('a pass that is issued again during the run, which is reported', async () => {
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

  it('a pass that is issued again while the run is prepared, which is reported', async () => {
    const hoursAgo = (hours: number) => ({ created: control().now() - hours * 3_600_000 });
    seed(3, hoursAgo(3));
    const again: string[] = [];
    const off = control().onRequest(({ path }) => {
      if (!path.startsWith('/templates/') || again.length > 0) return;
      again.push(seedOne('M-3', hoursAgo(2)));
      seedOne('form-1', hoursAgo(1));
    });
    const { listResults } = await run(list(numbers(2)));
    off();
    expect(listResults).toMatchObject([
      { outcome: 'notInList', externalId: 'M-3', duplicates: again },
    ]);
    expect(voided()).toEqual([]);
  });

  it('a young pass, which is listed', async () => {
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

  it('a pass that has expired', async () => {
    seedOne('M-2', { templateFields: { validUntil: '2020-01-01T00:00:00.000Z' } });
    expect((await run(list(['M-1']))).listResults).toEqual([]);
    expect(voided()).toEqual([]);
  });
});

it('issues no second pass for an item that somebody else issued while the run was prepared', async () => {
  control().seedPasses(templateId(), 3);
  let isIssued = false;
  const off = control().onRequest(({ path }) => {
    if (!path.startsWith('/templates/') || isIssued) return;
    isIssued = true;
    seedOne('M-9');
  });
  await run(list(numbers(25)));
  off();
  expect(isIssued).toBe(true);
  const passes = control().passes(templateId());
  expect(passes.filter(({ externalId }) => externalId === 'M-9')).toHaveLength(1);
});

describe('of two passes with the external ID of an item', () => {
  const twins = (first: object, second: object) => {
    seed(3);
    return [first, second].map((values) => seedOne('M-7', values)) as [string, string];
  };
  const ended = (day: string) => ({ templateFields: { validUntil: `${day}T00:00:00.000Z` } });
  const ENDED = ended('2020-01-01');
  const VOIDED = { isValid: false };
  const items = (more: object = {}) => list([...numbers(3), 'M-7'], { missing: 'list', ...more });
  const bodies = () =>
    core.bodies('PATCH', '/pass').filter((body) => 'id' in body || body.externalId === 'M-7');

  it.each<[string, object, object, 0 | 1]>([
    ['voided', {}, VOIDED, 0],
    ['voided', VOIDED, {}, 1],
    ['expired', ENDED, {}, 1],
  ])('if one is %s, the valid one is changed, by its ID', async (_case, a, b, meant) => {
    const ids = twins(a, b);
    const { out } = await run(items({ ifNotValid: 'reactivate' }));
    expect(out[3]).toMatchObject({
      id: ids[meant],
      outcome: 'updated',
      duplicates: [ids[1 - meant]],
    });
    expect(bodies()).toMatchObject([{ id: ids[meant] }]);
    expect(bodies()[0]).not.toHaveProperty('isValid');
    const again = await run(items({ ifNotValid: 'reactivate', previewOnly: true }));
    expect(again.out[3]).toMatchObject({ id: ids[meant], wouldBe: 'unchanged' });
  });

  it.each<[string, object, object]>([
    ['valid', {}, {}],
    ['voided', VOIDED, VOIDED],
    ['expired', ENDED, ENDED],
  ])('if both are %s, the item is refused and both are named', async (status, a, b) => {
    const [first, second] = twins(a, b);
    for (const missing of ['list', 'void']) {
      const { errors, sent } = await run(
        items({ ...VOID, missing, ifNotValid: 'reactivate', validUntil: '2099-01-01' }),
        { continueOnFail: true },
      );
      expect(errors[3]).toMatchObject({ kind: 'conflict', field: 'externalId' });
      for (const id of [first, second]) expect(errors[3]?.message).toContain(`${id} (${status})`);
      expect(sent).not.toContain('POST /pass');
    }
    expect(bodies()).toEqual([]);
    expect((await run(items())).sent).not.toContain('PATCH /pass');
  });

  it('the valid one is changed by all items that have it', async () => {
    const [, valid] = twins(VOIDED, {});
    const [first, second] = list(['M-7', 'M-7'], { missing: 'list' });
    const fieldValues = { accountName: 'Bea' };
    await run([first, { ...second, fieldValues }] as object[], { concurrency: 1 });
    expect(bodies()).toMatchObject([{ id: valid }, { id: valid }]);
  });
});

describe('a row whose pass has another spelling', () => {
  const REFUSED = { kind: 'conflict', field: 'externalId' };
  const posts = () => core.bodies('POST', '/pass').length;

  it.each(['m-1', ' M-1', 'Ｍ-1', 'M\u20111', 'M\u20131', 'M - 1', 'M-\u00ad1', 'M-01', 'M-1.0'])(
    'is refused by name, and the others are sent: %j',
    async (id) => {
      for (const one of [id, 'M-2', 'M-3']) seedOne(one);
      for (const settings of [{ missing: 'list' }, VOID]) {
        const options = { continueOnFail: true };
        const { errors, out, report } = await run(list(['M-1', 'M-3', 'M-4'], settings), options);
        expect(errors[0]).toMatchObject(REFUSED);
        expect(errors[0]?.message).toContain(`'M-1', but one has '${id}'`);
        expect(out.map(({ externalId }) => externalId)).toEqual(['M-3', 'M-4']);
        expect(notesOf(report, 'respelled')).toBeUndefined();
      }
      expect(posts()).toBe(1);
      expect(voided()).toEqual([]);
    },
  );

  it('is refused whatever else matches: zeros that a sheet has removed', async () => {
    const ids = Array.from({ length: 60 }, (_, i) => `${i + 70}`);
    for (const id of ids) seedOne(id.padStart(3, '0'));
    for (const settings of [{ missing: 'list' }, VOID, {}]) {
      const { errors, out } = await run(list(ids, settings), { continueOnFail: true });
      expect(errors.filter((error) => error)).toHaveLength(30);
      expect(out).toHaveLength(30);
    }
    expect(posts()).toBe(0);
  });

  it('is refused if that pass has expired, or has another spelling of the prefix', async () => {
    for (let i = 0; i < 30; i += 1) {
      seedOne(`GYM-00${i + 10}`, { templateFields: { validUntil: '2020-01-01T00:00:00.000Z' } });
    }
    const ids = Array.from({ length: 30 }, (_, i) => `gym-${i + 10}`);
    const returned = { ifNotValid: 'reactivate', validUntil: '2099-01-01', prefix: 'gym-' };
    for (const settings of [{ missing: 'list' }, VOID, {}]) {
      const { errors } = await run(list(ids, { ...settings, ...returned }), {
        continueOnFail: true,
      });
      expect(errors.filter((error) => error?.field === 'externalId')).toHaveLength(30);
    }
    expect(core.bodies('PATCH', '/pass')).toEqual([]);
    expect(posts()).toBe(0);
  });

  it('stops a run that stops at failures, before anything is sent', async () => {
    for (const id of ['01', '2', '3']) seedOne(id);
    const { error, sent } = await run(list(['3', '2', '1'], { missing: 'list' }));
    expect(error).toMatchObject(REFUSED);
    expect(sent).not.toContain('PATCH /pass');
  });

  it('is sent if the list of passes is not read, or if both have a pass', async () => {
    for (const id of ['m-1', 'A-01', 'a-01']) seedOne(id);
    expect((await run(list(['M-1'], {}))).errors).toEqual([undefined]);
    const both = await run(list(['A-01', 'a-01', 'M-1', 'm-1'], { ...VOID }));
    expect(both.error).toBeUndefined();
    expect(both.out.map(({ outcome }) => outcome)).toEqual([
      ...['updated', 'updated', 'unchanged', 'updated'],
    ]);
    expect(voided()).toEqual([]);
  });

  it('is refused if that pass is the one of another item', async () => {
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

  it('is noted if both are new, in a preview, too', async () => {
    for (const previewOnly of [true, false]) {
      const { report, errors } = await run(list(['0012', '12', 'M-9'], { previewOnly }));
      expect(errors).toEqual([undefined, undefined, undefined]);
      expect(notesOf(report, 'respelled')?.lines).toEqual([
        expect.stringContaining("from another one: '12' and '0012'. To the service, these are two"),
      ]);
    }
  });
});

describe('the right list is sent', () => {
  const ENDED = { templateFields: { validUntil: '2020-01-01T00:00:00.000Z' } };

  it('if everyone is new beside a pass of today', async () => {
    seedOne('form-1');
    const { error, out } = await run(list(numbers(3), { ...VOID, graceHours: 24 }));
    expect([error, out.length]).toEqual([undefined, 3]);
  });

  it('if everyone is renewed beside somebody who has left', async () => {
    seed(3, ENDED);
    seedOne('left');
    const renewed = { ifNotValid: 'reactivate', validUntil: '2099-01-01' };
    const { error, out } = await run(list(numbers(3), { ...VOID, ...renewed }));
    expect(error).toBeUndefined();
    expect(out.map(({ outcome }) => outcome)).toEqual(Array(3).fill('reactivated'));
    expect(voided()).toEqual(['left']);
  });
});

describe('a list that may be a part', () => {
  it('reports nobody, sends its items, and says why', async () => {
    seed(5);
    const listDoubt = { message: 'the node is in a loop', hint: 'Remove it.' };
    const { error, out, listResults, report } = await run(list(numbers(3), { missing: 'list' }), {
      listDoubt,
    });
    expect([error, out.length, listResults]).toEqual([undefined, 3, []]);
    expect(notesOf(report, 'list')?.lines).toEqual([
      '2 passes are not reported as not in the list: the node is in a loop. Remove it.',
    ]);
  });

  it('is a single row beside others', async () => {
    seed(5);
    const { out, listResults, report } = await run(list(['M-2'], { missing: 'list' }));
    expect([out.length, listResults]).toEqual([1, []]);
    expect(notesOf(report, 'list')?.lines.join()).toContain('the run has a single row');
  });
});

describe('nobody is voided', () => {
  const expectNobodyVoided = async (
    items: readonly object[],
    reason: string,
    options?: CoreOptions,
  ) => {
    const { listResults, report, sent } = await run(items, { continueOnFail: true, ...options });
    const { reasons, listResults: others } = report;
    const messages = [...reasons, ...others.map((one) => one.reason)].map((one) => one?.message);
    expect(messages).toContainEqual(
      expect.stringMatching(/^Nothing was (sent and nothing was )?voided: /),
    );
    expect(messages.join()).toContain(`: ${reason}`);
    expect(listResults).toEqual([]);
    expect(voided()).toEqual([]);
    return sent.filter((request) => !request.startsWith('GET'));
  };
  const expectNothingSent = async (...args: Parameters<typeof expectNobodyVoided>) => {
    expect(await expectNobodyVoided(...args)).toEqual([]);
  };

  it('if an item was refused', async () => {
    seed(5);
    const [first, ...rest] = list(numbers(3));
    await expectNothingSent([{ ...first, email: 'none' }, ...rest], '1 of 3 items is refused');
  });

  it('if an item has no external ID', async () => {
    seed(5);
    const [first, ...rest] = list(numbers(3));
    await expectNothingSent([{ ...first, externalId: '' }, ...rest], '1 of 3 items is refused');
  });

  it('if an item failed', async () => {
    seed(5);
    control().chooseFaults(({ method, body }) =>
      method === 'PATCH' && JSON.stringify(body).includes('M-2')
        ? { kind: 'intercepted', status: 403 }
        : undefined,
    );
    await expectNobodyVoided(list(numbers(3)), '1 of 3 items failed');
  });

  it('if the list of passes has fewer than the service counts', async () => {
    seed(5);
    await expectNothingSent(list(numbers(3)), '5 of 6 passes could be read', {
      through: editLists((body) => (body.totalCount = 6)),
    });
  });

  it('if the list of passes cannot be read to its end', async () => {
    seed(5);
    control().setPageCap(2);
    control().chooseFaults(({ method, path, query }) =>
      method === 'GET' && path === '/passes' && query.startAfter !== undefined
        ? { kind: 'intercepted', status: 403 }
        : undefined,
    );
    const { error } = await run(list(numbers(3)));
    expect(error?.status).toBe(403);
    expect(voided()).toEqual([]);
  });

  it.each(['10', '9%', '9.9%', '0', '0.5%'])(
    'if more than %s are not in the list',
    async (maxVoid) => {
      seed(111);
      await expectNothingSent(
        list(numbers(100), { ...VOID, maxVoid }),
        `11 of 111 passes are not in the list (10%), and 'Max Passes to Void' is ${maxVoid}`,
      );
    },
  );

  it('if more than a share of the passes from before the run are not in the list', async () => {
    seed(1);
    control().seedPasses(templateId(), 20, { externalIdPrefix: 'old-' });
    // An expired pass is none that a card is missed for.
    control().seedPasses(templateId(), 40, {
      externalIdPrefix: 'expired-',
      values: { templateFields: { validUntil: '2020-01-01T00:00:00.000Z' } },
    });
    await expectNothingSent(
      list(numbers(20), { ...VOID, maxVoid: '50%' }),
      "20 of 21 passes are not in the list (95%), and 'Max Passes to Void' is 50%",
    );
  });

  it.each(['11', '10%', '9.91%', '100%'])('unless %s may be', async (maxVoid) => {
    seed(111);
    await run(list(numbers(100), { ...VOID, maxVoid }));
    expect(voided()).toHaveLength(11);
  });

  it('if all passes are those of other people: the list of another club, with the same numbers', async () => {
    for (const id of numbers(5)) seedOne(id, { email: `${id}@club.example` });
    const members = numbers(4).map((id) => ({ email: `member-${id}@example.com` }));
    const rows = list(numbers(4)).map((row, i) => ({ ...row, ...members[i] }));
    await expectNothingSent(rows, 'no item has a pass, although the template has 5 valid passes');
    // A company may change its domain.
    const moved = list(numbers(4)).map((row, i) => ({
      ...row,
      email: `M-${i + 1}@company.example`,
    }));
    expect((await run(moved)).error).toBeUndefined();
    expect(voided()).toEqual(['M-5']);
  });

  it('if no item has a pass: the list is of another template', async () => {
    seed(5);
    await expectNothingSent(
      list(['gym-1', 'gym-2']),
      'no item has a pass, although the template has 5 valid passes',
    );
    expect((await run(list(['new-1'], { ...VOID, prefix: 'new-' }))).error).toBeUndefined();
  });

  it.each([
    ['M-2', 'M-2'],
    ['N-1', 'n-01'],
  ])('if two items are one person: %s and %s', async (first, second) => {
    seed(5);
    const ids = [...new Set([first, second])].map((id) => `'${id}'`).join(' and ');
    await expectNothingSent(
      list([...numbers(1), first, second]),
      `several items have the external ID ${ids}`,
    );
  });

  it('if two items look alike: what differs is named', async () => {
    const { error } = await run(list(['M-1', 'M\u20131']));
    expect(error?.hint).toBe(
      'Give each item its own external ID. These two differ in the character - (U+002D) at position 2 and the character \u2013 (U+2013) at position 2.',
    );
  });

  it('if the platform may have given the run only a part', async () => {
    seed(5);
    const listDoubt = { message: 'the node is in a loop', hint: 'Remove it.' };
    await expectNothingSent(list(numbers(4)), 'the node is in a loop', { listDoubt });
    const { report, listResults } = await run(list(numbers(4), { ...VOID, previewOnly: true }), {
      listDoubt,
    });
    expect(notesOf(report, 'list')?.lines).toEqual([
      'This list would be refused: the node is in a loop.',
    ]);
    expect(listResults).toHaveLength(1);
    expect((await run(list(numbers(4), {}), { listDoubt })).error).toBeUndefined();
    expect(voided()).toEqual([]);
  });

  it('by a preview, which shows all that the limit would refuse', async () => {
    seed(25);
    const settings = { ...VOID, maxVoid: '5%', previewOnly: true };
    const { error, listResults, report } = await run(list(numbers(20), settings));
    expect(error).toBeUndefined();
    expect(listResults).toHaveLength(5);
    expect(notesOf(report, 'list')?.lines).toEqual([
      "This list would be refused: 5 of 25 passes are not in the list (20%), and 'Max Passes to Void' is 5%.",
    ]);
  });

  it('of half a list, with a share', async () => {
    seed(8);
    const settings = { ...VOID, maxVoid: '5%' };
    await expectNothingSent(list(numbers(4), settings), '4 of 8 passes are not in the list (50%)');
    // At least one may be voided, whatever the share.
    await run(list(numbers(7), settings));
    expect(voided()).toEqual(['M-8']);
  });

  it('if what the results need cannot be read', async () => {
    seed(5);
    control().chooseFaults(({ path }) =>
      path.startsWith('/templates/') ? { kind: 'intercepted', status: 403 } : undefined,
    );
    const { error } = await run(list(numbers(3), { ...VOID, fieldValues: {} }));
    expect(error?.status).toBe(403);
    expect(voided()).toEqual([]);
  });

  it('without being named, if the run stops at one that cannot be voided', async () => {
    seed(6);
    const [refused = ''] = ['M-4'].map(
      (externalId) =>
        control()
          .passes(templateId())
          .find((pass) => pass.externalId === externalId)?.id,
    );
    control().chooseFaults(({ method, body }) =>
      method === 'PATCH' && JSON.stringify(body).includes(refused)
        ? { kind: 'intercepted', status: 403 }
        : undefined,
    );
    const { error, report } = await run(list(numbers(3)));
    control().chooseFaults(null);
    expect(error?.message).toMatch(/^'M-4': /);
    expect(reportText(report)).toMatch(/Other passes: 2 voided, 1 failed\. Voided: M-6, M-5\.$/);
  });

  it('by a run that stopped', async () => {
    seed(5);
    const items = list(['M-1', 'M-2', 'M-2']);
    const { error, report } = await run(items);
    expect(error).toMatchObject({ kind: 'conflict' });
    expect(report.notStarted).toHaveLength(3);
    expect(voided()).toEqual([]);
  });

  it('unless the switch is on', async () => {
    seed(5);
    const { error, sent } = await run(list(numbers(3), { ...VOID, confirmVoid: false }));
    expect(error).toMatchObject({ field: 'confirmVoid', kind: 'invalidInput' });
    expect(sent).toEqual([]);
  });

  it.each([
    { missing: 'keep' },
    { maxVoid: '20' },
    { graceHours: 1 },
    { confirmVoid: false },
    { prefix: 'M-' },
    { previewOnly: true },
    { templateId: 'tpl_other' },
  ])('if the items do not agree: %j', async (other) => {
    seed(5);
    const [first, second] = list(numbers(2));
    const { errors } = await run([first, { ...second, ...other }] as object[], {
      continueOnFail: true,
    });
    expect(errors[1]).toMatchObject({ field: Object.keys(other)[0] });
    expect(errors[1]?.message).toContain('differs from that of the first item');
    expect(voided()).toEqual([]);
  });
});

describe('a retry of the run', () => {
  const runRetries = (): RunRetries => ({ store: {}, runIndex: 0, maxAttempts: 3 });

  it('voids what is left, and sends no item again', async () => {
    seed(5);
    control().advanceClock(60_000);
    seedOne('M-6');
    const retries = runRetries();
    control().chooseFaults(({ method, body }) =>
      method === 'PATCH' && JSON.stringify(body).includes('isValid')
        ? { kind: 'intercepted', status: 403 }
        : undefined,
    );
    const items = list([...numbers(3), 'M-6']);
    const first = await run(items, { retries });
    expect(first.error?.status).toBe(403);
    control().chooseFaults(null);
    const second = await run(items, { retries });
    expect(second.error).toBeUndefined();
    expect(voided()).toEqual(['M-4', 'M-5']);
    expect(second.sent.filter((request) => !request.startsWith('GET'))).toHaveLength(2);
  });

  it('names whom the first attempt has voided, too, and those that are left alone once', async () => {
    seed(6);
    for (let i = 0; i < 2; i += 1) seedOne('M-9');
    const retries = runRetries();
    let patches = 0;
    control().chooseFaults(({ method, body }) =>
      method === 'PATCH' && JSON.stringify(body).includes('isValid') && (patches += 1) === 2
        ? { kind: 'intercepted', status: 403 }
        : undefined,
    );
    const items = list(numbers(3));
    const first = await run(items, { retries, concurrency: 1 });
    expect(summaryText(first.report)).toMatch(
      /Other passes: 2 voided, 1 not in the list, 1 failed$/,
    );
    const second = await run(items, { retries });
    const ids = second.listResults.map(({ externalId }) => externalId).sort();
    expect(ids).toEqual(['M-4', 'M-5', 'M-6', 'M-9']);
  });

  it.each([
    [{}, 'isValid', 3],
    [{ continueOnFail: true }, 'isValid', 3],
    [{}, 'M-2', 1],
  ])(
    'that is refused reports what the first attempt has sent: %j, after a failure of %s',
    async (options, failing, sent) => {
      seed(5);
      const retries = runRetries();
      control().chooseFaults(({ method, body }) =>
        method === 'PATCH' && JSON.stringify(body).includes(failing)
          ? { kind: 'intercepted', status: 403 }
          : undefined,
      );
      const items = list(numbers(3));
      await run(items, { retries, concurrency: 1 });
      control().chooseFaults(null);
      const { error, report } = await run(items, {
        retries,
        listDoubt: { message: 'a part', hint: '' },
        ...options,
      });
      expect(error?.message).toBe('This attempt sent nothing and voided nothing: a part');
      expect(report.done).toHaveLength(sent);
      expect(voided()).toEqual([]);
    },
  );

  it('leaves alone what was issued since the first attempt, without a time of grace', async () => {
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
});
