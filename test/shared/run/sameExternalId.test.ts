import { create } from '../../../shared/operations/pass/create';
import { createGroup } from '../../../shared/operations/pass/createGroup';
import { upsert } from '../../../shared/operations/pass/upsert';
import type { Operation } from '../../../shared/operations/operation';
import { otherEmailsText } from '../../../shared/run/report';
import { textWith } from '../../support/matchers';
import { type CoreOptions, useCore } from '../../support/core';

/** Items of a run with the same external ID: one person in several rows, or two people by mistake. */

const core = useCore();
const control = () => core.sandbox.control;
const templates = () => core.sandbox.templates;
const writes = () => core.sent().filter((one) => !one.startsWith('GET'));
const passes = () => control().passes(templates().loyalty);

const GOES_ON = { continueOnFail: true };

/** An item of Issue or Create or Update. */
const row = (externalId: string, more: object = {}) => ({
  templateId: templates().loyalty,
  externalId,
  ...more,
});
const ZOE = { email: 'zoe@example.com' };
const DAN = { email: 'dan@example.com' };

describe('two people', () => {
  const run = (operation: Operation, items: object[], options?: CoreOptions) =>
    core.run(operation, items, options);
  const refused = (channels = 'email', item = 0) => ({
    kind: 'invalidInput',
    field: 'externalId',
    message: textWith(`the same as that of item ${item}, 'R-3', but with another ${channels}`),
  });

  describe.each([
    ['Issue', create, {}],
    ['Issue, Update Existing', create, { ifExists: 'update' }],
    ['Issue, Fail', create, { ifExists: 'fail' }],
    ['Create or Update', upsert, {}],
  ])('%s', (_, operation, options) => {
    const people = () => [row('R-3', { ...ZOE, ...options }), row('R-3', { ...DAN, ...options })];

    it('stops before anything is sent', async () => {
      const { error, sent } = await run(operation, people());
      expect(error).toMatchObject(refused());
      expect(sent).toEqual([]);
    });

    it.each([1, 10])('fails only the later one, %i at a time', async (concurrency) => {
      const { out, errors } = await run(operation, people(), { ...GOES_ON, concurrency });
      expect(out).toMatchObject([{ outcome: 'created', externalId: 'R-3' }]);
      expect(errors).toMatchObject([undefined, refused()]);
      expect(passes()).toMatchObject([ZOE]);
    });

    it('is refused in a preview, too', async () => {
      const previews = people().map((one) => ({ ...one, previewOnly: true }));
      const { out, errors } = await run(operation, previews, GOES_ON);
      expect(out).toMatchObject([{ wouldBe: 'created' }]);
      expect(errors).toMatchObject([undefined, refused()]);
      expect(writes()).toEqual([]);
    });
  });

  it.each([
    ['another phone', { phone: '+1 202 555 0123' }, { phone: '+1 202 555 0124' }, 'phone'],
    ['both', { ...ZOE, phone: '+1202555012' }, { ...DAN, phone: '+1202555013' }, 'email and phone'],
    // The first one may be anybody's, and is not issued.
    ['a contact that is refused', { email: 'zoe@' }, DAN, 'email'],
  ])('have %s', async (_, first, second, channels) => {
    const { errors } = await run(create, [row('R-3', first), row('R-3', second)], GOES_ON);
    expect(errors[1]).toMatchObject(refused(channels));
  });

  it.each([
    ['an email in other letters', ZOE, { email: ' Zoe@Example.COM ' }],
    [
      'a phone number spelled differently',
      { phone: '+49 151 123456' },
      { phone: '0049 (151) 123-456' },
    ],
    ['no contact in one of them', ZOE, {}],
    ['an email in one and a phone number in the other', ZOE, { phone: '+1 202 555 0123' }],
  ])('are not assumed for %s', async (_, first, second) => {
    const { out } = await run(create, [row('R-3', first), row('R-3', second)]);
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
  });

  it('are compared with all earlier items that were not refused', async () => {
    const items = [
      {},
      ZOE,
      { ...DAN, phone: '+1 202 555 0123' },
      { phone: '+1 202 555 0124' },
      DAN,
    ];
    const { errors } = await run(
      create,
      items.map((one) => row('R-3', one)),
      GOES_ON,
    );
    expect(errors).toMatchObject([
      ...[undefined, undefined, refused('email', 1)],
      ...[undefined, refused('email', 1)],
    ]);
  });

  it('may have the same external ID on two templates, with Issue Another, and without one', async () => {
    const { generic } = templates();
    const other = { templateId: generic, ifExists: 'return' };
    const items = [row('R-3', ZOE), row('R-3', { ...DAN, ...other })];
    expect((await run(create, items)).out).toHaveLength(2);
    const another = items.map((one) => ({ ...one, ifExists: 'issueAnother' }));
    expect((await run(create, another)).out).toHaveLength(2);
    const without = [ZOE, DAN].map((one) => ({ templateId: generic, ...one }));
    expect((await run(create, without)).out).toHaveLength(2);
  });

  it('are found although the first one is refused for another reason', async () => {
    const first = row('R-3', { ...ZOE, fieldValues: { unknown: 'x' } });
    const { errors } = await run(create, [first, row('R-3', DAN)], GOES_ON);
    expect(errors).toMatchObject([{ field: 'unknown' }, refused()]);
    expect(writes()).toEqual([]);
  });

  it('do not get the passes of several that were issued to one person', async () => {
    const group = (more: object, ...ids: string[]) => ({
      passes: ids.map((externalId) => ({ templateId: templates().loyalty, externalId })),
      ...more,
    });
    const items = [group(ZOE, 'R-2', 'R-3'), group(DAN, 'R-1', 'R-3')];
    const { out, errors } = await run(createGroup, items, GOES_ON);
    expect(out).toMatchObject([{ outcome: 'created' }]);
    const message = textWith("Pass 2: 'External ID' is the same as that of item 0, 'R-3'");
    expect(errors[1]).toMatchObject({ kind: 'invalidInput', field: 'passes', message });
  });

  it('are reported together with the other problems of the item', async () => {
    const second = row('R-3', { ...DAN, collectedStamps: 51 });
    const { error } = await run(create, [row('R-3', ZOE), second]);
    expect(error?.invalid).toMatchObject([{ field: 'collectedStamps' }, { field: 'externalId' }]);
  });
});

