import { type Breaks, startBrokenProxy } from './brokenProxy';
import { type Target, TARGETS, nameOf, useEngines } from '../support/cases/engines';
// `npm run test:long` runs the tests that import this.
import '../support/long';

/** Breaks each promise on purpose: the checks must detect it. */
const engines = useEngines();

jest.setTimeout(180_000);

function target(name: string): Target {
  const found = TARGETS.find((one) => nameOf(one) === name);
  if (!found) throw new Error(`No target ${name}`);
  return found;
}

/** Breaches of a run whose requests go through a proxy that breaks a promise. */
async function brokenRun(name: string, breaks: Breaks, faults = 0): Promise<string> {
  const sandbox = await engines.sandbox();
  const proxy = await startBrokenProxy(sandbox.baseUrl, breaks);
  try {
    const settings = { faults, baseUrl: proxy.baseUrl };
    const runs = [];
    for (let i = 0; i < 4; i += 1) {
      runs.push(await engines.run(target(name), `${name} ${i}`, settings));
    }
    return runs.flatMap(({ breaches }) => breaches).join('\n');
  } finally {
    proxy.close();
  }
}

it.each([
  ['n8n pass.create', /doubled: on the server 2 times/],
  ['zapier pass.create', /doubled: 2 messages to one person/],
  ['n8n balance.add', /doubled: on the server 2 times/],
  ['zapier balance.adjust', /doubled: on the server 2 times/],
  ['n8n pass.resend', /doubled: on the server [2-9] times/],
  ['n8n template.create', /doubled: on the server [2-9] times/],
  ['zapier template.notify', /doubled: on the server [2-9] times/],
])('%s: repeating a request that may have been processed is detected', async (name, breach) => {
  expect(await brokenRun(name, 'sends again')).toMatch(breach);
});

it.each(['n8n pass.update', 'zapier pass.void', 'n8n stampCard.add', 'zapier pass.notify'])(
  '%s: losing a request and reporting it as done is detected',
  async (name) => {
    expect(await brokenRun(name, 'swallows')).toMatch(/lost: reported as done/);
  },
);

it.each(['n8n balance.add', 'zapier pass.resend'])(
  '%s: reporting a processed request as refused is detected',
  async (name) => {
    expect(await brokenRun(name, 'denies')).toMatch(/hidden: on the server \d times/);
  },
);

it('a secret in a log is detected', async () => {
  const { keys } = await engines.sandbox();
  const running = engines.run(target('n8n account.get'), 'leak', { faults: 0 });
  await new Promise((resolve) => setTimeout(resolve, 1));
  process.stderr.write(`sent with ${keys['Full access']}\n`);
  expect((await running).breaches).toEqual([`leaked: ${keys['Full access']}`]);
});

it('the logs of the node and the app are recorded', async () => {
  const lines = await engines.logsDuring(async () => {
    await engines.run(target('n8n account.get'), 'heard', { faults: 0 });
    await engines.run(target('zapier pass.find'), 'heard', { faults: 0 });
  });
  expect(lines).toMatch(/Running node "Wallet Pass"/);
  expect(lines).toMatch(/GET http:\/\/127.0.0.1:\d+\/pass/);
});
