import fc from 'fast-check';

import { createClient } from '../../../shared/http/client';
import type { Transport } from '../../../shared/http/transport';
import { PAGE_SIZE } from '../../../shared/operations/pass/scan';
import type { NewPassState } from '../../../shared/triggers/newPass';
import { newPass } from '../../../shared/triggers/newPass';
import { TestClock } from '../../support/clock';

const MINUTE = 60_000;
const T0 = Date.UTC(2026, 5, 1, 12);

/** A service with one template, whose passes may show up later than their `created` says. */
class PassHistory {
  readonly passes: { id: string; created: number }[] = [];
  readonly clock = new TestClock(T0);
  requests = 0;
  failAfter = Infinity;
  context = {
    client: createClient({
      baseUrl: 'https://x.example',
      transport: this.transport(),
      ports: this.clock,
    }),
  };

  issue(created: number): string {
    const id = `p${this.passes.length}`;
    this.passes.push({ id, created });
    return id;
  }

  private transport(): Transport {
    return ({ url }) => {
      this.requests += 1;
      if (this.requests > this.failAfter) {
        return Promise.resolve({ arrived: false, sent: 'maybe', reason: 'gone' });
      }
      const query = new URL(url).searchParams;
      const before = Number(query.get('startAfter') ?? Infinity);
      const limit = Number(query.get('limit'));
      const passes = this.passes
        .filter(({ created }) => created < before)
        .sort((a, b) => b.created - a.created)
        .slice(0, limit)
        .map((pass) => ({
          ...pass,
          templateId: 't',
          isValid: true,
          deviceCount: 0,
          updated: pass.created,
        }));
      const body = JSON.stringify({ passes, totalCount: this.passes.length });
      return Promise.resolve({ arrived: true, response: { status: 200, headers: {}, body } });
    };
  }
}

/** An active workflow: the state goes through JSON, and is kept only where a poll did not throw. */
class Polling {
  state: string | undefined;
  readonly emitted: string[] = [];
  constructor(private readonly history: PassHistory) {}

  async poll(): Promise<string[]> {
    const state = this.state === undefined ? undefined : (JSON.parse(this.state) as NewPassState);
    const polled = await newPass.poll(this.history.context, { templateId: 't' }, state);
    this.state = JSON.stringify(polled.state);
    const ids = polled.items.map(({ id }) => String(id));
    this.emitted.push(...ids);
    return ids;
  }

  async failingPoll(requestsBefore: number): Promise<void> {
    this.history.failAfter = this.history.requests + requestsBefore;
    await this.poll().catch(() => undefined);
    this.history.failAfter = Infinity;
  }
}

describe('the first poll', () => {
  it('sets the baseline and gives nothing, on an empty template and on a full one', async () => {
    for (const count of [0, 1, 500]) {
      const history = new PassHistory();
      for (let i = 0; i < count; i += 1) history.issue(T0 - i * MINUTE);
      const polling = new Polling(history);
      expect(await polling.poll()).toEqual([]);
      expect(history.requests).toBeLessThanOrEqual(2);
      const id = history.issue(T0 + MINUTE);
      expect(await polling.poll()).toEqual([id]);
    }
  });

  it('takes passes that share the newest moment for old ones, on whatever side of a page', async () => {
    const history = new PassHistory();
    for (let i = 0; i < PAGE_SIZE + 5; i += 1) history.issue(T0);
    const polling = new Polling(history);
    expect(await polling.poll()).toEqual([]);
    expect(await polling.poll()).toEqual([]);
    const id = history.issue(T0);
    expect(await polling.poll()).toEqual([id]);
  });
});

describe('histories', () => {
  type Step =
    | { do: 'issue'; count: number; apart: number; late: number }
    | { do: 'poll' }
    | { do: 'fail'; after: number };
  const step: fc.Arbitrary<Step> = fc.oneof(
    fc.record({
      do: fc.constant('issue' as const),
      count: fc.oneof(fc.integer({ min: 1, max: 8 }), fc.constant(PAGE_SIZE + 3)),
      apart: fc.constantFrom(0, 1, 1000),
      late: fc.constantFrom(0, 0, 1000, 4 * MINUTE),
    }),
    fc.record({ do: fc.constant('poll' as const) }),
    fc.record({ do: fc.constant('fail' as const), after: fc.integer({ min: 0, max: 2 }) }),
  );

  it('no pass is lost, none comes twice, oldest first, whatever fails in the middle', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 6 }),
        fc.array(step, { maxLength: 14 }),
        async (before, steps) => {
          const history = new PassHistory();
          for (let i = 0; i < before; i += 1) history.issue(T0 - (i % 3) * MINUTE);
          const polling = new Polling(history);
          await polling.poll();
          let now = T0;
          const wanted: string[] = [];
          for (const one of steps) {
            if (one.do === 'issue') {
              for (let i = 0; i < one.count; i += 1) {
                now += one.apart;
                wanted.push(history.issue(now - one.late));
              }
            } else if (one.do === 'poll') {
              const batch = await polling.poll();
              const times = batch.map(
                (id) => history.passes.find((p) => p.id === id)?.created ?? 0,
              );
              expect(times).toEqual([...times].sort((a, b) => a - b));
            } else {
              await polling.failingPoll(one.after);
            }
          }
          await polling.poll();
          expect([...polling.emitted].sort()).toEqual([...wanted].sort());
          expect(await polling.poll()).toEqual([]);
        },
      ),
      { numRuns: 100 },
    );
  });

  it('a quiet poll costs one request', async () => {
    const history = new PassHistory();
    for (let i = 0; i < 1000; i += 1) history.issue(T0 - i * 10 * MINUTE);
    const polling = new Polling(history);
    await polling.poll();
    const before = history.requests;
    await polling.poll();
    expect(history.requests - before).toBe(1);
  });

  it('the state stays small', async () => {
    const history = new PassHistory();
    const polling = new Polling(history);
    await polling.poll();
    for (let i = 0; i < 1000; i += 1) history.issue(T0 + i * MINUTE);
    await polling.poll();
    expect(polling.state?.length).toBeLessThan(200);
  });

  it('depends on the clock of the service alone', async () => {
    const history = new PassHistory();
    history.issue(T0 + 365 * 24 * 60 * MINUTE);
    const polling = new Polling(history);
    await polling.poll();
    const id = history.issue(T0 + 365 * 24 * 60 * MINUTE + 1);
    expect(await polling.poll()).toEqual([id]);
  });
});

describe('samples', () => {
  it('are the newest three, in one request', async () => {
    const history = new PassHistory();
    const ids = [1, 2, 3, 4, 5].map((minute) => history.issue(T0 + minute * MINUTE));
    const samples = await newPass.samples(history.context, { templateId: 't' });
    expect(samples.map(({ id }) => id)).toEqual(ids.slice(-3).reverse());
    expect(history.requests).toBe(1);
    expect(samples[0]).toMatchObject({ createdIso: '2026-06-01T12:05:00.000Z', installed: false });
  });
});

describe('what a platform that remembers IDs gets', () => {
  it('seeding reaches further back than any later poll', async () => {
    const history = new PassHistory();
    const at = (hours: number) => history.issue(T0 - hours * 60 * MINUTE);
    const [old, middle, recent] = [at(100), at(60), at(1)];
    const ids = async (seeding: boolean) =>
      (await newPass.recent(history.context, { templateId: 't' }, seeding)).map(({ id }) => id);
    expect(await ids(false)).toEqual([recent]);
    expect(await ids(true)).toEqual([recent, middle]);
    expect(old).toBeDefined();
  });
});
