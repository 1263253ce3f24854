import type { InputField, InputFields } from '../../shared/fields';
import { createContext } from '../../shared/operations/context';
import { runItem } from '../../shared/run/runItem';
import { undiciTransport } from '../support/undiciTransport';
import { OPERATIONS } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { startSandbox } from '../../sandbox/index';
import type { Sandbox } from '../../sandbox/index';
import { fastClock } from '../support/clock';
import type { Raw } from './inputs';
import type { Fixture } from './fixture';
import { createFixture } from './fixture';

/** Text in every script is returned unchanged by the service, for every input that accepts text. */

const TEXT = 'x 👩‍👩‍👧‍👦 Zoë e\u0301 🏴󠁧󠁢󠁥󠁮󠁧󠁿 שלום مرحبا\u200f „q“ \\ "<&%2F';

let sandbox: Sandbox;
let fixture: Fixture;
let transport: ReturnType<typeof undiciTransport>;

beforeAll(async () => {
  sandbox = await startSandbox({ seed: 'templates' });
  transport = undiciTransport(sandbox.keys['Full access']);
  fixture = await createFixture(sandbox);
});
beforeEach(() => fixture.forget());
afterAll(async () => {
  await fixture.close();
  await transport.close();
  await sandbox.close();
});

/** Inputs that identify something, or that only a log keeps. */
const NOT_KEPT = ['searchQuery', 'contact'];

const cases = OPERATIONS.filter(({ effect }) => effect !== 'read').flatMap((operation) =>
  textsOf(operation.input).map(
    (at) => [`${operation.resource}.${operation.key}: ${at.join('.')}`, operation, at] as const,
  ),
);

it.each(cases)('%s', async (_name, operation, at) => {
  await fixture.reset(operation.resource);
  const context = createContext({
    connection: { baseUrl: sandbox.baseUrl, apiKey: 'svc_sk_unused' },
    transport,
    clock: fastClock,
  });
  await runItem(operation, context, withText(goodInput(operation), at));
  expect(await storedByService()).toContain(JSON.stringify(TEXT).slice(1, -1));
});

it('holds for every operation that stores a text', () => {
  expect(new Set(cases.map(([, { resource }]) => resource))).toEqual(
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
    return isFreeText(key, field) ? [[key]] : [];
  });
}

function isFreeText(key: string, field: InputField): boolean {
  return (
    field.kind === 'text' && field.format === undefined && key !== 'locale' && key !== 'fileId'
  );
}

function withText(raw: Raw, [key = '', inner]: string[]): Raw {
  if (inner === undefined) return { ...raw, [key]: TEXT, ...labelOf(key) };
  if (inner === 'value') return { ...raw, fieldValues: { memberSince: TEXT } };
  const [first = ENTRY_NEEDS[key] as Raw] = (raw[key] ?? []) as Raw[];
  const value = inner === 'fieldValues' ? { memberSince: TEXT } : TEXT;
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

/** The minimum valid input: the required inputs, and a pass or template. */
function goodInput(operation: Operation): Raw {
  const { ids } = fixture;
  const isStamps = operation.resource === 'stampCard';
  const index = isStamps ? 2 : 0;
  const templateId = ids.templates[index];
  const externalId = operation.key === 'create' ? undefined : 'M-1';
  const pass = { passId: ids.passes[index * 3], templateId };
  const [badgeTemplateId] = ids.badges;
  const raw: Raw = {
    ...(Object.values(operation.input).some(({ kind }) => kind === 'passRef') ? pass : {}),
    templateId,
    badgeTemplateId,
    keyId: ids.apiKeys.at(-1),
    userId: ids.badgeHolders[0],
    externalId,
    email: 'ada@example.com',
    type: 'loyalty',
    scopes: ['passes.viewAll'],
    confirm: true,
    name: 'Name',
    label: 'Label',
    title: 'Title',
    content: 'Content',
    count: 1,
    threshold: 5,
    passes: [{ templateId, externalId: 'new' }],
  };
  if (operation.resource === 'badgePass') raw.passId = ids.badgePasses[0];
  return raw;
}
