/**
 * Runs the app from build.zip with Zapier's own command line. Inputs are strings, as in a Zap; results are
 * checked against the state of the service and against the definition.
 */

import { type Sandbox, startSandbox } from '../../sandbox/index';
import { Random } from '../../sandbox/state/random';
import { type ServedImage, hostImage } from '../../test/support/scenarios/imageHost';
import { breaches } from '../../test/support/scenarios/invariants';
import type { Scenario, Fixture } from '../../test/support/scenarios/scenario';
import { OPERATION_CASES, TRIGGER_CASES, scenariosOf } from '../../test/support/scenarios';
import type { TriggerCase } from '../../test/support/scenarios/triggerCase';
import { zapierInput } from '../../test/support/scenarios/platformInputs';
import { createFixture, readServerState } from '../../test/support/scenarios/fixture';
import { type ZapierBackend, startZapierBackend } from '../../test/engines/zapier/backend';
import type { ZapierStep } from '../../test/engines/zapierEngine';
import { logo } from '../../test/sandbox/images';
import { asStep } from './zapStep';
import { missingOfSample, typeFindings } from '../../test/zapier/results';
import { readStep } from '../../test/zapier/steps';
import app from '../../zapier/index';
import { deployedForInvoke } from './app';
import { type CliRun, zapierCli } from './cli';
import { STAGES } from './stages';

type Kind = 'trigger' | 'search' | 'create';
interface Step {
  kind: Kind;
  key: string;
}

const STEPS: Step[] = [
  ...Object.keys(app.triggers).map((key): Step => ({ kind: 'trigger', key })),
  ...Object.keys(app.searches).map((key): Step => ({ kind: 'search', key })),
  ...Object.keys(app.creates).map((key): Step => ({ kind: 'create', key })),
];

/** Number of parallel commands, each in its own folder: starting one is mostly CPU work. */
const LANES = 2;

let folders: string[];
let image: ServedImage | undefined;
let zapierBackend: ZapierBackend | undefined;
beforeAll(async () => {
  folders = [];
  while (folders.length < LANES) folders.push(await deployedForInvoke());
  image = await hostImage(await logo('#ffffff'));
  zapierBackend = await startZapierBackend();
});
afterAll(() => Promise.all([image?.close(), zapierBackend?.close()]));

function picture(): ServedImage {
  if (!image) throw new Error('Not started yet');
  return image;
}

async function invoke(
  what: readonly string[],
  inputData: object,
  sandbox: Pick<Sandbox, 'baseUrl' | 'keys'>,
  lane = 0,
): Promise<CliRun> {
  const args = ['--inputData', JSON.stringify(inputData), '--timezone', 'Europe/Vienna'];
  const from = Date.now();
  const run = await zapierCli(
    ['invoke', ...what, '--non-interactive', ...args],
    folders[lane] ?? '',
    {
      ...zapierBackend?.environment,
      authData_baseUrl: sandbox.baseUrl,
      authData_apiKey: sandbox.keys['Full access'],
    },
  );
  const seconds = ((Date.now() - from) / 1000).toFixed(1);
  process.stderr.write(`zapier-platform invoke ${what.join(' ')}: ${seconds} s\n`);
  return run;
}

describe('the connection', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ seed: 'templates' });
  });
  afterAll(() => sandbox.close());

  it('is tested', async () => {
    const { code, stdout } = await invoke(['auth', 'test'], {}, sandbox);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ displayName: expect.any(String) as unknown });
  });

  it('is refused with a wrong key and a helpful message', async () => {
    const keys = { ...sandbox.keys, 'Full access': 'svc_sk_mistyped' };
    const { code, stderr } = await invoke(['auth', 'test'], {}, { ...sandbox, keys });
    expect(code).toBe(2);
    expect(plain(stderr)).toContain('The service rejected this API key.');
    expect(stderr).not.toContain('svc_sk_mistyped');
  });

  it('sends nothing if a required field is empty', async () => {
    sandbox.control.clearRequests();
    const { code, stderr } = await invoke(['create', 'issue_pass'], {}, sandbox);
    expect(code).toBe(2);
    expect(plain(stderr)).toMatch(/required.*templateId/i);
    expect(sandbox.control.requests()).toEqual([]);
  });
});

