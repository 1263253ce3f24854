import { ALL_RESULTS } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import { get as checkAccount } from '../../../shared/operations/account/get';
import { disable } from '../../../shared/operations/apiKey/disable';
import { getAll } from '../../../shared/operations/apiKey/getAll';
import { rotate } from '../../../shared/operations/apiKey/rotate';
import { update } from '../../../shared/operations/apiKey/update';
import { type CoreOptions, useCore } from '../../support/core';
import { apiKey } from '../../support/documented';
import { someText, textWith } from '../../support/matchers';
import { startStub } from '../../support/stubService';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;

async function idOf(label: string): Promise<string> {
  const { out } = await core.run(getAll, { limit: ALL_RESULTS });
  return out.find((key) => key.label === label)?.id as string;
}
/** Changes the key with this label. */
const change = async (operation: Operation, label: string, more: object = {}, as?: CoreOptions) =>
  core.run(operation, { keyId: await idOf(label), confirm: true, ...more }, as);
/** Whether the service accepts a key. */
const works = async (key: string) =>
  (await core.run(checkAccount, {}, { key })).error === undefined;

test('The list of API keys has the prefix of every key and the value of none', async () => {
  const key = control().addKey('all', 'Second full key');
  const { out, sent } = await core.run(getAll, { limit: 50 }, { key });
  expect(sent).toEqual(['GET /api-keys']);
  const labels = [
    'Default',
    'Issue access badges',
    'Manage passes',
    'Read only',
    'Second full key',
  ];
  expect(out.map(({ label }) => label).sort()).toEqual(labels);
  for (const one of out) {
    expect(one).toMatchObject({ id: someText, prefix: textWith(/^svc_sk_/), disabled: false });
  }
  for (const value of Object.values(core.sandbox.keys)) {
    expect(JSON.stringify(out)).not.toContain(value);
  }
  expect((await core.run(getAll, { limit: 2 })).out).toHaveLength(2);
});

test('The list of API keys has no value even if the service returns it under another name', async () => {
  const value = 'svc_sk_theValueOfTheDefaultKey';
  const stolen = apiKey({ label: 'Default', plaintext: value, value, key: value });
  const { baseUrl } = await startStub(() => ({ body: { data: [stolen] } }));
  const { out, error } = await core.run(getAll, { limit: 50 }, { baseUrl });
  expect(JSON.stringify([out, error, error?.message])).not.toContain('theValueOfTheDefaultKey');
});

test('Rotate returns the new value once, ends the old one and enables a disabled key', async () => {
  const old = core.sandbox.keys['Read only'];
  await change(disable, 'Read only');
  const keyId = await idOf('Read only');
  const { out, sent } = await core.run(rotate, { keyId, confirm: true });
  expect(sent).toEqual(['GET /api-keys', `POST /api-keys/${keyId}/rotate`]);
  expect(out).toMatchObject([
    {
      ...{ id: keyId, label: 'Read only', disabled: false },
      ...{ rotatedAt: textWith(/Z$/), plaintext: textWith(/^svc_sk_/) },
    },
  ]);
  expect(await works(old)).toBe(false);
  expect(await works(out[0]?.plaintext as string)).toBe(true);
});

test('The Default key can be rotated, but neither renamed nor disabled', async () => {
  const own = core.sandbox.keys['Full access'];
  const as = { key: control().addKey('all', 'Other') };
  for (const refused of [
    await change(update, 'Default', { label: 'Mine' }, as),
    await change(disable, 'Default', {}, as),
  ]) {
    expect(refused.error).toMatchObject({ status: 400, message: textWith('Default key cannot') });
  }
  expect(await works(own)).toBe(true);
  const { out } = await change(rotate, 'Default', {}, as);
  expect(out).toMatchObject([{ label: 'Default', plaintext: textWith(/^svc_sk_/) }]);
  expect(await works(own)).toBe(false);
});

test.each([disable, rotate])('$label refuses the key in use unless allowed', async (operation) => {
  const key = control().addKey('all', 'Of this connection');
  const own = { keyId: await idOf('Of this connection'), confirm: true };
  const { error, sent } = await core.run(operation, own, { key });
  expect(error).toMatchObject({ kind: 'conflict', field: 'allowOwnKey' });
  expect(sent).toEqual(['GET /api-keys']);
  expect(await works(key)).toBe(true);
  const allowed = await core.run(operation, { ...own, allowOwnKey: true }, { key });
  expect(allowed.out).toHaveLength(1);
  expect(await works(key)).toBe(false);
});

test('Disable refuses a key if the key in use cannot be identified', async () => {
  const keys = [apiKey({ id: 'k1', prefix: 'svc_sk_a1b2c3' })];
  const stub = await startStub(() => ({ body: { keys } }));
  const as = { baseUrl: stub.baseUrl, key: 'svc_sk_theKeyOfThisTest' };
  const { error } = await core.run(disable, { keyId: 'k1', confirm: true }, as);
  expect(error).toMatchObject({ kind: 'conflict', field: 'allowOwnKey' });
  expect(stub.requests).toHaveLength(1);
});
