import { CapturedLogs } from '../logs';

import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import {
  type FaultChooser,
  type LoggedRequest,
  type Sandbox,
  startSandbox,
} from '../../../sandbox/index';
import { Random } from '../../../sandbox/state/random';
import type { Operation } from '../../../shared/operations/operation';
import { type N8nEngine, type NodeJson, startN8nEngine } from '../../engines/n8nEngine';
import {
  type ZapierEngine,
  type ZapierRunError,
  startZapierEngine,
} from '../../engines/zapierEngine';
import { logo } from '../../sandbox/images';
import { fastTime } from '../fastTime';
import { NODE, binaryFile, workflow } from '../n8n';
import { chosenFaults } from './randomFaults';
import { type ServedImage, hostImage } from './imageHost';
import { breaches, leaks } from './invariants';
import { OPERATION_CASES, scenariosOf, type LoadedCase } from '.';
import { INPUT_KEY, n8nParameters, zapierInput } from './platformInputs';
import type { ServerState, Scenario, Fixture } from './scenario';
import { type Verdict, n8nVerdicts, unknownOrFailed } from './verdicts';
import { createFixture, readServerState, resent } from './fixture';

export type Platform = 'n8n' | 'zapier';

/** One operation on one platform. */
export interface Target {
  platform: Platform;
  testCase: LoadedCase;
  operation: Operation;
}

/** Every operation of both platforms. */
export const TARGETS: readonly Target[] = OPERATION_CASES.flatMap((testCase) => {
  const { operation } = testCase;
  return [
    ...(operation.zapierOnly ? [] : [{ platform: 'n8n', testCase, operation } as const]),
    ...(operation.zapier ? [{ platform: 'zapier', testCase, operation } as const] : []),
  ];
});

export const nameOf = ({ platform, testCase: { name } }: Target) => `${platform} ${name}`;

/** Every scenario of every target, with passes identified by either. */
export const TARGET_SCENARIOS = TARGETS.flatMap((target) =>
  [...scenariosOf(target.testCase).keys()].flatMap((variant) =>
    [true, false].map((byExternalId) => {
      const name = `${nameOf(target)} ${variant} by ${byExternalId ? 'external ID' : 'ID'}`;
      return { name, target, variant, byExternalId };
    }),
  ),
);

export interface RunSettings {
  /** Share of the requests that fail, or a chooser; random by default. */
  faults?: number | FaultChooser;
  /** How many items; random by default. */
  items?: number;
  /** Index of a scenario of the case; random by default. */
  variant?: number;
  /** Whether passes have external IDs and are identified by them; random by default. */
  byExternalId?: boolean;
  /** Settings of the n8n node, `{}` for none; random by default. */
  node?: Partial<NodeJson>;
  /** Base URL instead of the service's own. */
  baseUrl?: string;
}

export interface EngineRun {
  /** Violated guarantees; empty if there are none. */
  breaches: string[];
  /** Number of requests to the service. */
  calls: number;
  verdicts: Verdict[];
  scenarios: Scenario[];
  serverState: ServerState;
  /** Sends a request of the run again. @returns the state after it */
  sendAgain: (request: LoggedRequest) => Promise<ServerState>;
}

export interface Engines {
  /** The service of the runs with this worker number (0, 1, ...); one run at a time. */
  sandbox(worker?: number): Promise<Sandbox>;
  /** Everything logged during `work`. */
  logsDuring(work: () => Promise<void>): Promise<string>;
  /** One run of an operation with several items, checked against the server's state. */
  run(target: Target, seed: string, settings?: RunSettings, worker?: number): Promise<EngineRun>;
}

/**
 * Both engines and a service for each worker, for the tests of a file. They share a fast clock; waits and
 * timeouts would take minutes in real time.
 */
export function useEngines(): Engines {
  const logs = new CapturedLogs();
  const sandboxes: Promise<Sandbox>[] = [];
  let parts: Parts | undefined;
  let realTime: (() => void) | undefined;
  const started = () => {
    if (!parts) throw new Error('Not started yet');
    return parts;
  };
  // The service runs on the same fast clock as the clients.
  const sandboxOf = (worker: number) =>
    (sandboxes[worker] ??= startSandbox({ seed: 'templates', now: () => Date.now() }));

  beforeAll(async () => {
    logs.listen();
    // Zapier's core ends processes with high memory usage; this one also runs n8n.
    jest.spyOn(process, 'memoryUsage').mockReturnValue({ ...process.memoryUsage(), rss: 0 });
    parts = await start();
    realTime = fastTime();
  });
  afterAll(async () => {
    realTime?.();
    logs.stop();
    jest.restoreAllMocks();
    await parts?.zapier.close();
    parts?.image.close();
    await Promise.all(sandboxes.map(async (sandbox) => (await sandbox).close()));
  });

  return {
    sandbox: (worker = 0) => sandboxOf(worker),
    async logsDuring(work) {
      const heard = logs.mark();
      await work();
      return heard().join('\n');
    },
    async run(target, seed, settings = {}, worker = 0) {
      const { image, zapier } = started();
      const sandbox = await sandboxOf(worker);
      const random = randomOf(seed);
      const fixture = createFixture(sandbox, random, `r${random.below(1_000_000)}`, image);
      const heard = logs.mark();
      const byExternalId = random.chance(0.5);
      fixture.byExternalId = settings.byExternalId ?? byExternalId;
      const scenarios = await scenariosFor(target, fixture, settings);

      sandbox.control.clearRequests();
      const faults = settings.faults ?? random.pick([0, 0.1, 0.25, 0.5, 0.9]);
      sandbox.control.chooseFaults(
        typeof faults === 'number' ? chosenFaults(seed, faults) : faults,
      );
      if (settings.faults === undefined && random.chance(0.2)) {
        const retryAfter = random.pick(['seconds', 'date', 'none'] as const);
        const burst = 1 + random.below(4);
        sandbox.control.setRateLimit({ ratePerSecond: 1 + random.below(9), burst, retryAfter });
      }
      const run = target.platform === 'n8n' ? runOnN8n : runOnZapier;
      const outcome = await run(started(), target.operation, fixture, scenarios, settings);
      const serverState = await readServerState(fixture);

      for (const line of zapier.logs.splice(0)) logs.keep(JSON.stringify(line));
      return {
        breaches: [
          ...breaches(scenarios, outcome.verdicts, serverState),
          ...leaks(fixture.secrets, [...outcome.texts, ...heard()]),
        ],
        calls: serverState.log.length,
        verdicts: outcome.verdicts,
        scenarios,
        serverState,
        async sendAgain(request) {
          await resent(sandbox, request);
          return await readServerState(fixture);
        },
      };
    },
  };
}

