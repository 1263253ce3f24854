import type { Output } from '../../../shared/fields/output';
import { MAPPED_EMPTY } from '../../../shared/fields/read';
import type { Operation } from '../../../shared/operations/operation';
import { create } from '../../../shared/operations/pass/create';
import { createGroup } from '../../../shared/operations/pass/createGroup';
import { resend } from '../../../shared/operations/pass/resend';
import { upsert } from '../../../shared/operations/pass/upsert';
import { voidPass } from '../../../shared/operations/pass/void';
import { create as createTemplate } from '../../../shared/operations/template/create';
import { notify as notifyAll } from '../../../shared/operations/template/notify';
import { isRecord } from '../../../shared/runtime/records';
import { OPERATION_CASES, scenariosOf } from '../../support/scenarios';
import { type Raw } from '../../support/scenarios/operationCase';
import { useWorkingInputs } from '../../support/scenarios/working';
import { type CoreOptions, useCore } from '../../support/core';

const core = useCore({ checks: true });
const inputs = useWorkingInputs(core);

const preview = (operation: Operation, input: object | object[], options?: CoreOptions) =>
  core.run(
    operation,
    [input].flat().map((one) => ({ ...one, previewOnly: true })),
    options,
  );
const isWrite = (request: string) => !request.startsWith('GET ');
const giftCard = (externalId = 'G-1') => ({
  templateId: core.sandbox.templates.giftCard,
  externalId,
  email: 'ana@example.com',
  fieldValues: { balance: 25 },
});

const PREVIEWED = OPERATION_CASES.filter(({ operation }) => operation.preview).flatMap((one) =>
  scenariosOf(one).map((_, variant) => ({ name: `${one.name} ${variant}`, one, variant })),
);

test('A preview exists for each operation that sends, or changes a pass or template', () => {
  const offered = OPERATION_CASES.filter(({ operation }) => operation.preview);
  const needed = OPERATION_CASES.filter(
    ({ serialBy, operation: { effect, resource } }) =>
      effect === 'send' ||
      (effect !== 'read' &&
        (resource === 'template' || ['pass', 'externalId'].includes(serialBy ?? ''))),
  );
  expect(offered.map(({ name }) => name)).toEqual(needed.map(({ name }) => name));
});

test.each(PREVIEWED)('The preview of $name shows what is sent', async ({ one, variant }) => {
  const { pass, ...rest } = (await inputs.working(one, variant)).input;
  const input = { ...rest, ...(pass as Raw | undefined) };
  const runKey = 'the same run';

  const shown = await preview(one.operation, input, { runKey });
  expect(shown.error).toBeUndefined();
  expect(shown.out).toEqual([expect.objectContaining({ preview: true })]);
  expect(Object.values(shown.out[0] ?? {}).filter(isRecord)).toEqual([]);
  expect(shown.sent.filter(isWrite)).toEqual([]);

  const real = await core.run(one.operation, input, { runKey });
  expect(real.error).toBeUndefined();
  const [method, path] = (real.sent.filter(isWrite).at(-1) ?? '').split(' ') as [string, string];
  const values = shownValues((core.bodies(method, path)[0] ?? {}) as Output);
  if (one.operation !== resend) expect(shown.out).toMatchObject([values]);
});

/** The values of a request, as a preview shows them. */
function shownValues({ passes = [], ...values }: Output & { passes?: Output[] }): Output {
  return passes.length > 1
    ? { ...flat(values), passes: passes.map(flat) }
    : flat({ ...passes[0], ...values });
}

function flat(values: Output): Output {
  const entries = Object.entries(values).flatMap(([key, value]) =>
    isRecord(value) ? Object.entries(value) : [[key, value] as const],
  );
  expect(new Set(entries.map(([key]) => key)).size).toBe(entries.length);
  return Object.fromEntries(entries);
}

test('A preview shows a value that is sent in two places once', async () => {
  const card = { ...giftCard(), fieldValues: { giftMessage: 'Enjoy', status: 'new' } };
  const { out } = await preview(create, { ...card, unknownFields: 'skip' });
  const { out: group } = await preview(createGroup, { passes: [card], unknownFields: 'skip' });
  for (const shown of [out[0], group[0]]) {
    expect(Object.entries(shown ?? {}).filter(([, value]) => value === 'Enjoy')).toEqual([
      ['giftMessage', 'Enjoy'],
    ]);
  }
});

test('The preview of Resend shows both messages, although each may have its own request', async () => {
  const [passId = ''] = core.sandbox.control.seedPasses(giftCard().templateId, 1);
  const { out } = await preview(resend, { passId, phone: '+12025550123', locale: 'es' });
  const sent = { phone: '+12025550123', locale: 'es' };
  const choices = { sendToEmail: 'ifAvailable', sendToPhone: 'ifAvailable' };
  expect(out).toMatchObject([{ wouldBe: 'sent', id: passId, ...sent, ...choices }]);
});

