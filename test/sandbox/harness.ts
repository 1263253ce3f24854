import { fetch, FormData } from 'undici';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index';

export const T0 = Date.UTC(2026, 5, 1, 12);
export const DAY = 24 * 60 * 60 * 1000;

export interface Answer<T = Record<string, unknown>> {
  status: number;
  headers: Record<string, string>;
  body: T;
  text: string;
}

export interface CallOptions {
  body?: unknown;
  /** Sent unchanged instead of `body`. */
  raw?: string;
  /** Sent as a form with files instead of `body`. */
  form?: FormData;
  key?: string;
  headers?: Record<string, string>;
}

/** A sandbox for a test file, reset to its seed before every test. */
export interface Harness {
  readonly sandbox: Sandbox;
  /** One request with the Full access key, unless `key` or `headers` is given. */
  call<T = Record<string, unknown>>(
    method: string,
    path: string,
    options?: CallOptions,
  ): Promise<Answer<T>>;
  /** Issue one pass; returns its ID. */
  issue(pass: Record<string, unknown>, rest?: Record<string, unknown>): Promise<string>;
  patch<T = Record<string, unknown>>(body: Record<string, unknown>): Promise<Answer<T>>;
  /** Upload a file by form. */
  upload<T = FileObject>(
    bytes: Buffer,
    fields?: Record<string, string>,
    options?: CallOptions,
  ): Promise<Answer<T>>;
}

/** A file in a response. */
export interface FileObject {
  id: string;
  object: string;
  url: string;
  purpose: string | null;
  mime_type: string;
  size: number;
  width: number;
  height: number;
  variants: Record<string, string> | null;
  template_id: string | null;
  source_url: string | null;
  created: number;
  logo?: { original: string; transparent?: string; onecolor: { id: string; color: string }[] };
}

/** Starts a sandbox for the tests of a file. Its clock is set to `T0` before every test. */
export function useSandbox(options: SandboxOptions = { seed: 'templates' }): Harness {
  let sandbox: Sandbox | undefined;
  const running = (): Sandbox => {
    if (sandbox === undefined) throw new Error('The sandbox is not started yet');
    return sandbox;
  };
  beforeAll(async () => {
    sandbox = await startSandbox({ now: () => T0, ...options });
  });
  beforeEach(() => {
    running().control.reset();
    running().control.setClock(T0);
  });
  afterAll(async () => {
    await running().close();
  });

  const request = async (
    method: string,
    path: string,
    { body, raw, form, key, headers }: CallOptions = {},
  ): Promise<Answer<unknown>> => {
    const response = await fetch(running().baseUrl + path, {
      method,
      headers: headers ?? {
        'X-API-Key': key ?? running().keys['Full access'],
        ...(body === undefined && raw === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      body: form ?? raw ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: isJson ? JSON.parse(text) : undefined,
      text,
    };
  };

  // The caller states the expected shape and tests it.
  const call = request as Harness['call'];

  return {
    get sandbox() {
      return running();
    },
    call,
    issue: async (pass, rest = {}) => {
      const response = await call('POST', '/pass', { body: { passes: [pass], ...rest } });
      if (response.status !== 200) throw new Error(response.text);
      return response.body.id as string;
    },
    patch: (body) => call('PATCH', '/pass', { body }),
    upload: (bytes, fields = {}, options = {}) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(bytes)]), 'upload');
      for (const [name, value] of Object.entries(fields)) form.set(name, value);
      return call('POST', '/files', { ...options, form });
    },
  };
}
