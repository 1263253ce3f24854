import type { Fault } from '../../sandbox/index';
import { create } from '../../shared/operations/pass/create';
import { createGroup } from '../../shared/operations/pass/createGroup';
import { upsert } from '../../shared/operations/pass/upsert';
import { processClock } from '../support/clock';
import { type CoreOptions, useCore } from '../support/core';
import { useFastTime } from '../support/fastTime';

useFastTime();
const core = useCore();
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;
const passes = () => control().passes(templateId());
const people = () =>
  control()
    .outbox()
    .map(({ to }) => to)
    .sort();

const ISSUE = { method: 'POST', path: '^/pass$' };
/** Every kind of unknown result of an issue; only in the first one, the pass was issued. */
const AMBIGUOUS: Fault[] = [
  { kind: 'dropAfter', match: ISSUE },
  { kind: 'dropBefore', match: ISSUE },
  { kind: 'unavailable', status: 502, match: ISSUE },
  { kind: 'unavailable', status: 503, match: ISSUE },
  { kind: 'unavailable', status: 504, body: '<html>Gateway</html>', match: ISSUE },
];

const GUESTS = Array.from({ length: 20 }, (_, i) => ({
  externalId: `n${i}`,
  email: `n${i}@example.com`,
}));
const EMAILS = GUESTS.map(({ email }) => email).sort();

const issue = (inputs: readonly object[], options?: CoreOptions) =>
  core.run(
    create,
    inputs.map((input) => ({ templateId: templateId(), ...input })),
    { clock: processClock, ...options },
  );
const withoutId = ({ email }: (typeof GUESTS)[number]) => ({ email });

describe('an issue with an unknown result', () => {
  it('issues exactly one pass and one email with an external ID', async () => {
    control().queueFault(AMBIGUOUS);
    const { out } = await issue(GUESTS);
    expect(out.map(({ externalId }) => externalId)).toEqual(
      GUESTS.map(({ externalId }) => externalId),
    );
    expect(out.every(({ outcome }) => outcome === 'created')).toBe(true);
    expect(out.filter(({ recovered }) => recovered)).toHaveLength(1);
    expect(passes()).toHaveLength(GUESTS.length);
    expect(people()).toEqual(EMAILS);
    // A second one for each that the lookup did not find.
    expect(core.bodies('POST', '/pass')).toHaveLength(GUESTS.length + AMBIGUOUS.length - 1);
  });

  it('is sent once without an external ID, and reported as unknown', async () => {
    control().queueFault(AMBIGUOUS);
    const { errors } = await issue(GUESTS.map(withoutId), { continueOnFail: true });
    const unknown = errors.filter((error) => error !== undefined);
    expect(unknown).toHaveLength(AMBIGUOUS.length);
    for (const error of unknown) {
      expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
    }
    expect(core.bodies('POST', '/pass')).toHaveLength(GUESTS.length);
    expect(people()).toHaveLength(GUESTS.length - AMBIGUOUS.length + 1);
  });

  it('is handled the same way for a group and Create or Update, but not for Issue Another', async () => {
    control().queueFault([{ kind: 'dropAfter', match: ISSUE, count: 3 }]);
    const template = { templateId: templateId() };
    const group = ['G-1', 'G-2'].map((externalId) => ({ ...template, externalId }));
    const [groups, upserted, another] = await Promise.all([
      core.run(createGroup, { passes: group, email: 'g@example.com' }),
      core.run(upsert, { ...template, externalId: 'U-1', email: 'u@example.com' }),
      issue([{ externalId: 'A-1', email: 'a@example.com', ifExists: 'issueAnother' }]),
    ]);
    expect(groups.out).toMatchObject([
      {
        outcome: 'created',
        recovered: true,
        passes: [{ externalId: 'G-1' }, { externalId: 'G-2' }],
      },
    ]);
    expect(upserted.out).toMatchObject([
      { outcome: 'created', recovered: true, externalId: 'U-1' },
    ]);
    // The ID may match the new pass or an older one.
    expect(another.error).toMatchObject({ kind: 'outcomeUnknown' });
    expect(core.bodies('POST', '/pass')).toHaveLength(3);
    expect(people()).toEqual(['a@example.com', 'g@example.com', 'u@example.com']);
  });
});

describe('a change that was applied, and then cannot be read back', () => {
  const unreadable = { kind: 'unavailable', status: 500, match: { method: 'GET' } } as const;

  it('Create or Update reports the updated pass without its links', async () => {
    control().seedPasses(templateId(), 1, { values: { externalId: 'U-1' } });
    control().queueFault(unreadable);
    const input = { templateId: templateId(), externalId: 'U-1', redemptionValue: '42' };
    const { out } = await core.run(upsert, input);
    expect(out).toMatchObject([{ externalId: 'U-1', outcome: 'updated' }]);
  });

  it('reports a group as issued and delivered', async () => {
    const off = control().onRequest(({ method }) => {
      if (method === 'POST') control().queueFault({ ...unreadable, count: 9 });
    });
    const group = [{ templateId: templateId(), externalId: 'G-1' }];
    const { error } = await core.run(createGroup, { passes: group, email: 'g@example.com' });
    off();
    expect(error).toMatchObject({ kind: 'outcomeUnknown' });
    expect(error?.message).toMatch(/^The passes were issued and delivered/);
    expect(people()).toEqual(['g@example.com']);
  });
});

describe('a rate limit', () => {
  it('delays all items and loses none', async () => {
    // A burst so small that ten workers exceed it even on a slow machine.
    control().setRateLimit({ ratePerSecond: 5, burst: 5, retryAfter: 'seconds' });
    const { out } = await issue(GUESTS.map(withoutId));
    expect(out).toHaveLength(GUESTS.length);
    expect(people()).toEqual(EMAILS);
    const refused = control()
      .requests()
      .filter(({ status }) => status === 429).length;
    // Requests in flight when the limit is reached get a 429; later ones wait.
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(GUESTS.length);
  });
});
