import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import { fetch } from 'undici';

import { type Sandbox, startSandbox } from '../../sandbox/index';
import { T0 } from './harness';
import { picture } from './images';

let folder: string;
let file: string;
const started: Sandbox[] = [];

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'sandbox-'));
  file = path.join(folder, 'deep', 'state.json');
});
afterEach(async () => {
  await Promise.all(started.splice(0).map((sandbox) => sandbox.close()));
  await rm(folder, { recursive: true });
});

const start = async () => {
  const sandbox = await startSandbox({ seed: 'templates', now: () => T0, data: file });
  started.push(sandbox);
  return sandbox;
};
const restart = async (sandbox: Sandbox) => {
  await sandbox.close();
  started.splice(started.indexOf(sandbox), 1);
  return start();
};
const call = async <T>(sandbox: Sandbox, method: string, url: string, body?: unknown) => {
  const response = await fetch(sandbox.baseUrl + url, {
    method,
    headers: { 'X-API-Key': sandbox.keys['Full access'], 'Content-Type': 'application/json' },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  return (await response.json()) as T;
};

test('everything survives a restart, with the links of the new start', async () => {
  const before = await start();
  const { stampCard, offer } = before.templates;
  const made = await call<{ id: string }>(before, 'POST', '/pass', {
    passes: [
      {
        templateId: stampCard,
        externalId: 'A',
        collectedStamps: 3,
        customFields: JSON.parse('{"__proto__":"x"}') as object,
      },
    ],
    email: 'ada@example.com',
  });
  const bytes = await picture('png');
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]));
  const uploaded = await globalThis.fetch(`${before.baseUrl}/files`, {
    method: 'POST',
    headers: { 'X-API-Key': before.keys['Full access'] },
    body: form,
  });
  const { id: fileId } = (await uploaded.json()) as { id: string };
  await call(before, 'PATCH', `/templates/${offer}`, { name: 'Other', pass: { icon: { fileId } } });
  const invites = `/badge/templates/${before.badges.published}/invites`;
  const { code } = await call<{ code: string }>(before, 'POST', invites, { email: 'a@b.co' });
  const { passId } = before.control.badgeAdded(code);
  const { keys } = await call<{ keys: { id: string }[] }>(before, 'GET', '/api-keys');
  const rotate = `/api-keys/${keys[0]?.id}/rotate`;
  const { plaintext } = await call<{ plaintext: string }>(before, 'POST', rotate);

  const after = await restart(before);
  expect(after.keys['Full access']).toBe(plaintext);
  expect(after.templates).toEqual(before.templates);
  const pass = after.control.pass(made.id);
  expect(pass).toMatchObject({ externalId: 'A', collectedStamps: 3 });
  expect(Object.entries(pass?.customFields ?? {})).toEqual([['__proto__', 'x']]);
  expect(after.control.outbox()).toMatchObject([{ to: 'ada@example.com' }]);
  expect(after.control.badgePasses().map(({ id }) => id)).toContain(passId);

  expect(after.baseUrl).not.toBe(before.baseUrl);
  const template = await call<{ name: string; pass: string }>(after, 'GET', `/templates/${offer}`);
  expect([template.name, template.pass.includes(before.baseUrl)]).toEqual(['Other', false]);
  const { icon } = JSON.parse(template.pass) as { icon: string };
  expect(Buffer.from(await (await fetch(icon)).arrayBuffer()).equals(bytes)).toBe(true);

  // IDs continue from the last one, and passes are found by external ID.
  const next = after.control.seedPasses(offer, 30);
  expect(next).not.toContain(after.templates.generic);
  const found = await call(after, 'GET', `/pass?externalId=A&templateId=${stampCard}`);
  expect(found).toMatchObject({ id: made.id });

  after.control.reset();
  expect((await restart(after)).control.passes(stampCard)).toEqual([]);
});

test('changes are written while it runs, by API and control route', async () => {
  const sandbox = await start();
  const saved = async (text: string) => {
    while (!(await readFile(file, 'utf8').catch(() => '')).includes(text)) await sleep(20);
  };
  const passes = [{ templateId: sandbox.templates.offer, externalId: 'BY-API' }];
  await call(sandbox, 'POST', '/pass', { passes });
  await saved('BY-API');
  await call(sandbox, 'POST', '/_sandbox/setAccount', [{ plan: 'By route' }]);
  await saved('By route');
  expect(await readdir(path.dirname(file))).toEqual(['state.json']);
});

test.each(['no JSON', '{"format":2,"baseUrl":"http://127.0.0.1:1"}', 'null'])(
  'a file with %s is refused, and not changed',
  async (text) => {
    await mkdir(path.dirname(file));
    await writeFile(file, text);
    await expect(start()).rejects.toThrow('is not data of this version');
    expect(await readFile(file, 'utf8')).toBe(text);
  },
);
