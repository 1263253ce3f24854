/**
 * Runs a built Zapier app through Zapier's own core (`zapier-platform-core`), in this process, with the
 * same input and output as Zapier's backend.
 *
 * ```ts
 * const zapier = await startZapierEngine({ appPath, authData: { baseUrl, apiKey } });
 * await zapier.perform('create', 'issue_pass', { inputData: { templateId } });
 * ```
 */
import { pathToFileURL } from 'node:url';

import * as core from 'zapier-platform-core';
import coreConstants from 'zapier-platform-core/src/constants';
import coreSchema from 'zapier-platform-core/src/tools/schema';

import { type StashedFile, type ZapierBackend, startZapierBackend } from './zapier/backend';
import { cleanInput } from './zapier/cleanInput';
import { ZapierRunError } from './zapier/errors';
import type {
  OperationKind,
  PerformOptions,
  ValidationIssue,
  ZapierBundle,
  ZapierDefinition,
  ZapierField,
  ZapierLogLine,
} from './zapier/types';

export { ZapierRunError } from './zapier/errors';
export type { StashedFile } from './zapier/backend';
export type * from './zapier/types';

interface ZapierEngineOptions {
  /** The built app: an ES module whose default export is the app definition. */
  appPath: string;
  /** Default connection; a bundle's own `authData` is merged over it. */
  authData?: Record<string, string>;
  /** Default of `bundle.meta.timezone`. */
  timezone?: string;
}

/** The parts of the app's module that are used here. */
interface App {
  authentication?: { connectionLabel?: unknown };
  flags?: { cleanInputData?: boolean };
  triggers?: Record<string, { operation: { canPaginate?: boolean } }>;
}

type AppHandler = (event: object) => Promise<{ results: unknown }>;

// Missing in Zapier's own type definitions.
const { createAppHandler } = core as unknown as { createAppHandler: (app: App) => AppHandler };

// The core ends a process that uses more memory than one step may; this one runs thousands of steps.
Object.assign(coreConstants, { KILL_MAX_LIMIT: Infinity });

// For every step, the core prepares the whole app twice, which takes longer than most steps. The result is frozen.
const { prepareApp } = coreSchema;
const prepared = new WeakMap<object, object>();
Object.assign(coreSchema, {
  prepareApp: (app: object) => {
    const result = prepared.get(app) ?? prepareApp(app);
    prepared.set(app, result);
    return result;
  },
});

const FOLDERS = { create: 'creates', search: 'searches', trigger: 'triggers' } as const;

/** Imports the built app and returns an engine that runs it. */
export async function startZapierEngine(options: ZapierEngineOptions): Promise<ZapierEngine> {
  const module = (await import(pathToFileURL(options.appPath).href)) as { default: App };
  // The core refuses to call a backend without a key; ours, on loopback, ignores it.
  process.env.ZAPIER_DEPLOY_KEY ??= 'local';
  return new ZapierEngine(module.default, options, await startZapierBackend());
}

export class ZapierEngine {
  /** The app's log so far: its requests and `z.console`, secrets masked as in Zapier's history. */
  readonly logs: ZapierLogLine[] = [];

  private readonly handler: AppHandler;
  private readonly cache = {};

  constructor(
    private readonly app: App,
    private readonly options: Omit<ZapierEngineOptions, 'appPath'>,
    private readonly zapierBackend: ZapierBackend,
  ) {
    this.handler = createAppHandler(app);
  }

  /** The definition Zapier's backend stores: everything but the code, as JSON. */
  async definition(): Promise<ZapierDefinition> {
    return (await this.send({ command: 'definition' })) as ZapierDefinition;
  }

  /** Findings of Zapier's schema for the app; empty if there are none. */
  async validate(): Promise<ValidationIssue[]> {
    return (await this.send({ command: 'validate' })) as ValidationIssue[];
  }

  /**
   * Runs an operation's `perform` and returns its results, which must pass the checks Zapier makes on
   * them (a trigger's items have IDs, a create returns one object, …). Throws a `ZapierRunError`.
   */
  async perform<Result = unknown>(
    kind: OperationKind,
    key: string,
    bundle: ZapierBundle = {},
    options: PerformOptions = {},
  ): Promise<Result> {
    return (await this.execute(
      `${FOLDERS[kind]}.${key}.operation.perform`,
      bundle,
      options,
    )) as Result;
  }

  /** All input fields of an operation in order, including those computed from the bundle. */
  async inputFields(
    kind: OperationKind,
    key: string,
    bundle: ZapierBundle = {},
    options: PerformOptions = {},
  ): Promise<ZapierField[]> {
    return (await this.execute(
      `${FOLDERS[kind]}.${key}.operation.inputFields`,
      bundle,
      options,
    )) as ZapierField[];
  }

