import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
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

const start = async (options: Parameters<typeof startSandbox>[0] = {}) => {
  const sandbox = await startSandbox({ seed: 'templates', now: () => T0, data: file, ...options });
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
const upload = async (sandbox: Sandbox, bytes: Buffer) => {
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(bytes)]));
  const response = await globalThis.fetch(`${sandbox.baseUrl}/files`, {
    method: 'POST',
    headers: { 'X-API-Key': sandbox.keys['Full access'] },
    body: form,
  });
  return (await response.json()) as { id: string; url: string };
};
const until = async (met: () => Promise<boolean>) => {
  while (!(await met())) await sleep(20);
};

test('passes, templates, keys, messages and badges survive a restart', async () => {
  const before = await start();
  const templateId = before.templates.stampCard;
  const made = await call<{ id: string }>(before, 'POST', '/pass', {
    passes: [{ templateId, externalId: 'A', collectedStamps: 3 }],
    email: 'ada@example.com',
  });
  const renamed = { name: 'Ninth Coffee Free' };
  await call(before, 'PATCH', `/templates/${before.templates.loyalty}`, renamed);
  const { plaintext } = await call<{ plaintext: string }>(before, 'POST', '/api-keys', {
    label: 'Till',
    scopes: ['passes.viewAll'],
  });
  const invitePath = `/badge/templates/${before.badges.published}/invites`;
  const { code } = await call<{ code: string }>(before, 'POST', invitePath, { email: 'a@b.co' });
  const { passId } = before.control.badgeAdded(code);

  const after = await restart(before);
  expect(after.templates).toEqual(before.templates);
  expect(after.control.pass(made.id)).toMatchObject({ externalId: 'A', collectedStamps: 3 });
  expect(after.control.outbox()).toMatchObject([{ to: 'ada@example.com' }]);
  expect(await call(after, 'GET', `/templates/${before.templates.loyalty}`)).toMatchObject(renamed);
  expect(after.control.badgePasses().map(({ id }) => id)).toContain(passId);
  const auth = await fetch(`${after.baseUrl}/auth`, {
    method: 'POST',
    headers: { 'X-API-Key': plaintext },
  });
  expect(auth.status).toBe(200);

  // IDs go on where they stood, and what is indexed is found.
  const next = await call<{ id: string }>(after, 'POST', '/pass', { passes: [{ templateId }] });
  expect(next.id).not.toBe(made.id);
  const query = `templateId=${templateId}&searchQuery=ada%40example.com`;
  expect(await call<object[]>(after, 'GET', `/passes/search?${query}`)).toHaveLength(1);
});

test('links and images move to the address of the new start', async () => {
  const before = await start();
  const bytes = await picture('png');
  const uploaded = await upload(before, bytes);
  const id = before.templates.offer;
  await call(before, 'PATCH', `/templates/${id}`, { pass: { icon: { fileId: uploaded.id } } });

  const after = await restart(before);
  expect(after.baseUrl).not.toBe(before.baseUrl);
  const { pass } = await call<{ pass: string }>(after, 'GET', `/templates/${id}`);
  expect(pass).not.toContain(before.baseUrl);
  const { icon } = JSON.parse(pass) as { icon: string };
  const image = await fetch(icon);
  expect(Buffer.from(await image.arrayBuffer()).equals(bytes)).toBe(true);
});

test('a rotated Default key is told with its new value', async () => {
  const before = await start();
  const { keys } = await call<{ keys: { id: string }[] }>(before, 'GET', '/api-keys');
  const path_ = `/api-keys/${keys[0]?.id}/rotate`;
  const { plaintext } = await call<{ plaintext: string }>(before, 'POST', path_);
  const after = await restart(before);
  expect(after.keys['Full access']).toBe(plaintext);
});

test('changes are written while it runs, by API, control object and control route', async () => {
  const sandbox = await start();
  const saved = async () => readFile(file, 'utf8').catch(() => '');
  await until(async () => (await saved()).includes('"format":1'));
  await call(sandbox, 'POST', '/pass', {
    passes: [{ templateId: sandbox.templates.offer, externalId: 'BY-API' }],
  });
  await until(async () => (await saved()).includes('BY-API'));
  sandbox.control.setAccount({ plan: 'By control' });
  await until(async () => (await saved()).includes('By control'));
  await call(sandbox, 'PATCH', '/_sandbox/account', { plan: 'By route' });
  await until(async () => (await saved()).includes('By route'));
  expect(await readdir(path.dirname(file))).not.toContainEqual(expect.stringContaining('.tmp'));
});

test('contents of deleted files go from the disk; equal contents are kept once', async () => {
  const first = await start();
  const bytes = await picture('png');
  const [one, two] = [await upload(first, bytes), await upload(first, bytes)];
  const other = await upload(first, await picture('webp'));
  const second = await restart(first);
  const kept = () => readdir(`${file}.files`);
  expect(await kept()).toHaveLength(3); // two of the test, one of the seed
  for (const { id } of [one, other]) {
    await fetch(`${second.baseUrl}/files/${id}`, {
      method: 'DELETE',
      headers: { 'X-API-Key': second.keys['Full access'] },
    });
  }
  const third = await restart(second);
  expect(await kept()).toHaveLength(2);
  const image = await fetch(`${third.baseUrl}/images/${two.id}`);
  expect(image.status).toBe(200);
});

test('a reset goes back to the seed on disk too', async () => {
  const before = await start();
  before.control.seedPasses(before.templates.offer, 3);
  before.control.reset();
  const after = await restart(before);
  expect(after.control.passes(after.templates.offer)).toEqual([]);
});

test.each([
  ['{"format":1', 'not valid JSON'],
  ['{"format":99}', 'no sandbox data of format 1'],
  ['null', 'no sandbox data of format 1'],
])('a file that holds %j is refused and left as it is', async (content, message) => {
  file = path.join(folder, 'other.json');
  await writeFile(file, content);
  await expect(startSandbox({ data: file })).rejects.toThrow(message);
  expect(await readFile(file, 'utf8')).toBe(content);
});