describe('one person with different values', () => {
  const conflictsOf = async (operation: Operation, items: object[], options?: CoreOptions) => {
    const { report } = await core.run(operation, items, options);
    return report.conflicts;
  };
  const conflict = (items: number[], kept: Record<string, number>) => ({
    externalId: 'R-3',
    items,
    kept: Object.entries(kept).map(([label, item]) => ({ label, item })),
  });
  const values = (fieldValues: object, more: object = {}) => row('R-3', { ...more, fieldValues });

  it('Return Existing keeps the values of the item that issued the pass', async () => {
    const items = [
      values({ accountName: 'Zoë' }, ZOE),
      row('R-4'),
      values({ accountName: 'Dan', homeShop: 'Quay 4' }, { validUntil: '2035-12-31' }),
    ];
    const kept = { Member: 0, 'Valid Until': 0, 'Home shop': 0 };
    expect(await conflictsOf(create, items)).toEqual([conflict([0, 2], kept)]);
    expect(passes()[1]?.templateFields).toEqual({ accountName: 'Zoë' });
  });

  it.each([
    ['Update Existing', create, { ifExists: 'update' }],
    ['Create or Update', upsert, {}],
  ])('%s writes those of the last item, and keeps the balance', async (_, operation, options) => {
    const items = [
      values({ accountName: 'Zoë', balance: 5 }, options),
      values({ accountName: 'Zoe', balance: 7 }, options),
      values({ accountName: 'Dan', homeShop: 'Quay 4' }, options),
    ];
    const expected = [conflict([0, 1, 2], { Member: 2, Points: 0 })];
    expect(await conflictsOf(operation, items)).toEqual(expected);
    expect(passes()[0]?.templateFields).toEqual({ accountName: 'Dan', balance: 5 });
    const previews = items.map((one) => ({ ...one, externalId: 'R-5', previewOnly: true }));
    expect(await conflictsOf(operation, previews)).toEqual(
      expected.map((one) => ({ ...one, externalId: 'R-5' })),
    );
  });

  it('Overwrite Balance and Stamps writes all of the last item', async () => {
    const options = { overwriteLiveValues: true };
    const items = [values({ balance: 5 }, options), values({ balance: 7 }, options)];
    expect(await conflictsOf(upsert, items)).toEqual([conflict([0, 1], { Points: 1 })]);
  });

  it('is not reported if they agree, or if the pass existed and stays as it is', async () => {
    const same = values({ accountName: 'Zoë' }, ZOE);
    expect(
      await conflictsOf(create, [same, { ...same, email: 'ZOE@example.com' }]),
    ).toBeUndefined();
    const other = values({ accountName: 'Dan' });
    expect(await conflictsOf(create, [same, other])).toBeUndefined();
  });

  it('reads no template for it', async () => {
    const { sent } = await core.run(create, [row('R-3', { collectedStamps: 1 }), row('R-3')]);
    expect(sent.filter((one) => one.startsWith('GET /templates'))).toEqual([]);
  });
});

