import fc from 'fast-check';

import type { InputFields } from '../../shared/fields';
import { zapierOperations, type ZapierOperation } from '../../zapier/catalog';
import { ZapierRunError } from '../engines/zapierEngine';
import { asStep } from '../support/zapStep';
import { useZapier } from '../zapier/harness';
import { flawsOfNewRequests, serviceWords } from './serverLog';
import { FUZZ_INPUTS } from '../support/long';
import { SEED, counts, noTraces } from './harness';
import { type Raw, rawInputs } from './inputs';
import { plainInput } from './plain';
import { isPredictable, flawsOfMessage } from './refusals';
import { type Fixture, createFixture } from './fixture';

/** The same through the built app in Zapier's core, with every value as text, as in a Zap. */

const OFFERED = [...zapierOperations('create'), ...zapierOperations('search')];
const EACH = Math.max(4, Math.ceil(FUZZ_INPUTS / 8 / OFFERED.length));

jest.setTimeout(60_000 + EACH * 1000);

const zap = useZapier({ seed: 'templates' });
const traces = noTraces();
let fixture: Fixture;

beforeAll(async () => {
  fixture = await createFixture(zap.sandbox);
});
beforeEach(() => {
  fixture.forget();
  // Zapier's core ends processes with many runs and high memory usage; a test worker has both.
  const usage = { rss: 0, heapTotal: 0, heapUsed: 0, external: 0, arrayBuffers: 0 };
  jest.spyOn(process, 'memoryUsage').mockReturnValue(usage);
});
afterAll(async () => {
  await fixture.close();
  counts.print("Zapier's core");
});

it.each(OFFERED.map((one) => [one.zapier.key, one] as const))('%s', async (key, operation) => {
  const inputs = fc.sample(rawInputs(operation, fixture.ids), { numRuns: EACH, seed: SEED });
  const flaws: unknown[] = [];
  for (const raw of inputs) {
    await fixture.reset(operation.resource);
    zap.sandbox.control.clearRequests();
    const given = plainInput(raw);
    const inputData = asStep(operation, given, asAddress);
    const thrown = await zap.zapier.perform(operation.zapier.kind, key, { inputData }).then(
      () => undefined,
      (error: unknown) => error,
    );
    counts.inputs += 1;
    const found = [...flawsOfThrown(operation, [given, inputData], thrown)];
    const newRequests = flawsOfNewRequests(zap.sandbox.control);
    counts.requests += newRequests.requests;
    found.push(...newRequests.flaws);
    if (found.length > 0) flaws.push({ found, inputData });
  }
  expect(flaws).toEqual([]);
  expect(traces()).toEqual([]);
});

/** Errors that Zapier handles. */
const ITS_OWN = ['AppError', 'HaltedError', 'ExpiredAuthError', 'ThrottledError'];

function flawsOfThrown(operation: ZapierOperation, given: Raw[], thrown: unknown): string[] {
  if (thrown === undefined) {
    counts.accepted += 1;
    return [];
  }
  if (!(thrown instanceof ZapierRunError)) return ['threw something that is not an error'];
  const { name, message: text, code, status } = thrown;
  if (!ITS_OWN.includes(name)) return [`crashed with ${name}: ${text}`];
  const refused = code === 'invalidInput' && status === undefined;
  counts[refused ? 'refused' : 'accepted'] += 1;
  const words = serviceWords(text);
  // Zapier errors have no field key, so the text must contain the label.
  const fields = [...keysOf(operation.input), ...namesIn(given)];
  const perField = fields.map((field) =>
    flawsOfMessage(operation, given, {
      kind: code ?? name,
      text,
      field,
      status: status ?? undefined,
    }),
  );
  const flaws = perField.find((one) => one.length === 0) ?? perField[0] ?? [];
  return [
    ...flaws,
    ...(code === 'unavailable' ? ['blames the service'] : []),
    ...(words !== undefined && isPredictable(words) ? ['could have been predicted'] : []),
  ].map((flaw) => `${flaw}: ${text.slice(0, 300)}`);
}

function keysOf(fields: InputFields): string[] {
  return Object.entries(fields).flatMap(([key, field]) =>
    field.kind === 'list' ? [key, ...keysOf(field.entry)] : [key],
  );
}

/** Keys anywhere in an input: those of its fields, its lists and its passes. */
function namesIn(value: unknown): string[] {
  if (typeof value === 'string') {
    try {
      const parsed: unknown = JSON.parse(value);
      return typeof parsed === 'object' ? namesIn(parsed) : [];
    } catch {
      return [];
    }
  }
  if (typeof value !== 'object' || value === null) return [];
  return [
    ...(Array.isArray(value) ? [] : Object.keys(value)),
    ...Object.values(value).flatMap(namesIn),
  ];
}

function asAddress(value: unknown): unknown {
  if (!isObject(value)) return value;
  if (value.load === true) return `${zap.sandbox.baseUrl}/art/library-logo.svg`;
  return value.url ?? value.fileId;
}

function isObject(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
