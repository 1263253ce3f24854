/** A table of the service's rules: each is a name and the steps that show it, against a fresh sandbox. */
import type { Sandbox } from '../../sandbox/index';
import type { CallOptions, Harness } from './harness';

/** Values that steps refer to by `$name` or `$name.part`, in paths, bodies and expected bodies. */
type Values = Record<string, unknown>;

export interface Context {
  h: Harness;
  control: Sandbox['control'];
  values: Values;
  /** Replace the references in a value. */
  fill: <T>(value: T) => T;
}

/** The expected body: a text that `error` begins with or matches, parts of the body, or exactly the body. */
type Expected = string | RegExp | object;

type Options = Omit<CallOptions, 'body'> & { scopes?: readonly string[] };

/** A request and what it gives: by default status 200 with any body. */
class Request {
  status = 200;
  expected: Expected = {};
  name?: string;

  constructor(
    readonly route: string,
    readonly body: unknown,
    readonly options: Options,
  ) {}

  gives(status: number, expected?: Expected): this;
  gives(expected: Expected): this;
  gives(status: number | Expected, expected: Expected = {}): this {
    if (typeof status !== 'number') return this.gives(200, status);
    return Object.assign(this, { status, expected });
  }

  /**
   * The parts of every JSON answer can be referred to by later steps, by their own names as long as no later
   * answer has them; with a name, the whole answer can, too.
   */
  as(name: string | undefined): this {
    return Object.assign(this, { name });
  }
}

/** A request with the Full access key, or with a key that has only the `scopes`. */
export const send = (route: string, body?: unknown, options: Options = {}) =>
  new Request(route, body, options);

export type Step = Request | ((context: Context) => unknown);
export type Rule = [rule: string, ...steps: Step[]];

class Exactly {
  constructor(readonly body: unknown) {}
}
/** The whole body, no more and no less. */
export const exactly = (body: unknown) => new Exactly(body);

/** A refusal with nothing but this text. */
export const error = (text: string) => exactly({ error: text });

/** Expect the stored pass `$id`, or another one. */
export const stored =
  (expected: object, id = '$id') =>
  ({ control, fill }: Context) =>
    expect(control.pass(fill(id))).toMatchObject(fill(expected));

/** Expect these messages in the outbox, and no others. */
export const outbox =
  (...expected: object[]) =>
  ({ control, fill }: Context) =>
    expect(control.outbox()).toEqual(
      expected.map((message) => expect.objectContaining(fill(message)) as object),
    );

/** Move the clock. */
export const later =
  (ms: number) =>
  ({ control }: Context) =>
    control.advanceClock(ms);

/** Change the account's settings. */
export const account =
  (settings: Parameters<Context['control']['setAccount']>[0]) =>
  ({ control }: Context) =>
    control.setAccount(settings);

/** Issue a pass of the library card, or of another template. */
export const issue = (pass: object = {}, rest: object = {}, templateId = '$generic') =>
  send('POST /pass', { passes: [{ templateId, ...pass }], ...rest });

/** Change the pass `$id`. */
export const patch = (changes: object) => send('PATCH /pass', { id: '$id', ...changes });

/** Define a test for each rule. */
export function testRules(h: Harness, rules: readonly Rule[]): void {
  test.each(rules)('%s', async (_rule, ...steps) => {
    const { control, templates, badges, foreign, keys, baseUrl } = h.sandbox;
    const fullAccess = keys['Full access'];
    const values: Values = {
      ...templates,
      ...badges,
      foreign,
      presets: keys,
      fullAccess,
      base: baseUrl,
    };
    const fill = <T>(value: T): T => filled(value, values) as T;
    for (const step of steps) {
      if (typeof step === 'function') await step({ h, control, values, fill });
      else await check(h, step, values);
    }
  });
}

async function check(h: Harness, request: Request, values: Values): Promise<void> {
  const { status, expected, name } = request;
  const { scopes, ...options } = request.options;
  const [method = '', path = ''] = String(filled(request.route, values)).split(' ');
  const key = scopes && h.sandbox.control.addKey(scopes as []);
  const answer = await h.call(method, path, {
    ...(key !== undefined && { key }),
    ...(filled(options, values) as object),
    body: filled(request.body, values),
  });
  expect([request.route, answer.status, answer.text]).toEqual([request.route, status, answer.text]);
  if (expected instanceof Exactly) expect(answer.body).toEqual(filled(expected.body, values));
  else if (expected instanceof RegExp) expect(answer.body.error).toMatch(expected);
  else if (typeof expected === 'string') {
    const text = String(filled(expected, values));
    expect(String(answer.body.error).slice(0, text.length)).toBe(text);
  } else if (answer.text !== '')
    expect(answer.body).toMatchObject(filled(expected, values) as object);
  Object.assign(values, answer.body);
  if (name !== undefined) values[name] = answer.body;
}

/** A copy of a value with its references replaced. Only plain objects are copied. */
function filled(value: unknown, values: Values): unknown {
  if (typeof value === 'string') {
    const whole = /^\$([\w.]+)$/.exec(value)?.[1];
    if (whole !== undefined) return resolve(whole, values);
    return value.replace(/\$([\w.]+)/g, (_, name: string) => String(resolve(name, values)));
  }
  if (Array.isArray(value)) return value.map((item) => filled(item, values));
  if (typeof value !== 'object' || value === null) return value;
  if (Object.getPrototypeOf(value) !== Object.prototype) return value;
  const entries = Object.entries(value).map(([key, part]) => [key, filled(part, values)]);
  return Object.fromEntries(entries);
}

function resolve(name: string, values: Values): unknown {
  return name
    .split('.')
    .reduce<unknown>((value, part) => (value as Record<string, unknown>)[part], values);
}