interface Parts {
  n8n: N8nEngine;
  zapier: ZapierEngine;
  image: ServedImage;
}

async function start(): Promise<Parts> {
  const root = join(__dirname, '../../..');
  const appPath = join(root, 'zapier/dist/index.js');
  return {
    n8n: await startN8nEngine({ packageDir: root }),
    zapier: await startZapierEngine({ appPath }),
    image: await hostImage(await logo('#ffffff')),
  };
}

function randomOf(seed: string): Random {
  let state = 7;
  for (const character of seed) state = Math.imul(state, 31) + character.charCodeAt(0);
  return new Random(state);
}

async function scenariosFor(
  { platform, testCase, operation }: Target,
  fixture: Fixture,
  { items, variant }: RunSettings,
): Promise<Scenario[]> {
  const most = operation.effect === 'read' ? 3 : platform === 'n8n' ? 12 : 4;
  const count = items ?? 1 + fixture.random.below(most);
  const makers = scenariosOf(testCase);
  const maker = makers[variant ?? (makers.length > 1 ? fixture.random.below(makers.length) : 0)];
  if (!maker) throw new Error(`There is no variant ${variant} of ${operation.key}`);
  const scenarios: Scenario[] = [];
  for (let n = 0; n < count; n += 1) scenarios.push(await maker(fixture, n));
  return scenarios;
}

/** Settings common to all nodes. */
function drawnSettings(random: Random): Partial<NodeJson> {
  return {
    onError: random.pick(['stopWorkflow', 'continueRegularOutput', 'continueErrorOutput']),
    ...(random.chance(0.5) && {
      retryOnFail: true,
      maxTries: 2 + random.below(4),
      waitBetweenTries: 1000,
    }),
  };
}

interface RunOutcome {
  verdicts: Verdict[];
  /** Texts shown to people or logged. */
  texts: string[];
}

async function runOnN8n(
  { n8n }: Parts,
  operation: Operation,
  { sandbox, random, image }: Fixture,
  scenarios: Scenario[],
  { baseUrl = sandbox.baseUrl, node }: RunSettings,
): Promise<RunOutcome> {
  const parameters = n8nParameters(operation, scenarios[0]?.input ?? {});
  const drawn = {
    maxParallelRequests: random.pick([1, 3, 10]),
    maxWaitMinutes: random.pick([0, 0.1, 5]),
  };
  const run = await n8n.run(
    workflow({
      parameters: {
        resource: operation.resource,
        operation: operation.key,
        ...parameters,
        options: {
          ...(parameters.options as object | undefined),
          ...(node === undefined && drawn),
        },
      },
      ...(node ?? drawnSettings(random)),
    }),
    {
      credentials: { walletPassApi: { baseUrl, apiKey: sandbox.keys['Full access'] } },
      startItems: scenarios.map(({ input }) => ({
        json: { [INPUT_KEY]: input as IDataObject },
        binary: { data: binaryFile(image) },
      })),
    },
  );
  const verdicts = n8nVerdicts(run, scenarios.length);
  const error = run.error(NODE);
  return { verdicts, texts: [JSON.stringify(error ?? ''), ...verdicts.map(({ text }) => text)] };
}

async function runOnZapier(
  { zapier }: Parts,
  operation: Operation,
  { sandbox }: Fixture,
  scenarios: Scenario[],
  { baseUrl = sandbox.baseUrl }: RunSettings,
): Promise<RunOutcome> {
  if (!operation.zapier) throw new Error(`${operation.key} is not on Zapier`);
  const { kind, key } = operation.zapier;
  const apiKey = sandbox.keys['Full access'];
  const texts: string[] = [];
  // Steps on one pass would wait for each other's lock; here every item has its own pass.
  const verdicts = await Promise.all(
    scenarios.map(async ({ input }): Promise<Verdict> => {
      const bundle = { inputData: zapierInput(input), authData: { baseUrl, apiKey } };
      return await zapier.perform<object>(kind, key, bundle).then(
        (result) => ({ state: 'done', outputs: [result].flat() as Verdict['outputs'], text: '' }),
        (thrown: unknown) => {
          const { message: text, fullMessage = '', stack = '' } = thrown as ZapierRunError;
          texts.push(text, fullMessage, stack);
          return { state: unknownOrFailed(text), outputs: [], text };
        },
      );
    }),
  );
  return { verdicts, texts };
}
