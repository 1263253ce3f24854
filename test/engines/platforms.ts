import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox/index';
import type { Trigger } from '../../shared/triggers/trigger';
import { n8nLines, zapierLines } from '../golden/recording';
import { NODE, binaryFile, useN8n } from '../support/n8n';
import type { LoadedCase } from '../support/scenarios';
import type { Raw } from '../support/scenarios/operationCase';
import {
  INPUT_KEY,
  n8nParameters,
  n8nTriggerParameters,
  withOddValues,
  zapierInput,
} from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { useZapier } from '../zapier/harness';
import type { N8nRunError } from './n8nEngine';
import { ZapierRunError } from './zapierEngine';

/** What the suites of every operation and trigger need of a platform, in its real engine. */
export interface Platform extends Pick<
  ReturnType<typeof useWorkingInputs>,
  'working' | 'newFixture'
> {
  readonly sandbox: Sandbox;
  /** Runs an operation; on n8n, between two items with the inputs `around`. @returns why it failed */
  run(one: LoadedCase, input: Raw, options?: RunOptions): Promise<Failure | undefined>;
  /** Runs an operation with a value of another kind in every input. @returns errors that are a defect */
  crashes(one: LoadedCase, input: Raw): Promise<unknown[]>;
  /** A workflow or a Zap that begins with this trigger. */
  start(trigger: Trigger, input: Raw, options?: { key?: string; timezone?: string }): Started;
}

interface RunOptions {
  key?: string;
  baseUrl?: string;
  around?: Raw;
}

interface Started {
  /** Events of a poll that no earlier one returned; the first one returns none. */
  poll: () => Promise<Raw[]>;
  /** What a test in the editor shows; it changes no state. */
  test: () => Promise<Raw[]>;
}

export interface Failure {
  kind: unknown;
  field?: unknown;
  /** The missing scope, on n8n. */
  scope?: unknown;
  message: string;
  /** As in `test/golden/messages.txt`. */
  words: string[];
  /** Of the item, on n8n. */
  index?: unknown;
  report?: unknown;
  /** The whole error, to search it. */
  json: string;
}

function n8nFailure(error: N8nRunError): Failure {
  const { message, description, context = {}, stack } = error;
  const { kind, field, scope, itemIndex: index, report } = context;
  // The recorded words have neither the item nor the report of a run.
  const shown = {
    message: message.replace(/ \[item \d+( \(row \d+\))?\]$/, ''),
    description: description?.replace(/( |<br>)?Succeeded: .*$/, ''),
  };
  const words = n8nLines({ ...error, ...shown });
  return {
    kind,
    field,
    scope,
    message,
    words,
    index,
    report,
    json: JSON.stringify([error, stack]),
  };
}

function zapierFailure(error: ZapierRunError): Failure {
  const { name, code, message, fullMessage, stack } = error;
  const json = JSON.stringify([message, fullMessage, stack]);
  return { kind: code ?? name, message, words: zapierLines(error), json };
}

function useNodes(): Platform {
  const n8n = useN8n();
  const inputs = useWorkingInputs(n8n);
  const run = ({ operation }: LoadedCase, example: Raw, items: Raw[], options: object) =>
    n8n.pass(operation.key, n8nParameters(operation, example), {
      resource: operation.resource,
      items: items.map((item) => ({ [INPUT_KEY]: item as IDataObject })),
      binary: { data: binaryFile(inputs.image.content) },
      ...options,
    });
  return {
    get sandbox() {
      return n8n.sandbox;
    },
    working: inputs.working,
    newFixture: inputs.newFixture,
    async run(one, input, { around, ...options } = {}) {
      const items = around ? [around, input, around] : [input];
      const { error, out } = await run(one, input, items, options);
      if (error) expect(out).toEqual([]);
      return error && n8nFailure(error);
    },
    async crashes(one, input) {
      const node = { onError: 'continueRegularOutput' };
      const { run: ended, error } = await run(one, input, withOddValues(input), { node });
      const failed = ended.items(NODE).map(({ json }) => json.details as Raw | undefined);
      return [...(error ? [error] : []), ...failed.filter((one) => one?.kind === 'unexpected')];
    },
    start(trigger, input, { key, timezone } = {}) {
      const staticData: IDataObject = {};
      const parameters = n8nTriggerParameters(trigger, input) as IDataObject;
      const poll = async (mode: 'trigger' | 'manual') => {
        const items = await n8n.engine.poll(
          { type: 'walletPassTrigger', parameters: parameters as never },
          { credentials: n8n.credentials(key), staticData, mode, timezone },
        );
        return (items?.[0] ?? []).map(({ json }) => json);
      };
      return {
        poll: () => poll('trigger'),
        async test() {
          const before = JSON.stringify(staticData);
          const shown = await poll('manual');
          expect(JSON.stringify(staticData)).toBe(before);
          return shown;
        },
      };
    },
  };
}

/** Errors that the app throws on purpose. */
const OWN_ERRORS = ['AppError', 'HaltedError', 'ThrottledError'];

function useSteps(): Platform {
  const app = useZapier();
  const { working, newFixture } = useWorkingInputs(app);
  const run = async ({ operation: { zapier } }: LoadedCase, input: Raw, authData = {}) => {
    if (!zapier) throw new Error('This operation is not on Zapier');
    const ended = app[zapier.kind]<unknown>(zapier.key, zapierInput(input), { authData });
    return await ended.then(
      () => undefined,
      (error: unknown) => error,
    );
  };
  return {
    get sandbox() {
      return app.sandbox;
    },
    working,
    newFixture,
    async run(one, input, { key, baseUrl } = {}) {
      const authData = { ...(key && { apiKey: key }), ...(baseUrl && { baseUrl }) };
      const error = await run(one, input, authData);
      if (error === undefined) return undefined;
      if (error instanceof ZapierRunError) return zapierFailure(error);
      throw error as Error;
    },
    async crashes(one, input) {
      const thrown: unknown[] = [];
      for (const odd of withOddValues(input, [{ a: { b: [] } }])) thrown.push(await run(one, odd));
      return thrown.filter((error) => error && !OWN_ERRORS.includes((error as Error).name));
    },
    start({ zapier }, input, { key, timezone } = {}) {
      const authData: Record<string, string> = key ? { apiKey: key } : {};
      const list = (meta: object) =>
        app.trigger(zapier?.key ?? '', input, { authData, meta: { timezone, ...meta } });
      let seen: Set<unknown> | undefined;
      return {
        async poll() {
          const items = await list({ isPopulatingDedupe: seen === undefined });
          const ids = items.map(({ id }) => id);
          expect(new Set(ids).size).toBe(ids.length);
          const fresh = items.filter(({ id }) => seen && !seen.has(id));
          seen = new Set([...(seen ?? []), ...ids]);
          return fresh;
        },
        test: () => list({ isLoadingSample: true }),
      };
    },
  };
}

export const PLATFORMS = { n8n: useNodes, zapier: useSteps } as const;

/** Why a poll failed. */
export async function failureOfPoll(poll: Promise<unknown>): Promise<Failure> {
  const error: unknown = await poll.then(
    () => Promise.reject(new Error('It did not fail')),
    (thrown: unknown) => thrown,
  );
  return error instanceof ZapierRunError ? zapierFailure(error) : n8nFailure(error as N8nRunError);
}
