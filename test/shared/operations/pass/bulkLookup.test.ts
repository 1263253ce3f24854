/** Runs with many external IDs on one template: which passes exist is read from the list. */

import fc from 'fast-check';

import { duplicateTemplate } from '../../../../shared/api/templates';
import { isServiceError } from '../../../../shared/errors/serviceError';
import type { RawInput } from '../../../../shared/fields';
import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { upsert } from '../../../../shared/operations/pass/upsert';
import type { RunRetries } from '../../../../shared/run/attempts';
import type { RunReport } from '../../../../shared/run/report';
import { fastClock } from '../../../support/clock';
import { type CoreOptions, type CoreResult, useCore } from '../../../support/core';
import { BULK_LISTS, LONG } from '../../../support/long';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const template = () => core.sandbox.templates.loyalty;

const MAY_ISSUE: [name: string, operation: Operation][] = [
  ['Issue', create],
  ['Create or Update', upsert],
];

/** How many external IDs the run and another one have issued, as its report says. */
const issuedTwice = ({ notes }: RunReport) =>
  notes.flatMap(({ note }) => (note.code === 'issuedTwice' ? note.count : []))[0];

/** One run with an item per external ID, like a node that continues after a failed item. */
function run(
  operation: Operation,
  externalIds: readonly (string | undefined)[],
  inputs: RawInput | ((index: number) => RawInput) = {},
  options: CoreOptions = {},
): Promise<CoreResult> {
  const items = externalIds.map((externalId, index) => ({
    ...{ templateId: template(), externalId, sendToEmail: 'doNotSend' },
    fieldValues: { accountName: 'Ana Souza' },
    ...(typeof inputs === 'function' ? inputs(index) : inputs),
  }));
  return core.run(operation, items, { continueOnFail: true, ...options });
}

const runRetries = (): RunRetries => ({ store: {}, runIndex: 0, maxAttempts: 3 });

const outcomes = ({ out }: CoreResult) => out.map(({ outcome }) => outcome);
const numbers = (count: number, from = 1) =>
  Array.from({ length: count }, (_, i) => `M-${from + i}`);
const seed = (count: number) => control().seedPasses(template(), count, { externalIdPrefix: 'M-' });
const seedOne = (externalId: string) => core.seedPass({ externalId });
const times = (request: string) => core.sent().filter((sent) => sent === request).length;
const posts = () => times('POST /pass');
const issuedIds = () =>
  control()
    .passes(template())
    .map(({ externalId }) => externalId)
    .sort();

/** Does something once so many requests like this have been sent. */
function onceSent(request: string, count: number, then: () => void) {
  let seen = 0;
  const off = control().onRequest(({ method, path }) => {
    if (`${method} ${path}` !== request || (seen += 1) < count) return;
    off();
    then();
  });
}

/** Does something once a run has issued this external ID. */
function onceIssued(externalId: string, then: () => void) {
  const off = control().onRequest(({ method, body }) => {
    if (method !== 'POST' || !isAbout(body, externalId)) return;
    off();
    then();
  });
}

/** Whether a request issues a pass with this external ID. */
function isAbout(body: unknown, externalId: string): boolean {
  return JSON.stringify(body ?? {}).includes(`"externalId":"${externalId}"`);
}

const LISTS = [[200, 250], ...BULK_LISTS];

