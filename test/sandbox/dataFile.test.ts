import { type ChildProcess, spawn } from 'node:child_process';
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

  // IDs continue from the last one, and indexes work.
  const next = await call<{ id: string }>(after, 'POST', '/pass', { passes: [{ templateId }] });
  expect(next.id).not.toBe(made.id);
  const query = `templateId=${templateId}&searchQuery=ada%40example.com`;
  expect(await call<object[]>(after, 'GET', `/passes/search?${query}`)).toHaveLength(1);
});

test('links and images use the base URL of the new start', async () => {
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

test('a rotated Default key is reported with its new value', async () => {
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

test('contents of deleted files are removed from disk; equal contents are stored once', async () => {
  const first = await start();
  const bytes = await picture('png');
  const [one, two] = [await upload(first, bytes), await upload(first, bytes)];
  const other = await upload(first, await picture('webp'));
  const second = await restart(first);
  const kept = () => readdir(`${file}.files`);
  expect(await kept()).toHaveLength(3); // two from the test, one from the seed
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

test('a reset also restores the seed on disk', async () => {
  const before = await start();
  before.control.seedPasses(before.templates.offer, 3);
  before.control.reset();
  const after = await restart(before);
  expect(after.control.passes(after.templates.offer)).toEqual([]);
});

/** The files below a folder: each path with its content. */
const onDisk = async () => {
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  return Promise.all(names.sort().map(async (name) => [name, await readFile(name, 'base64')]));
};

describe('a file that cannot be loaded is refused with a reason and left unchanged:', () => {
  const refused = async (...messages: string[]) => {
    const before = await onDisk();
    const failed = await startSandbox({ data: file }).then(
      () => undefined,
      (error: unknown) => (error as Error).message,
    );
    for (const message of messages) expect(failed).toContain(message);
    expect(failed).toMatch(/It was not changed\.$/);
    expect(await onDisk()).toEqual(before);
  };
  /** A saved state, modified from outside. */
  const modified = async (change: (saved: Saved) => void) => {
    const sandbox = await start();
    sandbox.control.seedPasses(sandbox.templates.offer, 2);
    await upload(sandbox, await picture('png'));
    await sandbox.close();
    started.pop();
    const saved = JSON.parse(await readFile(file, 'utf8')) as Saved;
    change(saved);
    await writeFile(file, JSON.stringify(saved));
  };
  interface Saved {
    baseUrl: unknown;
    accounts: unknown[];
    keys: [string, Record<string, unknown>][];
    passes: { passes: Record<string, unknown>[] };
    templates: { templates: { id: string; design: Record<string, unknown> }[] };
    files: { image: Record<string, unknown> }[];
    badges: { templates: unknown[]; passes: Record<string, unknown>[] };
    outbox?: unknown;
  }

  test.each([
    ['{"format":1', 'not valid JSON'],
    ['{"format":99}', 'not sandbox data of format 1'],
    ['null', 'not sandbox data of format 1'],
    ['{"format":1}', 'invalid sandbox data. baseUrl: Required'],
  ])('%j', async (content, message) => {
    await mkdir(path.dirname(file));
    await writeFile(file, content);
    await refused(file, message);
  });

  test.each<[string, (saved: Saved) => void, string]>([
    ['an empty base URL', (s) => (s.baseUrl = ''), 'baseUrl: must be a URL without a path'],
    ['a missing part', (s) => delete s.outbox, 'outbox: Required'],
    [
      'a date as text',
      ({ passes }) => Object.assign(passes.passes[0] ?? {}, { created: '2030-01-01' }),
      'passes.passes.0.created: Expected number, received string',
    ],
    [
      'an object as a field value',
      ({ passes }) => Object.assign(passes.passes[0] ?? {}, { customFields: { a: {} } }),
      'passes.passes.0.customFields.a: Invalid input',
    ],
    [
      'a design with an unknown barcode type',
      ({ templates }) =>
        templates.templates[0] ? (templates.templates[0].design.barcodeType = 'upca') : 0,
      'templates.templates.0.design.barcodeType: Invalid enum value',
    ],
    [
      'a pass of an unknown account',
      ({ passes }) => Object.assign(passes.passes[1] ?? {}, { accountId: 'nobody' }),
      'passes.passes.1.accountId: nobody does not exist',
    ],
    [
      'a key of an unknown account',
      ({ keys }) => Object.assign(keys[2]?.[1] ?? {}, { accountId: 'nobody' }),
      'keys.2.1.accountId: nobody does not exist',
    ],
    [
      'a badge pass of an unknown badge',
      ({ badges }) => Object.assign(badges.passes[0] ?? {}, { badgeTemplateId: 'none' }),
      'badges.passes.0.badgeTemplateId: none does not exist',
    ],
    [
      'a path as the name of a content',
      ({ files }) => Object.assign(files[1]?.image ?? {}, { blob: '../state.json' }),
      'files.1.image.blob: must be a SHA-256',
    ],
  ])('%s', async (_, change, message) => {
    await modified(change);
    await refused(file, message);
  });

  test('a corrupt or missing file content', async () => {
    await modified(() => undefined);
    const [name = ''] = await readdir(`${file}.files`);
    const content = path.join(`${file}.files`, name);
    await writeFile(content, 'something else');
    await refused(content, 'is corrupt');
    await rm(content);
    await refused(content, 'is missing');
  });

  test('can be loaded again once it is repaired', async () => {
    const before = await start();
    await before.close();
    started.pop();
    const good = await readFile(file, 'utf8');
    await writeFile(file, good.slice(0, -1));
    await refused('not valid JSON');
    await writeFile(file, good);
    expect((await start()).templates).toEqual(before.templates);
  });
});

test('a field named __proto__ survives a restart', async () => {
  const before = await start();
  const { id } = await call<{ id: string }>(before, 'POST', '/pass', {
    passes: [
      {
        templateId: before.templates.offer,
        customFields: JSON.parse('{"__proto__":"x"}') as object,
      },
    ],
  });
  const after = await restart(before);
  expect(Object.entries(after.control.pass(id)?.customFields ?? {})).toEqual([['__proto__', 'x']]);
});

describe('a file in use', () => {
  const lock = () => `${file}.lock`;
  /** The sandbox as a separate process. @returns its output, once it listens or has exited */
  const inProcess = async () => {
    const child = spawn(process.execPath, ['--import', 'tsx', 'sandbox/cli.ts', '--data', file]);
    children.push(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.on('data', (data: Buffer) => (output += data.toString()));
    }
    await until(async () => output.includes('Ctrl-C') || child.exitCode !== null);
    return { child, output: () => output };
  };
  const children: ChildProcess[] = [];
  const ended = (child: ChildProcess) =>
    child.exitCode !== null || child.signalCode !== null
      ? undefined
      : new Promise((resolve) => child.once('close', resolve));
  afterEach(async () => {
    for (const child of children.splice(0)) {
      child.kill('SIGKILL');
      await ended(child);
    }
  });

  test('cannot be used by a second sandbox of the same process; closing releases it', async () => {
    const first = await start();
    await expect(startSandbox({ data: file })).rejects.toThrow(
      `${file} is in use by another sandbox (process ${process.pid}). Stop it, or choose another file.`,
    );
    const elsewhere = path.join(path.dirname(file), '..', 'deep', 'state.json');
    await expect(startSandbox({ data: elsewhere })).rejects.toThrow('is in use');
    await restart(first);
    expect(await readFile(lock(), 'utf8')).toBe(String(process.pid));
  });

  test('cannot be used by a second process; it is taken over from a killed one', async () => {
    const { child } = await inProcess();
    await expect(start()).rejects.toThrow(`(process ${child.pid})`);
    child.kill('SIGKILL');
    await ended(child);
    expect(await readFile(lock(), 'utf8')).toBe(String(child.pid));
    await start();
    expect(await readFile(lock(), 'utf8')).toBe(String(process.pid));

    const second = await inProcess();
    await ended(second.child);
    expect(second.child.exitCode).toBe(1);
    expect(second.output()).toContain(`is in use by another sandbox (process ${process.pid})`);
  });

  test('a lock with its own process ID that it did not create is stale', async () => {
    await mkdir(path.dirname(file));
    await writeFile(lock(), String(process.pid));
    await start();
  });

  test('a lock without a process ID is respected', async () => {
    await mkdir(path.dirname(file));
    await writeFile(lock(), '');
    await expect(start()).rejects.toThrow(`delete ${lock()}`);
  });

  test('is released after a failed start, and after closing', async () => {
    await mkdir(path.dirname(file));
    await writeFile(file, 'null');
    await expect(start()).rejects.toThrow('not sandbox data');
    await rm(file);
    const sandbox = await start();
    await sandbox.close();
    started.pop();
    expect(await readdir(path.dirname(file))).not.toContain('state.json.lock');
  });
});