  /** Tests the connection, as Zapier does when one is added. Rethrows the error of the test. */
  async authTest(bundle: ZapierBundle = {}): Promise<Record<string, unknown>> {
    return (await this.execute('authentication.test', bundle)) as Record<string, unknown>;
  }

  /** The name of a new connection: tests it, then fills in the label or calls the app's function. */
  async connectionLabel(bundle: ZapierBundle = {}): Promise<string> {
    const { connectionLabel = '' } = this.app.authentication ?? {};
    const inputData = await this.authTest(bundle);
    if (typeof connectionLabel === 'function') {
      const method = 'authentication.connectionLabel';
      return String(await this.execute(method, { ...bundle, inputData }, { input: 'raw' }));
    }
    const values: Record<string, unknown> = { ...this.authData(bundle), ...inputData };
    return String(connectionLabel).replace(/{{(?:bundle\.\w+\.)?(\w+)}}/g, (_, name: string) =>
      typeof values[name] === 'string' ? values[name] : '',
    );
  }

  /**
   * Follows a `hydrate|||…` reference in a result, as Zapier does when a later step uses the field.
   * A file is returned as its URL; `stashedFile` has the content.
   */
  async hydrate(reference: string, bundle: ZapierBundle = {}): Promise<unknown> {
    const payload = /^hydrate\|\|\|(.*)\|\|\|hydrate$/s.exec(reference)?.[1];
    if (!payload) throw new Error(`Not a hydration reference: ${reference}`);
    const { method, bundle: inputData } = JSON.parse(payload) as {
      method: string;
      bundle: Record<string, unknown>;
    };
    return await this.execute(method, { ...bundle, inputData }, { input: 'raw' });
  }

  /** The file at a URL that `z.stashFile` returned. */
  stashedFile(url: string): StashedFile | undefined {
    return this.zapierBackend.files.get(url);
  }

  /** Runs any method of the app by its path, such as `triggers.new_pass.operation.performList`. */
  async execute(
    method: string,
    bundle: ZapierBundle = {},
    options: PerformOptions = {},
  ): Promise<unknown> {
    return await this.send({
      command: 'execute',
      method,
      bundle: this.completeBundle(bundle, options),
      ...this.backend(method),
    });
  }

  /** Stops the fake Zapier backend. Optional: it does not keep a process alive. */
  async close(): Promise<void> {
    await this.zapierBackend.close();
  }

  private async send(event: object): Promise<unknown> {
    const result = await this.handler({
      ...event,
      // Does not patch this process's http module, prints nothing, and makes failed checks throw.
      calledFromCli: true,
      customLogger: (message: string, data: Record<string, unknown>) =>
        this.logs.push({ message, data }),
    }).catch((error: unknown) => {
      throw new ZapierRunError(error);
    });
    return result.results;
  }

  /** A fake of Zapier's backend: a cache in memory; cursors and files over loopback. */
  private backend(method: string) {
    const trigger = this.app.triggers?.[method.split('.')[1] ?? ''];
    const paged = method.startsWith('triggers.') && trigger?.operation.canPaginate;
    return {
      zcacheTestObj: this.cache,
      ...(paged && { storeKey: method }),
      rpc_base: this.zapierBackend.rpcUrl,
      callback_url: 'http://127.0.0.1/callback',
    };
  }

  private completeBundle(bundle: ZapierBundle, options: PerformOptions): ZapierBundle {
    // Bundles travel as JSON, so an app gets a copy without values that JSON lacks.
    const whole = toJson(bundle.inputData ?? {});
    const mode = options.input ?? (this.app.flags?.cleanInputData === false ? 'raw' : 'cleaned');
    return {
      inputDataRaw: toJson(whole),
      ...bundle,
      inputData: mode === 'raw' ? whole : cleanInput(whole),
      authData: this.authData(bundle),
      meta: {
        isBulkRead: false,
        isFillingDynamicDropdown: false,
        isLoadingSample: false,
        isPopulatingDedupe: false,
        isTestingAuth: false,
        limit: -1,
        page: 0,
        timezone: this.options.timezone ?? 'Etc/UTC',
        ...bundle.meta,
      },
    };
  }

  private authData(bundle: ZapierBundle): Record<string, string> {
    return { ...this.options.authData, ...bundle.authData };
  }
}

function toJson(data: Record<string, unknown>): Record<string, unknown> {
  return JSON.parse(JSON.stringify(data)) as Record<string, unknown>;
}
