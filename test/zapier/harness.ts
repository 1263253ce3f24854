import path from 'node:path';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index';
import type { Scope } from '../../shared/service/scopes';
import {
  type OperationKind,
  type ZapierBundle,
  type ZapierEngine,
  type ZapierField,
  ZapierRunError,
  type ZapierStep,
  startZapierEngine,
} from '../engines/zapierEngine';
import { useFastTime } from '../support/fastTime';
import { sendingKnownKeysOnly } from '../support/unknownKeys';
import { missingOfSample, typeFindings, undeclaredObjects } from './results';
import { type Step, readStep } from './steps';

export const APP_PATH = path.resolve(__dirname, '../../zapier/dist/index.js');
export const HOUR = 60 * 60 * 1000;

export interface Sent {
  method: string;
  path: string;
  query: Record<string, string>;
  body: unknown;
}

type Result = Record<string, unknown>;

/** The built app in Zapier's core, connected to a sandbox with a Full access key. */
export interface Harness {
  readonly sandbox: Sandbox;
  readonly zapier: ZapierEngine;
  create<T = Result>(key: string, inputData: object, bundle?: ZapierBundle): Promise<T>;
  search(key: string, inputData: object, bundle?: ZapierBundle): Promise<Result[]>;
  trigger(key: string, inputData: object, bundle?: ZapierBundle): Promise<Result[]>;
  fields(
    kind: OperationKind,
    key: string,
    inputData: object,
    bundle?: ZapierBundle,
  ): Promise<ZapierField[]>;
  /** Requests to the service since the last call, as sent. */
  sent(): Sent[];
  /** Connection with a key that has these scopes only. */
  scoped(...scopes: Scope[]): ZapierBundle;
  /** Issues a pass directly at the service, without a message. @returns its ID */
  issue(pass: Result): Promise<string>;
}

/** The error of a run that must fail. */
export async function failureOf(run: Promise<unknown>): Promise<ZapierRunError> {
  const failed = await run.then(
    (value) => Promise.reject(new Error(`It went well: ${JSON.stringify(value)}`)),
    (thrown: unknown) => thrown,
  );
  if (failed instanceof ZapierRunError) return failed;
  throw failed;
}

/** Zapier's checks T004 and T005: a result has all keys of the sample, and follows the output fields. */
function checkResults({ key, outputs, sample = {} }: Step, results: readonly Result[]): void {
  const findings = results.flatMap((result) => [
    ...undeclaredObjects(result, outputs).map((name) => `the object '${name}' is not declared`),
    // A preview has what would be sent, in place of a result.
    ...(result.preview
      ? []
      : [
          ...typeFindings(result, outputs),
          ...missingOfSample(sample, result).map((path) => `the sample's '${path}' is missing`),
        ]),
  ]);
  if (findings.length > 0) throw new Error(`${key} breaks its promise: ${findings.join('; ')}`);
}

/** A sandbox and an engine for the tests of a file, on a fast clock; back to the seed before every test. */
export function useZapier(options: SandboxOptions = { seed: 'templates' }): Harness {
  useFastTime();
  let sandbox: Sandbox | undefined;
  let zapier: ZapierEngine | undefined;
  const started = <T>(one: T | undefined): T => {
    if (one === undefined) throw new Error('Not started yet');
    return one;
  };

  const steps: Partial<Record<string, Step>> = {};
  const perform = async (
    kind: Step['kind'],
    key: string,
    inputData: object,
    bundle?: ZapierBundle,
  ) => {
    const run = { inputData: { ...inputData }, ...bundle };
    const output = await sendingKnownKeysOnly(started(sandbox), () =>
      started(zapier).perform(kind, key, run),
    );
    // Of the first poll, Zapier keeps only the IDs.
    const isBaseline = (run as { meta?: { isPopulatingDedupe?: boolean } }).meta
      ?.isPopulatingDedupe;
    if (isBaseline === true) return output;
    checkResults(started(steps[`${kind} ${key}`]), [output].flat() as Result[]);
    return output;
  };

  beforeAll(async () => {
    sandbox = await startSandbox(options);
    const authData = { baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Full access'] };
    zapier = await startZapierEngine({ appPath: APP_PATH, authData, timezone: 'Europe/Vienna' });
    const { triggers, searches, creates } = await zapier.definition();
    addSteps('trigger', triggers);
    addSteps('search', searches);
    addSteps('create', creates);
  });
  function addSteps(kind: Step['kind'], operations: Record<string, ZapierStep> = {}) {
    for (const [key, one] of Object.entries(operations))
      steps[`${kind} ${key}`] = readStep(kind, one);
  }

  beforeEach(() => {
    // The core also writes an app's logs to this process's console.
    jest.spyOn(console, 'log').mockImplementation();
    started(sandbox).control.reset();
    started(zapier).logs.length = 0;
  });
  afterAll(async () => {
    await zapier?.close();
    await sandbox?.close();
  });

  return {
    get sandbox() {
      return started(sandbox);
    },
    get zapier() {
      return started(zapier);
    },
    create: <T>(key: string, inputData: object, bundle?: ZapierBundle) =>
      perform('create', key, inputData, bundle) as Promise<T>,
    search: (key, inputData, bundle) =>
      perform('search', key, inputData, bundle) as Promise<Result[]>,
    trigger: (key, inputData, bundle) =>
      perform('trigger', key, inputData, bundle) as Promise<Result[]>,
    fields: (kind, key, inputData, bundle) =>
      started(zapier).inputFields(kind, key, { inputData: { ...inputData }, ...bundle }),
    sent() {
      const { control } = started(sandbox);
      const requests = control
        .requests()
        .map(({ method, path, query, body }) => ({ method, path, query, body }));
      control.clearRequests();
      return requests;
    },
    scoped: (...scopes) => ({ authData: { apiKey: started(sandbox).control.addKey(scopes) } }),
    async issue(pass) {
      const { baseUrl, keys, control } = started(sandbox);
      const response = await fetch(`${baseUrl}/pass`, {
        method: 'POST',
        headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
        body: JSON.stringify({ passes: [pass], sendToEmail: false, sendToPhone: false }),
      });
      const { id } = (await response.json()) as { id: string };
      control.clearRequests();
      return id;
    },
  };
}