describe('every trigger, search and create', () => {
  const running = new Map<number, Promise<string[]>>();
  afterAll(() => Promise.allSettled(running.values()));

  /** Runs a step and, in parallel, the next one. @returns the problems of the step */
  function flawsOf(index: number): Promise<string[]> {
    for (let n = index; n < Math.min(index + LANES, STEPS.length); n += 1) {
      const step = STEPS[n];
      if (!step || running.has(n)) continue;
      const flaws = run(step, n % LANES);
      flaws.catch(() => undefined);
      running.set(n, flaws);
    }
    return running.get(index) ?? Promise.reject(new Error('Not a step'));
  }

  it.each(STEPS.map(({ kind, key }, index) => [`${kind} ${key}`, index] as const))(
    '%s',
    async (_name, index) => {
      expect(await flawsOf(index)).toEqual([]);
    },
  );
});

async function run(step: Step, lane: number): Promise<string[]> {
  const sandbox = await startSandbox({ seed: 'templates' });
  try {
    const fixture = createFixture(sandbox, new Random(1), `e${lane}`, picture());
    const { scenario, inputData } =
      step.kind === 'trigger'
        ? await asTrigger(step.key, fixture)
        : await asOperation(step, fixture);
    sandbox.control.clearRequests();
    const { code, stdout, stderr } = await invoke([step.kind, step.key], inputData, sandbox, lane);
    if (code !== 0) return [`ended with ${code ?? 'nothing'}: ${plain(stderr)}`];

    const outputs = [JSON.parse(stdout) as unknown].flat() as Record<string, unknown>[];
    const serverState = await readServerState(fixture);
    const flaws = breaches([scenario], [{ state: 'done', outputs, text: '' }], serverState);
    if (outputs.length === 0) flaws.push('nothing came out');
    if (serverState.log.length === 0) flaws.push('the service was not asked');
    return [...flaws, ...brokenPromises(step, outputs)];
  } finally {
    await sandbox.close();
  }
}

interface Prepared {
  scenario: Scenario;
  inputData: object;
}

async function asTrigger(key: string, fixture: Fixture): Promise<Prepared> {
  const found = TRIGGER_CASES.find(({ zapier }) => zapier === key);
  if (found) return await asEvent(found, fixture);
  const stage = STAGES[key];
  if (!stage) throw new Error(`No stage for ${key}: add one in e2e/zapier/stages.ts`);
  const { inputData, isTrue } = await stage(fixture);
  return { scenario: { input: {}, isTrue }, inputData };
}

/** A trigger whose newest item must be the event of its case. */
async function asEvent({ scenario }: TriggerCase, fixture: Fixture): Promise<Prepared> {
  const { input, event } = await scenario(fixture);
  const { n8n, zapier = n8n } = await event(0);
  const texts = Object.entries(input).map(([name, value]) => [name, String(value)]);
  return {
    scenario: { input, isTrue: ([item]) => item?.id === zapier.id },
    inputData: Object.fromEntries(texts) as object,
  };
}

async function asOperation({ key }: Step, fixture: Fixture): Promise<Prepared> {
  const found = OPERATION_CASES.find(({ zapier }) => zapier === key);
  const [maker] = found ? scenariosOf(found) : [];
  if (!found || !maker) throw new Error(`No case for ${key}`);
  const scenario = await maker(fixture, 0);
  return { scenario, inputData: asStep(found.operation, zapierInput(scenario.input)) };
}

/** Zapier's checks T004 and T005: a result matches the sample and the output fields. */
function brokenPromises({ kind, key }: Step, results: Record<string, unknown>[]): string[] {
  const folder = { trigger: app.triggers, search: app.searches, create: app.creates }[kind];
  const { outputs, sample = {} } = readStep(kind, folder[key] as unknown as ZapierStep);
  const files = outputs.filter(({ type }) => type === 'file').map((output) => output.key);
  return results.flatMap((result) => [
    ...files.flatMap((file) =>
      zapierBackend?.files.has(String(result[file])) ? [] : [`'${file}' is not stored with Zapier`],
    ),
    ...typeFindings(result, outputs),
    ...missingOfSample(sample, result).map((path) => `the sample's '${path}' is missing`),
  ]);
}

/** The error text of the CLI, without its arrows and line breaks. */
function plain(stderr: string): string {
  return stderr.replace(/^ ›\s*/gm, '').replace(/\s+/g, ' ');
}
