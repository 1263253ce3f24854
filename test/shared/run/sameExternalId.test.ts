/** Items of a run with the same external ID: one person in several rows, or two people by mistake. */

import { create } from '../../../shared/operations/pass/create';
import { createGroup } from '../../../shared/operations/pass/createGroup';
import { sync } from '../../../shared/operations/pass/sync';
import { upsert } from '../../../shared/operations/pass/upsert';
import { voidPass } from '../../../shared/operations/pass/void';
import type { Operation } from '../../../shared/operations/operation';
import type { RunReport } from '../../../shared/run/report';
import { textWith } from '../../support/matchers';
import { type CoreOptions, notesOf, useCore } from '../../support/core';

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
    [
      'a phone number without its country code',
      { phone: '+49 151 1234567' },
      { phone: '0151 1234567' },
    ],
    ['no contact in one of them', ZOE, {}],
    ['an email in one and a phone number in the other', ZOE, { phone: '+1 202 555 0123' }],
  ])('are not assumed for %s', async (_, first, second) => {
    const { out } = await run(create, [row('R-3', first), row('R-3', second)]);
    expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
  });

  it.each([
    ['first', [{ email: 'zoe@' }, ZOE], [textWith("'Email' is not")]],
    ['second', [ZOE, { email: 'zoe@' }], [undefined, textWith("'Email' is not")]],
  ])('are not assumed for an email that is refused in the %s item', async (_, people, messages) => {
    const items = people.map((one) => row('R-3', one));
    const { out, errors } = await run(create, items, GOES_ON);
    expect(out).toMatchObject([{ outcome: 'created' }]);
    const refusals = errors.map((error) => error?.message);
    expect(refusals).toEqual([...messages, undefined].slice(0, 2));
    expect(errors.some((error) => error?.invalid)).toBe(false);
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

describe('one person in several items', () => {
  const sharedBy = async (operation: Operation, items: object[], options?: CoreOptions) =>
    notesOf((await core.run(operation, items, options)).report, 'sharedId');
  const values = (accountName: string, more: object = {}) =>
    row('R-3', { ...more, fieldValues: { accountName } });
  const text = (items: string, has: string, last: number) =>
    `Items ${items} have the same external ID, R-3. The pass ${has} the values of the last one that was sent, item ${last}.`;

  it('Return Existing keeps the values of the item that issued the pass', async () => {
    const items = [values('Zoë', ZOE), row('R-4'), values('Dan')];
    expect(await sharedBy(create, items)).toEqual({
      code: 'sharedId',
      items: [0, 2],
      lines: [text('0, 2', 'has', 0)],
    });
    expect(passes()[1]?.templateFields).toEqual({ accountName: 'Zoë' });
  });

  it.each([
    ['Update Existing', create, { ifExists: 'update' }],
    ['Create or Update', upsert, {}],
  ])('%s writes those of the last item', async (_, operation, options) => {
    const items = ['Zoë', 'Zoe', 'Dan'].map((name) => values(name, options));
    const previews = items.map((one) => ({ ...one, previewOnly: true }));
    expect((await sharedBy(operation, previews))?.lines).toEqual([text('0-2', 'would have', 2)]);
    expect((await sharedBy(operation, items))?.lines).toEqual([text('0-2', 'has', 2)]);
    expect(passes()[0]?.templateFields).toEqual({ accountName: 'Dan' });
  });

  it('is reported by the preview of a pass that would be made valid again, too', async () => {
    await core.run(create, [...Array.from({ length: 20 }, (_, i) => row(`M-${i}`)), row('R-3')]);
    await core.run(voidPass, row('R-3'));
    const more = { ifNotValid: 'reactivate', previewOnly: true };
    const fill = Array.from({ length: 20 }, (_, i) => row(`M-${i}`, more));
    const finding = await sharedBy(upsert, [...fill, values('Zoë', more), values('Dan', more)]);
    expect(finding?.lines).toEqual([text('20-21', 'would have', 21)]);
  });

  it('is not reported if the pass existed and stays as it is, or of items that were refused', async () => {
    await core.run(create, values('Zoë'));
    expect(await sharedBy(create, [values('Zoë'), values('Dan')])).toBeUndefined();
    const refused = row('R-5', { fieldValues: { unknown: 'x' } });
    expect(await sharedBy(upsert, [row('R-5'), refused], GOES_ON)).toBeUndefined();
  });
});

/** The items whose pass may be somebody else's. */
const otherHolders = (report: RunReport) => notesOf(report, 'otherContact')?.items;
const otherHoldersText = (report: RunReport) => notesOf(report, 'otherContact')?.lines.join(' ');

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
    const { out, report } = await core.run(operation, items);
    expect(otherHolders(report)).toEqual([3, 7]);
    expect(out.flatMap(({ contactDiffers }, i) => (contactDiffers ? [i] : []))).toEqual([3, 7]);
  });

  it('may have been overwritten, and the hint says so', async () => {
    await core.run(create, sheet());
    const { report } = await core.run(upsert, someChanged());
    expect(otherHoldersText(report)).toMatch(
      /^2 items each have an email that .* It was updated: /,
    );
    const preview = someChanged().map((one) => ({ ...one, previewOnly: true }));
    const { report: previewed } = await core.run(upsert, preview);
    expect(otherHoldersText(previewed)).toBeUndefined();
    const back = await core.run(create, sheet());
    expect(otherHoldersText(back.report)).toMatch(/before you send its link or overwrite it/);
  });

  it('have other advice if only some were overwritten', async () => {
    await core.run(create, sheet());
    const items = someChanged().map((one, i) => ({
      ...one,
      ifExists: i > 5 ? 'update' : 'return',
    }));
    const { report } = await core.run(create, items);
    expect(notesOf(report, 'otherContact')?.lines).toEqual([
      textWith(/^1 item has .*: item 3\. Check the external ID/),
      textWith(/^1 item has .*: item 7\. It was updated/),
    ]);
  });

  it('may have been made valid again, and the hint says so', async () => {
    await core.run(create, sheet());
    await core.run(
      voidPass,
      sheet().map(({ externalId, templateId }) => ({ externalId, templateId })),
    );
    const items = someChanged().map((one) => ({ ...one, ifNotValid: 'reactivate' }));
    const { out, report } = await core.run(upsert, items);
    expect(out[3]?.outcome).toBe('reactivated');
    expect(otherHoldersText(report)).toMatch(/ It was updated: /);
  });

  it('are not listed for other spellings, without an email, or if it is unknown', async () => {
    await core.run(
      create,
      sheet((i) => (i === 1 ? { email: '' } : {})),
    );
    const spelled = sheet((i) => ({ email: i === 2 ? '' : `M${i}@Example.com` }));
    expect(otherHolders((await core.run(create, spelled)).report)).toBeUndefined();
  });

  it('are those of the valid pass, if an external ID has several', async () => {
    await core.run(create, sheet());
    const { out } = await core.run(create, {
      ...row('M-3', { email: 'other3@example.com' }),
      ifExists: 'issueAnother',
    });
    await core.run(voidPass, { passId: out[0]?.id });
    expect(otherHolders((await core.run(create, sheet())).report)).toBeUndefined();
    expect(otherHolders((await core.run(create, someChanged())).report)).toEqual([3, 7]);
  });
});