describe.each(MAY_ISSUE)('%s', (_name, operation) => {
  test.each(LISTS)('%i new passes beside %i take about as many requests', async (count, seeded) => {
    seed(seeded);
    const externalIds = numbers(count, seeded + 1);
    control().clearRequests();
    const results = await run(operation, externalIds);
    // Everything else is the template, read once for its fields.
    expect(core.sent().length - 1).toBeLessThanOrEqual(1.02 * count + seeded / 100);
    expect(outcomes(results)).toEqual(externalIds.map(() => 'created'));
    expect(issuedIds()).toEqual([...numbers(seeded), ...externalIds].sort());
  });

  test('The operation sees the passes that earlier items of the run have issued', async () => {
    const externalIds = [...numbers(30), ...numbers(30)];
    const { out } = await run(operation, externalIds);
    expect(issuedIds()).toEqual(numbers(30).sort());
    expect(out.slice(0, 30).map(({ id }) => id)).toEqual(out.slice(30).map(({ id }) => id));
    expect(out.slice(30).every(({ outcome }) => outcome !== 'created')).toBe(true);
  });

  test('The operation looks up a pass after an unknown result, so that it is issued once', async () => {
    for (const kind of ['dropAfter', 'dropBefore'] as const) {
      control().queueFault({ kind, match: { method: 'POST' }, count: 3 });
    }
    const { out } = await run(operation, numbers(40));
    expect(issuedIds()).toEqual(numbers(40).sort());
    expect(out.filter(({ recovered }) => recovered)).toHaveLength(3);
  });

  test('The operation issues each pass once, whatever exists, repeats or fails', async () => {
    const kinds = ['dropBefore', 'dropAfter', 'cutOff', 'rateLimited'] as const;
    const fault = fc.record({ at: fc.nat({ max: 160 }), kind: fc.constantFrom(...kinds) });
    const situation = fc.record({
      existing: fc.integer({ min: 0, max: 450 }),
      items: fc.array(fc.integer({ min: 1, max: 520 }), { minLength: 20, maxLength: 150 }),
      perInstant: fc.constantFrom(1, 3, 40),
      cap: fc.constantFrom(null, 60, 200),
      concurrency: fc.integer({ min: 1, max: 20 }),
      faults: fc.array(fault, { maxLength: 8 }),
    });
    const issuesOnce = fc.asyncProperty(situation, async (drawn) => {
      const { existing, items, perInstant, cap, concurrency, faults } = drawn;
      control().reset();
      control().setPageCap(cap);
      control().seedPasses(template(), existing, { externalIdPrefix: 'M-', perInstant });
      const externalIds = items.map((number) => `M-${number}`);
      let sent = 0;
      control().chooseFaults(() => {
        sent += 1;
        const hit = faults.find(({ at }) => at === sent);
        return hit && { kind: hit.kind };
      });
      const { errors, out } = await run(operation, externalIds, {}, { concurrency });
      const all = new Set([...numbers(existing), ...externalIds]);
      // Both requests that issue a pass may be lost; the item then reports that.
      const unknown = externalIds.filter((_, i) => isServiceError(errors[i], 'outcomeUnknown'));
      expect(unknown.length).toBeLessThanOrEqual(faults.length / 2);
      expect([...new Set([...issuedIds(), ...unknown])].sort()).toEqual([...all].sort());
      expect(new Set(issuedIds()).size).toBe(issuedIds().length);
      const passes = control().passes(template());
      const ids = new Map(passes.map(({ externalId, id }) => [externalId, id]));
      const done = externalIds.filter((_, i) => errors[i] === undefined);
      expect(out.map(({ id }) => id)).toEqual(done.map((id) => ids.get(id)));
    });
    await fc.assert(issuesOnce, { numRuns: LONG ? 60 : 4 });
  });
});

test('A run looks up each pass if the list has more pages than the run has items', async () => {
  control().setPageCap(20);
  seed(600);
  control().clearRequests();
  await run(create, numbers(25, 601));
  // The first page, and at the end the two with the new passes.
  expect(times('GET /passes')).toBe(3);
  expect(times('GET /pass') + times('PATCH /pass')).toBe(25);
});

test.each([
  // One look for passes of other processes, at the end.
  [2, { lookups: 2, pages: 1 }],
  [3, { lookups: 0, pages: 2 }],
])('A run of %i items reads the list only if it has three', async (count, expected) => {
  await run(create, numbers(count));
  const lookups = times('GET /pass') + times('PATCH /pass');
  expect({ lookups, pages: times('GET /passes') }).toEqual(expected);
  expect(issuedIds()).toHaveLength(count);
});

