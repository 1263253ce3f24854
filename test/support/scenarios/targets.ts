import { join } from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import { type FaultChooser, type Sandbox, startSandbox } from '../../../sandbox/index';
import type { Operation } from '../../../shared/operations/operation';
import { DAY_MS } from '../../../shared/runtime/clock';
import { type N8nEngine, startN8nEngine } from '../../engines/n8nEngine';
import {
  type ZapierEngine,
  type ZapierRunError,
  startZapierEngine,
} from '../../engines/zapierEngine';
import { logo } from '../../sandbox/images';
import { fastTime } from '../fastTime';
import { CapturedLogs } from '../logs';
import { NODE, binaryFile, workflow } from '../n8n';
import { notAsPreviewed } from '../outputSchema';
import { type ServedImage, hostImage } from './imageHost';
import { breaches, leaks } from './invariants';
import { OPERATION_CASES, scenariosOf, type LoadedCase } from '.';
import { INPUT_KEY, n8nParameters, zapierInput } from './platformInputs';
import type { ServerState, Scenario, Verdict } from './scenario';
import { caseFixture, readServerState } from './fixture';

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

/** Every scenario of every target; in the first one, passes are identified in each way. */
export const TARGET_SCENARIOS = TARGETS.flatMap((target) =>
  [...scenariosOf(target.testCase).keys()].flatMap((variant) =>
    waysToIdentify(target, variant).map((identifiedBy) => {
      const name = `${nameOf(target)} ${variant} by ${identifiedBy}`;
      return { name, target, variant, identifiedBy };
    }),
  ),
);

function waysToIdentify(
  { operation: { input } }: Target,
  variant: number,
): RunSettings['identifiedBy'][] {
  if (variant > 0) return ['external ID'];
  if (Object.values(input).some(({ kind }) => kind === 'passRef')) {
    return ['external ID', 'ID', 'email'];
  }
  // Nothing else depends on it.
  return 'externalId' in input || 'passId' in input ? ['external ID', 'ID'] : ['external ID'];
}

interface RunSettings {
  /** Index of a scenario of the case. */
  variant: number;
  /** How an existing pass is identified. */
  identifiedBy: 'external ID' | 'ID' | 'email';
  /** Default: none. */
  faults?: FaultChooser;
}

interface EngineRun {
  /** Violated guarantees; empty if there are none. */
  breaches: string[];
  verdict: Verdict;
  scenario: Scenario;
  serverState: ServerState;
}

/**
 * Runs one operation for one item in its real engine, checked against the server's state. Both engines and the
 * service share a fast clock; waits and timeouts would take minutes in real time.
 */
export function useEngines(): (target: Target, settings: RunSettings) => Promise<EngineRun> {
  const logs = new CapturedLogs();
  let parts: Parts | undefined;
  let fast: ReturnType<typeof fastTime> | undefined;

  beforeAll(async () => {
    logs.listen();
    // Zapier's core ends processes with high memory usage; this one also runs n8n.
    jest.spyOn(process, 'memoryUsage').mockReturnValue({ ...process.memoryUsage(), rss: 0 });
    parts = await start();
    fast = fastTime();
  });
  afterAll(async () => {
    fast?.restore();
    logs.stop();
    jest.restoreAllMocks();
    await parts?.zapier.close();
    parts?.image.close();
    await parts?.sandbox.close();
  });

  return async ({ platform, testCase, operation }, { variant, identifiedBy, faults }) => {
    if (!parts) throw new Error('Not started yet');
    // No rate limit of an earlier run holds this one back.
    fast?.skip(DAY_MS);
    const { sandbox, image, zapier } = parts;
    const [byExternalId, byEmail] = [identifiedBy === 'external ID', identifiedBy === 'email'];
    const fixture = caseFixture(sandbox, image, byExternalId, byEmail);
    const scenario = await scenariosOf(testCase)[variant]?.(fixture, 0);
    if (!scenario) throw new Error(`${testCase.name} has no scenario ${variant}`);

    sandbox.control.clearRequests();
    sandbox.control.chooseFaults(faults ?? null);
    logs.take();
    const run = platform === 'n8n' ? runOnN8n : runOnZapier;
    const { verdict, texts } = await run(parts, operation, scenario);
    const serverState = await readServerState(fixture);

    const logged = [...logs.take(), JSON.stringify(zapier.logs.splice(0))];
    return {
      breaches: [
        ...breaches([scenario], [verdict], serverState),
        ...leaks(fixture.secrets, [...texts, ...logged]),
      ],
      verdict,
      scenario,
      serverState,
    };
  };
}

interface Parts {
  n8n: N8nEngine;
  zapier: ZapierEngine;
  sandbox: Sandbox;
  image: ServedImage;
}

async function start(): Promise<Parts> {
  const root = join(__dirname, '../../..');
  const appPath = join(root, 'zapier/dist/index.js');
  return {
    n8n: await startN8nEngine({ packageDir: root }),
    zapier: await startZapierEngine({ appPath }),
    // The service runs on the same fast clock as the clients.
    sandbox: await startSandbox({ seed: 'templates', now: () => Date.now() }),
    image: await hostImage(await logo('#ffffff')),
  };
}

interface RunOutcome {
  verdict: Verdict;
  /** Texts shown to people or logged. */
  texts: string[];
}

async function runOnN8n(
  { n8n, sandbox, image }: Parts,
  declared: Operation,
  { input }: Scenario,
): Promise<RunOutcome> {
  const { resource, key: operation } = declared;
  const parameters = n8nParameters(declared, input);
  const run = await n8n.run(workflow({ parameters: { resource, operation, ...parameters } }), {
    credentials: {
      walletPassApi: { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Full access'] },
    },
    startItems: [
      {
        json: { [INPUT_KEY]: input as IDataObject },
        binary: { data: binaryFile(image.content) },
      },
    ],
  });
  const error = run.error(NODE);
  if (!error) {
    const outputs = run.items(NODE).map(({ json }) => json);
    expect(outputs.flatMap((json) => notAsPreviewed(resource, operation, json))).toEqual([]);
    return { verdict: { state: 'done', outputs, text: '' }, texts: [] };
  }
  const text = `${error.message} ${error.description ?? ''}`;
  const verdict: Verdict = { state: unknownOrFailed(text), outputs: [], text };
  return { verdict, texts: [JSON.stringify(error)] };
}

async function runOnZapier(
  { zapier, sandbox }: Parts,
  operation: Operation,
  { input }: Scenario,
): Promise<RunOutcome> {
  if (!operation.zapier) throw new Error(`${operation.key} is not on Zapier`);
  const { kind, key } = operation.zapier;
  const authData = { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Full access'] };
  return await zapier.perform<object>(kind, key, { inputData: zapierInput(input), authData }).then(
    (result): RunOutcome => {
      const outputs = [result].flat() as Verdict['outputs'];
      return { verdict: { state: 'done', outputs, text: '' }, texts: [] };
    },
    (thrown: unknown) => {
      const { message: text, fullMessage = '', stack = '' } = thrown as ZapierRunError;
      const verdict: Verdict = { state: unknownOrFailed(text), outputs: [], text };
      return { verdict, texts: [text, fullMessage, stack] };
    },
  );
}

/** How both platforms report an unknown result. */
const UNKNOWN =
  /unknown result|result for each of them is unknown|may have been|could not be read/i;

function unknownOrFailed(text: string): 'unknown' | 'failed' {
  return UNKNOWN.test(text) ? 'unknown' : 'failed';
}
