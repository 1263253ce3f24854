import { join } from 'node:path';

import type {
  IBinaryData,
  ICredentialDataDecryptedObject,
  IDataObject,
  INodeParameterResourceLocator,
  NodeParameterValue,
  WorkflowExecuteMode,
} from 'n8n-workflow';

import type { Sandbox, SandboxOptions } from '../../sandbox/index';
import {
  type N8nEngine,
  type N8nRun,
  type N8nRunError,
  type NodeJson,
  type WorkflowJson,
  startN8nEngine,
} from '../engines/n8nEngine';
import { useFastTime } from './fastTime';
import { notAsPreviewed } from './outputSchema';
import { useService } from './service';
import { sendingKnownKeysOnly } from './unknownKeys';

export const NODE = 'Wallet Pass';

/** Settings of the node under test, except its operation. */
export interface PassRun {
  /** JSON of the input items; one empty item by default. */
  items?: IDataObject[];
  /** Files that come with every item, by binary field; as a list, those of each item. */
  binary?: Record<string, IBinaryData> | readonly Record<string, IBinaryData>[];
  /** Settings beside the parameters: `onError`, `retryOnFail`, ... */
  node?: Partial<NodeJson>;
  /** Defaults to Full access. */
  key?: string;
  baseUrl?: string;
  resource?: string;
  mode?: WorkflowExecuteMode;
  signal?: AbortSignal;
  timezone?: string;
  /** Defaults to a new one. */
  executionId?: string;
  /** Whether the input has keys that the service may not know, such as a design as JSON. */
  ownKeys?: boolean;
}

interface PassResult {
  run: N8nRun;
  /** JSON of the items on the first output. */
  out: IDataObject[];
  /** JSON of the items on the error output. */
  failed: IDataObject[];
  error: N8nRunError | undefined;
  /** Texts of the hints below the output. */
  hints: string[];
  /** `METHOD /path` of the requests sent, including reads of templates. */
  sent: string[];
}

interface N8n {
  readonly sandbox: Sandbox;
  readonly engine: N8nEngine;
  /** Runs one operation of the built package in n8n's engine. */
  pass(operation: string, parameters?: object, options?: PassRun): Promise<PassResult>;
  credentials(key?: string, baseUrl?: string): Record<string, ICredentialDataDecryptedObject>;
  /** Runs the node in two rounds, for two items each: the JSON of their items, as expressions. */
  rounds(node: Partial<NodeJson>, first: string, second: string): Promise<N8nRun>;
  /** Everyone who got a message, sorted. */
  notified(): string[];
  /** Bodies of the requests to a path, in order. */
  bodies(method: string, path: string | RegExp): Record<string, unknown>[];
}

/**
 * Engine and service for the tests of a file, on a fast clock; every test finds the service as seeded,
 * without passes.
 */