test('A pass with an unknown result is looked up before a later item issues it again', async () => {
  control().chooseFaults(({ method, path }) => {
    if (path !== '/pass') return undefined;
    if (method === 'POST') return { kind: 'dropAfter' };
    return posts() === 1 ? { kind: 'unavailable', status: 500 } : undefined;
  });
  const { errors } = await run(create, ['M-1', ...numbers(29)], {}, { concurrency: 1 });
  expect(errors[0]?.kind).toBe('outcomeUnknown');
  expect(issuedIds()).toEqual(numbers(29).sort());
});

test.each([true, false])('Each item looks up an unknown result (continues: %s)', async (goesOn) => {
  const externalIds = [...numbers(59), 'M-1'];
  const retries = runRetries();
  const attempt = () => run(create, externalIds, {}, { retries, continueOnFail: goesOn });
  let lost = 0;
  control().chooseFaults(({ method, body }) => {
    if (method !== 'POST' || lost === 2 || !isAbout(body, 'M-1')) return undefined;
    lost += 1;
    return lost === 1 ? { kind: 'dropBefore' } : { kind: 'unavailable', status: 503 };
  });
  await attempt();
  // The list is read before the pass of the first item is issued.
  const late = { kind: 'late', ms: 30 } as const;
  core.intercept(({ method, body }) => method === 'POST' && isAbout(body, 'M-1'), late);
  await attempt();
  expect(issuedIds()).toEqual(numbers(59).sort());
});

test('A run sees a pass of another attempt that appears only after the list was read', async () => {
  const retries = runRetries();
  const options = { retries, continueOnFail: false, concurrency: 1 };
  const attempt = () => run(create, numbers(40), {}, options);
  control().queueFault({ kind: 'dropBefore', match: { method: 'POST' }, count: 2 });
  await attempt();
  onceSent('GET /passes', 1, () => seedOne('M-1'));
  await attempt();
  expect(issuedIds()).toEqual(numbers(40).sort());
});

test('A run sees passes that are issued while it reads the list', async () => {
  seed(450);
  onceSent('GET /passes', 1, () => seedOne('M-455'));
  await run(create, numbers(40, 451));
  expect(issuedIds()).toEqual(numbers(490).sort());
});

test('A run sees passes that another process has issued in the meantime', async () => {
  // The list is read again for the 100th new pass.
  onceSent('POST /pass', 20, () => ['M-100', 'M-180'].forEach(seedOne));
  await run(create, numbers(200), (index) => ({ email: `m${index}@example.com` }));
  expect(issuedIds()).toEqual(numbers(200).sort());
  // It is the same person's.
  expect(times('GET /passes/search')).toBe(0);
});

test.each([0, 3])('A run sees passes below future ones, a clock %i days ahead', async (days) => {
  control().seedPasses(template(), 3, { from: control().now() + 86_400_000 });
  onceSent('POST /pass', 20, () => {
    const now = control().now();
    for (const [i, externalId] of numbers(80, 151).entries()) {
      core.seedPass({ created: now + (i % 3), externalId });
    }
  });
  const clock = { ...fastClock, now: () => Date.now() + days * 86_400_000 };
  const results = await run(create, numbers(230), {}, { clock });
  expect(issuedIds()).toEqual([...numbers(230), undefined, undefined, undefined].sort());
  expect(outcomes(results).filter((outcome) => outcome !== 'created')).toHaveLength(80);
});

test('A run reads a list whose pages the service shortens', async () => {
  control().setPageCap(50);
  seed(420);
  control().clearRequests();
  await run(create, numbers(100, 401));
  expect(issuedIds()).toEqual(numbers(500).sort());
  expect(posts()).toBe(80);
  // Nine pages, the newest one after the scan, and two of new passes at the end; none after 100, as there are 80.
  expect(times('GET /passes')).toBeLessThanOrEqual(12);
});

