/** Text in every script is returned unchanged by the service, for every input that accepts text. */

import type { InputFields } from '../../shared/fields';
import { createContext } from '../../shared/operations/context';
import { runPhases } from '../../shared/run/itemPhases';
import { sandboxTransport } from '../support/sandboxTransport';
import { startSandbox, type Sandbox } from '../../sandbox/index';
import { OPERATION_CASES } from '../support/scenarios';
import { zapierInput } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { fastClock } from '../support/clock';
import type { Raw } from '../support/scenarios/operationCase';

const TEXT = 'x 👩‍👩‍👧‍👦 Zoë e\u0301 🏴󠁧󠁢󠁥󠁮󠁧󠁿 שלום مرحبا\u200f „q“ \\ "<&%2F';

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'templates' });
});
afterAll(async () => {
  await sandbox.close();
});

/** They have the one form in which people read them. */
const IDENTIFIERS = ['externalId', 'idempotencyKey'];
const AS_READ = 'x 👩‍👩‍👧‍👦 Zoë \u00e9 🏴 שלום مرحبا „q“ \\ "<&%2F';

/** Inputs that identify something, or that only decide what is done. */
const NOT_KEPT = ['searchQuery', 'contact', 'prefix', 'maxVoid'];

const { working } = useWorkingInputs({
  get sandbox() {
    return sandbox;
  },
});

const cases = OPERATION_CASES.filter(({ operation }) => operation.effect !== 'read').flatMap(
  (one) =>
    textsOf(one.operation.input).map((at) => [`${one.name}: ${at.join('.')}`, one, at] as const),
);

test.each(cases)('A text in any script is stored unchanged: %s', async (_name, one, at) => {
  const { input } = await working(one);
  const context = createContext({
    connection: { baseUrl: sandbox.baseUrl, apiKey: 'svc_sk_unused' },
    transport: sandboxTransport(sandbox),
    clock: fastClock,
  });
  await runPhases(one.operation, context, withText(zapierInput(input), at));
  const sent = IDENTIFIERS.includes(at.at(-1) ?? '') ? AS_READ : TEXT;
  expect(await storedByService()).toContain(JSON.stringify(sent).slice(1, -1));
});

test('Every resource that stores a text is tested with texts in any script', () => {
  expect(new Set(cases.map(([, { operation }]) => operation.resource))).toEqual(
    new Set(['pass', 'apiKey', 'badgeHolder', 'badgeInvite', 'badgePass', 'stampCard', 'template']),
  );
});

/** Everything the service has stored. */
async function storedByService(): Promise<string> {
  const { control } = sandbox;
  const kept = [control.passes(), control.badgeInvites(), control.badgePasses(), control.outbox()];
  for (const path of ['/templates?limit=100', '/api-keys', '/badge/users']) {
    const headers = { 'X-API-Key': sandbox.keys['Full access'] };
    const response = await fetch(`${sandbox.baseUrl}${path}`, { headers });
    kept.push(unpacked(await response.json()) as never);
  }
  return JSON.stringify(kept);
}

/** Designs come as JSON in a text. */
function unpacked(value: unknown): unknown {
  if (typeof value === 'string' && value.startsWith('{')) return JSON.parse(value) as unknown;
  if (Array.isArray(value)) return value.map(unpacked);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, unpacked(one)]));
}

/** The inputs of an operation that accept free text. */
function textsOf(fields: InputFields): string[][] {
  return Object.entries(fields).flatMap(([key, field]) => {
    if (field.kind === 'passRef' || NOT_KEPT.includes(key)) return [];
    if (field.kind === 'list') return textsOf(field.entry).map((at) => [key, ...at]);
    if (field.kind === 'fieldValues') return [[key, 'value']];
    return field.kind === 'text' && field.format === undefined ? [[key]] : [];
  });
}

function withText(raw: Raw, [key = '', inner]: string[]): Raw {
  if (inner === undefined) return { ...raw, [key]: TEXT, ...labelOf(key) };
  if (inner === 'value') {
    const templateId = sandbox.templates.loyalty;
    return { ...raw, templateId, fieldValues: { homeShop: TEXT } };
  }
  const [first = ENTRY_NEEDS[key] as Raw] = (raw[key] ?? []) as Raw[];
  const value = inner === 'fieldValues' ? { homeShop: TEXT } : TEXT;
  return { ...raw, [key]: [{ ...first, [inner]: value, ...labelOf(inner) }] };
}

/** A Field ID counts only if its field has a label. */
function labelOf(key: string): Raw {
  return /^(header|first|second|third)Id$/.test(key)
    ? { [key.replace(/Id$/, 'Label')]: 'Label' }
    : {};
}

/** Other inputs that an entry of a list requires. */
const ENTRY_NEEDS: Raw = {
  linkRows: { label: 'Label' },
  locations: { latitude: 1, longitude: 2 },
};