describe('passes that exist with another email', () => {
  /** Enough to read the list. */
  const COUNT = 25;
  const sheet = (more: (index: number) => object = () => ({})) =>
    Array.from({ length: COUNT }, (_, i) =>
      row(`M-${i}`, {
        email: `m${i}@example.com`,
        fieldValues: { accountName: `M ${i}` },
        ...more(i),
      }),
    );
  const someChanged = () =>
    sheet((i) => (i === 3 || i === 7 ? { email: `other${i}@example.com` } : {}));

  it.each([
    ['Issue', create, {}],
    ['Update Existing', create, { ifExists: 'update' }],
    ['Create or Update', upsert, {}],
    ['a preview', upsert, { previewOnly: true }],
  ])('%s lists their items', async (_, operation, options) => {
    await core.run(create, sheet());
    const items = someChanged().map((one) => ({ ...one, ...options }));
    const { report } = await core.run(operation, items);
    expect(report.otherEmails).toEqual([3, 7]);
  });

  it('may have been overwritten, and the hint says so', async () => {
    await core.run(create, sheet());
    const { report } = await core.run(upsert, someChanged());
    expect(otherEmailsText(report, [])).toMatch(
      /^2 items have another email .* They were updated: /,
    );
    const preview = someChanged().map((one) => ({ ...one, previewOnly: true }));
    const { report: previewed } = await core.run(upsert, preview);
    expect(otherEmailsText(previewed, [])).toBeUndefined();
    const back = await core.run(create, sheet());
    expect(otherEmailsText(back.report, [])).toMatch(
      /before you send their links or overwrite them/,
    );
  });

  it('are not listed for other spellings, without an email, or if it is unknown', async () => {
    await core.run(
      create,
      sheet((i) => (i === 1 ? { email: '' } : {})),
    );
    const spelled = sheet((i) => ({ email: i === 2 ? '' : `M${i}@Example.com` }));
    expect((await core.run(create, spelled)).report.otherEmails).toBeUndefined();
    // A few passes are looked up one by one, and come without an email.
    const few = someChanged().slice(0, 5);
    expect((await core.run(create, few)).report.otherEmails).toBeUndefined();
  });

  it('are those that lookups find, if an external ID has several', async () => {
    await core.run(create, sheet());
    await core.run(create, {
      ...row('M-3', { email: 'other3@example.com' }),
      ifExists: 'issueAnother',
    });
    expect((await core.run(create, sheet())).report.otherEmails).toBeUndefined();
    expect((await core.run(create, someChanged())).report.otherEmails).toEqual([3, 7]);
  });
});