test('A run looks up each pass while the list cannot be read', async () => {
  core.intercept(({ path }) => path === '/passes', { kind: 'unavailable', status: 500 });
  await run(create, numbers(30));
  expect(issuedIds()).toEqual(numbers(30).sort());
  expect(times('GET /passes')).toBeLessThanOrEqual(3);
});

test('Issue reads each existing pass once, for its links', async () => {
  seed(60);
  control().clearRequests();
  const results = await run(create, numbers(100));
  expect(outcomes(results)).toEqual([
    ...numbers(60).map(() => 'existing'),
    ...numbers(40).map(() => 'created'),
  ]);
  expect(times('GET /pass')).toBe(60);
  expect(posts()).toBe(40);
});

test('Issue does not read the list if it issues another pass anyway', async () => {
  await run(create, numbers(40), { ifExists: 'issueAnother' });
  expect(times('GET /passes')).toBe(0);
});

test('Issue names the missing scope if the key cannot read passes', async () => {
  const key = control().addKey(['passes.create', 'templates.viewAll']);
  const { errors } = await run(create, numbers(30), {}, { key });
  expect(issuedIds()).toEqual([]);
  expect(errors.map((error) => error?.kind)).toEqual(numbers(30).map(() => 'missingScope'));
});

test('Create or Update sends one request per row if no links are wanted', async () => {
  seed(60);
  control().clearRequests();
  const results = await run(upsert, numbers(100), { includeLinks: false });
  expect(outcomes(results).filter((outcome) => outcome === 'updated')).toHaveLength(60);
  expect(times('PATCH /pass')).toBe(60);
  expect(posts()).toBe(40);
  expect(times('GET /pass')).toBe(0);
});

test('Create or Update asks once for a list that the key cannot read, whatever the templates', async () => {
  const other = await duplicateTemplate(core.client(), template(), 'Copy');
  const key = control().addKey(['passes.create', 'passes.edit', 'templates.viewAll']);
  const templateIds = [template(), other.id];
  const inputs = (index: number) => ({ templateId: templateIds[index % 2] });
  await run(upsert, numbers(64), inputs, { key, concurrency: 1 });
  expect(posts()).toBe(64);
  expect(times('GET /passes')).toBe(1);
});

test.each([true, false])('Lookups are counted by template (continues: %s)', async (goesOn) => {
  const templateIds: string[] = [];
  for (let i = 0; i < 30; i += 1) {
    const { id } = await duplicateTemplate(core.client(), template(), `Copy ${i}`);
    templateIds.push(id);
    control().seedPasses(id, 250);
  }
  control().clearRequests();
  const inputs = (index: number) => ({ templateId: templateIds[index], fieldValues: {} });
  await run(create, numbers(30), inputs, { continueOnFail: goesOn });
  expect(core.sent()).toHaveLength(60);
});

test('An external ID counts as one lookup, however many items repeat it', async () => {
  control().setPageCap(20);
  seed(620);
  control().clearRequests();
  await run(create, Array<string>(100).fill('new'));
  expect(times('GET /passes')).toBe(0);
  expect(issuedIds().filter((id) => id === 'new')).toHaveLength(1);
});

/** External IDs with several passes on the service. */
function doubled(): string[] {
  const ids = issuedIds().map((externalId) => externalId ?? '');
  return [...new Set(ids.filter((id, i) => id !== '' && ids.indexOf(id) < i))];
}

/** The same run in two processes. @returns the count in the report of the one that ends last */
async function inTwoProcesses(latencyMs: number, process: () => Promise<CoreResult>) {
  control().setLatency(latencyMs);
  const counts: (number | undefined)[] = [];
  const runOne = async () => counts.push(issuedTwice((await process()).report));
  await Promise.all([runOne(), runOne()]);
  return counts.at(-1);
}