export function useN8n(options: SandboxOptions = { seed: 'templates' }): N8n {
  useFastTime();
  const service = useService(options);
  let started: N8nEngine | undefined;
  beforeAll(async () => {
    started = await startN8nEngine({
      packageDir: join(__dirname, '../..'),
      timezone: 'Europe/Berlin',
    });
  });
  const engine = (): N8nEngine => {
    if (!started) throw new Error('The engine is not started yet');
    return started;
  };
  const credentials: N8n['credentials'] = (key, baseUrl) => ({
    walletPassApi: {
      baseUrl: baseUrl ?? service.sandbox.baseUrl,
      apiKey: key ?? service.sandbox.keys['Full access'],
    },
  });
  return {
    get sandbox() {
      return service.sandbox;
    },
    get engine() {
      return engine();
    },
    credentials,
    async pass(operation, parameters = {}, more = {}) {
      const { items = [{}], binary, node = {}, key, baseUrl, resource = 'pass' } = more;
      const { signal, timezone, executionId, mode, ownKeys = false } = more;
      const before = service.sandbox.control.requests().length;
      const work = () =>
        engine().run(
          {
            ...workflow({ ...node, parameters: { resource, operation, ...parameters } }),
            ...(timezone && { settings: { timezone } }),
          },
          {
            credentials: credentials(key, baseUrl),
            startItems: items.map((json, i) => {
              const files = [binary].flat();
              const own = files[i] ?? files[0];
              return { json, ...(own && { binary: own }) };
            }),
            signal,
            executionId,
            mode,
          },
        );
      const run = await (ownKeys ? work() : sendingKnownKeysOnly(service.sandbox, work));
      // In every test, the key is in no URL and no body (SECURITY.md).
      const apiKey = key ?? service.sandbox.keys['Full access'];
      const requests = service.sandbox.control.requests().slice(before);
      const texts = requests.map((one) => JSON.stringify([one.path, one.query, one.body]));
      expect(texts.filter((text) => text.includes(apiKey))).toEqual([]);
      const out = run.items(NODE).map(({ json }) => json);
      if (isDefaultShape(parameters)) {
        // In every test, the output must match the editor's preview.
        expect(
          out
            .filter((json) => !json.error && !json.preview)
            .flatMap((json) => notAsPreviewed(resource, operation, json)),
        ).toEqual([]);
      }
      return {
        run,
        out,
        failed: run.items(NODE, 1).map(({ json }) => json),
        error: run.error(NODE),
        hints: hintsOf(run),
        sent: service.sent().slice(before),
      };
    },
    async rounds(node, first, second) {
      const { nodes, connections } = workflow(node);
      return await engine().run(
        {
          nodes: [...nodes, setNode('First', first), setNode('Second', second, 100)],
          connections: {
            ...connections,
            ...{ Start: to('First', 'Second'), First: to(NODE), Second: to(NODE) },
          },
        },
        { credentials: credentials(), startItems: [{ json: {} }, { json: {} }] },
      );
    },
    notified: () =>
      service.sandbox.control
        .outbox()
        .map((message) => message.to)
        .sort(),
    bodies: (method, path) => service.bodies(method, path),
  };
}

function hintsOf({ data }: N8nRun): string[] {
  return (data.resultData.runData[NODE]?.[0]?.hints ?? []).map(({ message }) => message);
}

/** Previews show the default output. */
function isDefaultShape(parameters: object): boolean {
  const { simplify = true, outputAs = 'file' } = parameters as Record<string, unknown>;
  return simplify === true && outputAs === 'file';
}

/** Start -> the node under test. */
export function workflow(node: Partial<NodeJson>): WorkflowJson {
  return {
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      { name: NODE, type: 'walletPass', ...node },
    ],
    connections: { Start: to(NODE) },
  };
}

/** Connections of a node to these nodes. */
export const to = (...names: string[]) => ({
  main: [names.map((node) => ({ node, type: 'main', index: 0 }))],
});

/** A node that replaces the JSON of each item. @param height of nodes next to each other, the first runs first */
export const setNode = (name: string, jsonOutput: string, height = 0): NodeJson => ({
  name,
  position: [0, height],
  type: 'n8n-nodes-base.set',
  parameters: { mode: 'raw', jsonOutput },
});

/** A resource locator by ID, as the editor writes it; the ID may be an expression. */
export const byId = (value: NodeParameterValue): INodeParameterResourceLocator => ({
  __rl: true,
  mode: 'id',
  value: value as string,
});
/** The same, chosen from the list. */
export const fromList = (value: NodeParameterValue): INodeParameterResourceLocator => ({
  ...byId(value),
  mode: 'list',
});

/** The pass input of an operation. */
export const passById = (value: NodeParameterValue) => ({
  identifyBy: 'passId',
  passId: byId(value),
});
export const passByExternalId = (externalId: unknown, templateId: string) => ({
  identifyBy: 'externalId',
  externalId,
  templateId: byId(templateId),
});

/** Values entered manually in the field mapper. */
export const mapped = (value: Record<string, unknown>) => ({
  fieldValues: { mappingMode: 'defineBelow', value },
});
/** Values taken from the columns of the item. */
export const autoMapped = { fieldValues: { mappingMode: 'autoMapInputData', value: null } };
/** A file in an item. */
export const binaryFile = (
  content: Uint8Array,
  mimeType = 'image/png',
  fileName = 'image.png',
): IBinaryData => ({ data: Buffer.from(content).toString('base64'), mimeType, fileName });

/** Options, More Field Values. */
export const moreValues = (...field: { id: string; value: unknown }[]) => ({
  moreFieldValues: { field },
});
