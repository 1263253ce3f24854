import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';

import { type Sandbox, startSandbox } from '../../sandbox/index';
import { ROOT } from '../support/tools';

let sandbox: Sandbox;
beforeAll(async () => {
  sandbox = await startSandbox();
});
beforeEach(() => sandbox.control.reset());
afterAll(() => sandbox.close());

const NODE = [process.execPath, '--import', 'tsx', 'check-service/cli.ts'];

function start(command: readonly string[], env: object = connection()): ChildProcess {
  const [program = '', ...args] = command;
  return spawn(program, args, { cwd: ROOT, env: { PATH: process.env.PATH, ...env } });
}
const connection = (key: 'Read only' | 'Full access' = 'Full access') => ({
  WALLET_PASS_URL: sandbox.baseUrl,
  WALLET_PASS_API_KEY: sandbox.keys[key],
});

/** What a program prints, and its exit code. */
async function ended(child: ChildProcess) {
  const texts = { stdout: '', stderr: '' };
  child.stdout?.on('data', (chunk: Buffer) => (texts.stdout += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (texts.stderr += chunk.toString()));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...texts };
}

const templates = async () => {
  const headers = { 'X-API-Key': sandbox.keys['Full access'] };
  const response = await fetch(`${sandbox.baseUrl}/templates`, { headers });
  return ((await response.json()) as { data: { name: string }[] }).data.map(({ name }) => name);
};
/** When the first pass of the check is issued. */
const issued = () =>
  new Promise<void>((resolve) => {
    const stop = sandbox.control.onRequest(({ method, path }) => {
      if (method !== 'POST' || path !== '/pass') return;
      stop();
      resolve();
    });
  });

it('reads', async () => {
  const run = await ended(start(NODE, connection('Read only')));
  expect(run).toMatchObject({ code: 0, stderr: '' });
  expect(run.stdout).toContain('Everything that the connector relies on holds.');
});

it('writes after a yes, and prints JSON', async () => {
  const before = await templates();
  const child = start([...NODE, '--write', '--json']);
  child.stdin?.end('yes\n');
  const { code, stdout, stderr } = await ended(child);
  expect([code, JSON.parse(stdout)]).toEqual([0, expect.objectContaining({ exitCode: 0 })]);
  expect(stderr).toContain('Continue?');
  expect(await templates()).toEqual(before);
  expect(sandbox.control.outbox()).toEqual([]);
});

it('writes nothing after a no', async () => {
  const child = start([...NODE, '--write']);
  child.stdin?.end('y\n');
  expect(await ended(child)).toMatchObject({ code: 2, stdout: '' });
  expect(sandbox.control.requests()).toEqual([]);
});

it('removes what it created after Ctrl-C', async () => {
  const before = await templates();
  const child = start([...NODE, '--write']);
  child.stdin?.end('yes\n');
  const end = ended(child);
  await issued();
  child.kill('SIGINT');
  expect(await end).toMatchObject({ code: 130 });
  expect(await templates()).toEqual(before);
});

it('removes what a killed run has left', async () => {
  const before = await templates();
  const child = start([...NODE, '--write']);
  child.stdin?.end('yes\n');
  const end = ended(child);
  await issued();
  child.kill('SIGKILL');
  await end;
  expect(await templates()).toHaveLength(before.length + 1);
  const next = start([...NODE, '--write']);
  next.stdin?.end('yes\n');
  expect(await ended(next)).toMatchObject({ code: 0 });
  expect(await templates()).toEqual(before);
});

it('asks for URL and key in a terminal, and does not show the key', async () => {
  const child = start(['script', '-qec', NODE.join(' '), '/dev/null'], { TERM: 'xterm' });
  const answers = {
    'Base URL: ': sandbox.baseUrl,
    'API key (hidden): ': sandbox.keys['Read only'],
  };
  let seen = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    seen += chunk.toString();
    for (const [question, answer] of Object.entries(answers)) {
      if (!seen.endsWith(question)) continue;
      child.stdin?.write(`${answer}\n`);
      seen = '';
    }
  });
  const { code, stdout } = await ended(child);
  expect(code).toBe(0);
  expect(stdout).toContain('Everything that the connector relies on holds.');
  expect(stdout).not.toContain(answers['API key (hidden): ']);
});

it.each([['--key=svc_sk_secret'], ['svc_sk_secret'], ['--write', '--json', '--url']])(
  'refuses %s without repeating it',
  async (...args) => {
    const { code, stderr, stdout } = await ended(start([...NODE, ...args]));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).not.toContain('svc_sk_');
  },
);