test.each(MAY_ISSUE)('%s reports what another process issues, too', async (_, operation) => {
  const count = await inTwoProcesses(2, () => run(operation, numbers(150)));
  expect(count).toBeGreaterThan(20);
  expect(count).toBe(doubled().length);
});

test.each<[string, Operation, (externalId: string) => RawInput]>([
  ['Issue', create, (externalId) => ({ externalId })],
  ['Create or Update', upsert, (externalId) => ({ externalId })],
  [
    'Issue Several',
    createGroup,
    (externalId) => ({ passes: [{ templateId: template(), externalId }] }),
  ],
])('%s reports two passes of another process', async (_, operation, inputOf) => {
  control().seedPasses(template(), 450, { externalIdPrefix: 'S-' });
  const inputs = (i: number) => inputOf(`M-${i + 1}`);
  const process = () => run(operation, numbers(2), inputs, { concurrency: 2 });
  expect(await inTwoProcesses(5, process)).toBe(2);
  expect(doubled()).toHaveLength(2);
  // One look per run.
  expect(times('GET /passes')).toBe(2);
});

test.each([
  ['the list is not read', 5],
  ['the list has too many pages', 25],
])('The report counts what another process has issued if %s', async (_what, count) => {
  // A page has room for all passes of a run: on a fast machine, they are issued in the same millisecond.
  control().setPageCap(50);
  control().seedPasses(template(), 2000);
  onceIssued('M-2', () => seedOne('M-2'));
  const { report } = await run(create, numbers(count));
  expect(issuedTwice(report)).toBe(1);
});

test('A run with a single external ID, or that issued nothing, does not look for other runs', async () => {
  await run(create, ['M-1', 'M-1']);
  await run(create, ['M-1']);
  seed(2);
  await run(create, numbers(2));
  expect(times('GET /passes')).toBe(0);
});

test.each([2, 5, 120])('A run of %i items reports passes below future ones', async (count) => {
  control().seedPasses(template(), 3, { from: control().now() + 86_400_000 });
  onceIssued('M-2', () => {
    seedOne('M-2');
    // Of somebody else, and more than a page.
    control().seedPasses(template(), 250, { spacingMs: 0 });
  });
  const { report } = await run(create, numbers(count), {}, { concurrency: 1 });
  expect(issuedTwice(report)).toBe(1);
});

test('A run that cannot look for other runs does not fail', async () => {
  core.intercept(({ path }) => path === '/passes', { kind: 'unavailable', status: 500 });
  const { report } = await run(create, numbers(2));
  expect(report.done).toHaveLength(2);
  expect(issuedTwice(report)).toBeUndefined();
});

test('Two runs issue few passes twice: those between two reads of the list', async () => {
  control().setLatency(2);
  onceSent('POST /pass', 6, () => {
    control().seedPasses(template(), 200, { externalIdPrefix: 'M-', spacingMs: 0 });
  });
  const { report } = await run(create, numbers(200), {}, { concurrency: 10 });
  // The list is read again for the 100th pass, while others are issued.
  const count = doubled().length;
  expect(count).toBeGreaterThanOrEqual(99);
  expect(count).toBeLessThan(99 + 3 * 10);
  expect(issuedTwice(report)).toBe(count);
});

test('A run that stops reports what another process has issued', async () => {
  onceIssued('M-30', () => {
    seedOne('M-7');
    control().setAccount({ passQuota: 0 });
  });
  const { error, report } = await run(create, numbers(60), {}, { continueOnFail: false });
  expect(error).toBeDefined();
  expect(issuedTwice(report)).toBe(1);
});

test('A run reports nothing if nobody else issues the same passes', async () => {
  for (let i = 1; i <= 120; i += 1) onceSent('POST /pass', i, () => core.seedPass());
  const { report } = await run(create, numbers(120));
  expect(issuedTwice(report)).toBeUndefined();
});