describe('a single pass that exists with another contact', () => {
  const ANA = { email: 'ana@example.com' };
  const BEN = { email: 'ben@example.com' };
  const issued = (contact: object) => core.run(create, row('M-1', contact));
  /** What a second run with the external ID reports, and what it sends. */
  const again = async (contact: object, operation: Operation = create, options = {}) => {
    const { out, report, sent } = await core.run(operation, { ...row('M-1', contact), ...options });
    return { out, report, others: otherHolders(report), hint: otherHoldersText(report), sent };
  };

  it('is reported: the link may be that of somebody else', async () => {
    await issued(ANA);
    const { out, others, hint, sent } = await again(BEN);
    expect(out).toMatchObject([{ outcome: 'existing', contactDiffers: true }]);
    expect(others).toEqual([0]);
    expect(hint).toBe(
      '1 item has an email that the existing pass does not have, so it may belong to someone else: item 0. Check the external ID before you send its link or overwrite it.',
    );
    expect(sent).toEqual(['GET /pass', 'GET /passes/search']);
  });

  it.each([
    ['the email', ANA, ANA],
    ['the phone number', { phone: '+491761234567' }, { phone: '0049 176 1234567' }],
  ])('is known to be voided if %s shows it', async (_, stored, given) => {
    await issued(stored);
    await core.run(voidPass, row('M-1'));
    const { out, report } = await again(given);
    expect(out).toMatchObject([{ outcome: 'existing', status: 'voided' }]);
    expect(notesOf(report, 'notValid')?.items).toEqual([0]);
  });

  it.each([
    ['Create or Update', upsert],
    ['Sync List', sync],
  ])('is reported by a preview of %s; the run itself reads no contact', async (_, operation) => {
    await issued(ANA);
    const preview = await again(BEN, operation, { previewOnly: true });
    expect(preview.others).toEqual([0]);
    const { others, sent } = await again(BEN, operation);
    expect(others).toBeUndefined();
    expect(sent).toEqual(['PATCH /pass']);
  });

  it('is not searched again after a search was refused', async () => {
    const items = Array.from({ length: 19 }, (_, i) =>
      row(`M-${i}`, { email: `a${i}@example.com` }),
    );
    await core.run(create, items);
    core.sandbox.control.chooseFaults(({ path }) =>
      path === '/passes/search' ? { kind: 'intercepted', status: 403 } : undefined,
    );
    const { out, report, sent } = await core.run(create, items);
    expect(out).toHaveLength(19);
    expect(otherHolders(report)).toBeUndefined();
    const searches = sent.filter((request) => request === 'GET /passes/search');
    // Those in flight.
    expect(searches.length).toBeLessThanOrEqual(10);
  });

  it('is found by its phone number if there is no email', async () => {
    await issued({ phone: '+491761234567' });
    expect((await again({ phone: '+49 176 1234567' })).others).toBeUndefined();
    const { others, hint } = await again({ phone: '+49 176 7654321' });
    expect(others).toEqual([0]);
    expect(hint).toMatch(
      /^1 item has a phone number that the existing pass does not have, so .*: item 0\. /,
    );
    // The email decides, if there is one.
    expect((await again({ ...ANA, phone: '+491761234567' })).others).toEqual([0]);
  });
});