test('A preview finds the pass that exists', async () => {
  const issued = await core.run(create, giftCard());
  const { id } = issued.out[0] as { id: string };
  expect((await preview(create, giftCard())).out).toMatchObject([{ wouldBe: 'existing', id }]);
  const changed = { ...giftCard(), ifExists: 'update', fieldValues: { pin: '1234' } };
  const updated = { wouldBe: 'updated', id, pin: '1234' };
  expect((await preview(create, changed)).out).toMatchObject([updated]);
  expect((await preview(upsert, changed)).out).toMatchObject([updated]);
  expect((await preview(upsert, changed)).out[0]).not.toHaveProperty('emailRequested');
  const refused = await preview(create, { ...giftCard(), ifExists: 'fail' });
  expect(refused.error).toMatchObject({ kind: 'conflict', field: 'externalId' });
});

test('A preview issues an external ID once that occurs twice', async () => {
  const twice = [giftCard('G-2'), giftCard('G-2')];
  const wouldBe = async (...args: Parameters<typeof preview>) =>
    (await preview(...args)).out.map((one) => one.wouldBe);
  expect(await wouldBe(create, twice)).toEqual(['created', 'existing']);
  expect(
    await wouldBe(
      create,
      twice.map((one) => ({ ...one, ifExists: 'issueAnother' })),
    ),
  ).toEqual(['created', 'created']);
  const updating = twice.map((one) => ({ ...one, email: 'ana@example.com', ifExists: 'update' }));
  expect(await wouldBe(create, updating)).toEqual(['created', 'updated']);
  expect(await wouldBe(upsert, twice)).toEqual(['created', 'unchanged']);
  const group = { passes: [{ templateId: giftCard().templateId, externalId: 'G-3' }] };
  expect(await wouldBe(createGroup, [group, group])).toEqual(['created', 'existing']);
  expect(core.sandbox.control.passes(giftCard().templateId)).toEqual([]);
});

test('A preview names the pass that it does not find, as the operation itself does', async () => {
  const { templateId } = giftCard();
  for (const input of [
    { passId: 'gone' },
    { identifyBy: 'externalId', templateId, externalId: 'M-9' },
  ]) {
    const { error } = await preview(voidPass, input);
    expect(error?.message).toMatch(/^Pass not found: .*'(gone|M-9)'/);
    expect(error).toEqual((await core.run(voidPass, input)).error);
  }
});

test('A preview needs no scope that the operation does not need', async () => {
  const [passId = ''] = core.sandbox.control.seedPasses(giftCard().templateId, 1);
  const editing = core.sandbox.control.addKey(['passes.edit']);
  const { out } = await preview(voidPass, { passId }, { key: editing });
  expect(out).toMatchObject([{ wouldBe: 'voided', id: passId }]);
  const sending = core.sandbox.control.addKey(['campaigns.send']);
  const message = { templateId: giftCard().templateId, title: 'Hello', content: 'To all' };
  const notes = ['The API key lacks the scope passes.viewAll, so the passes were not counted.'];
  expect((await preview(notifyAll, message, { key: sending })).out).toEqual([
    { preview: true, wouldBe: 'sent', ...message, notes },
  ]);
});

test('A preview shows each value of the pass once, beside what has the same name', async () => {
  const { loyalty } = core.sandbox.templates;
  const validUntil = '2099-05-01T21:59:59.999Z';
  const fields = [{ id: 'email' }, { id: 'link' }, { id: 'wouldBe' }].map((one) => ({
    ...one,
    label: `The ${one.id}`,
  }));
  const design = { rows: [], linkRows: fields };
  const odd = await core.run(createTemplate, { name: 'T', type: 'generic', designJson: design });
  const fieldValues = { email: 'a', link: 'b', wouldBe: 'c' };
  const input = { email: 'ana@example.com', fieldValues, validUntil: '2099-05-01' };
  const shown = await preview(create, { ...input, templateId: odd.out[0]?.id });
  expect(shown.out).toMatchObject([
    {
      wouldBe: 'created',
      email: 'ana@example.com',
      customFields_email: 'a',
      customFields_link: 'b',
      customFields_wouldBe: 'c',
      validUntil,
    },
  ]);
  expect(Object.values(shown.out[0] ?? {}).filter((value) => value === validUntil)).toHaveLength(1);
  const group = [loyalty, giftCard().templateId].map((templateId, i) => ({
    templateId,
    externalId: `G-${i}`,
    fieldValues: { balance: i },
    validUntil: '2099-05-01',
  }));
  const [both] = (await preview(createGroup, { passes: group })).out;
  expect(both?.passes).toEqual(
    group.map(({ templateId, externalId }, balance) => ({
      templateId,
      externalId,
      balance,
      validUntil,
    })),
  );
});

test.each([MAPPED_EMPTY, 'maybe'])('A preview switch of %p sends nothing', async (previewOnly) => {
  const { error, sent } = await core.run(create, { ...giftCard(), previewOnly });
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'previewOnly' });
  expect(sent.filter(isWrite)).toEqual([]);
});
