import { shortHash } from '../../../shared/triggers/shortHash';
import { MAX_PASSES_PER_POLL } from '../../../shared/triggers/passInputs';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passInactive } from '../../../shared/triggers/passInactive';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { passVoided } from '../../../shared/triggers/passVoided';
import { pollTemplates } from '../../../shared/triggers/pollTemplates';
import { type Snapshot, compareList } from '../../../shared/triggers/snapshot';
import { MAX_STATE_SIZE, assertStateSize } from '../../../shared/triggers/stateSize';
import { thrownBy } from '../../support/failures';
import { HASHED_IDS, STATE_COUNTS } from '../../support/long';
import { DAY, PASS_INPUTS, Polling, Simulation, T0 } from './simulation';

const INPUT = { ...PASS_INPUTS, pageSize: 1000, maxPasses: MAX_PASSES_PER_POLL };
const WATCHED = (count: number) => {
  const watchedFields = Array.from({ length: count }, (_, i) => `field${i}`);
  return { ...INPUT, watchedFields };
};

/** Passes for which every event needs an entry. */
function service(count: number): Simulation {
  const simulation = new Simulation();
  simulation.design = WATCHED(5).watchedFields;
  for (let i = 0; i < count; i += 1) {
    simulation.issue(T0 - i * 1000, {
      deviceCount: 1,
      updated: T0,
      templateFields: { validUntil: new Date(T0 + DAY).toISOString() },
    });
  }
  return simulation;
}

it('state is kept for a template of any ID', async () => {
  const input = { templateId: '__proto__', moreTemplateIds: ['constructor'] };
  const snapshot: Snapshot = { knownSince: T0, polledAt: T0, listed: {}, missing: [] };
  const previous: unknown[] = [];
  const poll = async (_: string, known: unknown) => {
    previous.push(known);
    return { found: [], state: snapshot };
  };
  const { state } = await pollTemplates(input, undefined, poll);
  const stored = JSON.parse(JSON.stringify(state)) as typeof state;
  await pollTemplates(input, stored, poll);
  expect(previous).toEqual([undefined, undefined, snapshot, snapshot]);
});

describe('the size of state', () => {
  const watched = (count: number) => (simulation: Simulation) =>
    new Polling(simulation, passUpdated, WATCHED(count));
  it.each([
    ['Pass Added to Wallet', 17, (s: Simulation) => new Polling(s, passAddedToWallet, INPUT)],
    ['Pass Voided', 23, (s: Simulation) => new Polling(s, passVoided, INPUT)],
    [
      'Pass Date Reached',
      25,
      (s: Simulation) =>
        new Polling(s, passDateReached, { ...INPUT, field: 'validUntil', days: -1, yearly: true }),
    ],
    ['Pass Inactive', 26, (s: Simulation) => new Polling(s, passInactive, { ...INPUT, days: 0 })],
    ['Pass Expiring', 26, (s: Simulation) => new Polling(s, passExpiring, { ...INPUT, days: 7 })],
    [
      'Pass Updated',
      21,
      (s: Simulation) => new Polling(s, passUpdated, { ...INPUT, watchedFields: undefined }),
    ],
    ['Pass Updated with one watched field', 22, watched(1)],
    ['Pass Updated with five watched fields', 46, watched(5)],
  ])('%s: at most %d characters per pass, whatever their number', async (_name, size, start) => {
    for (const count of STATE_COUNTS) {
      const polling = start(service(count));
      await polling.poll();
      const perPass = (polling.state?.length ?? 0) / count;
      expect(Math.round(perPass)).toBe(size);
    }
  });

  it.each([
    ['Pass Expiring', 71, (s: Simulation) => new Polling(s, passExpiring, { ...INPUT, days: 7 })],
    ['Pass Inactive', 71, (s: Simulation) => new Polling(s, passInactive, { ...INPUT, days: 1 })],
    [
      'Pass Date Reached',
      70,
      (s: Simulation) =>
        new Polling(s, passDateReached, { ...INPUT, field: 'validUntil', days: -7, yearly: false }),
    ],
  ])('%s: at most %d characters, however many dates a pass has had', async (_name, size, start) => {
    const simulation = service(100);
    const polling = start(simulation);
    await polling.poll();
    for (let year = 0; year < 10; year += 1) {
      simulation.clock.pass(2 * DAY);
      const validUntil = new Date(simulation.clock.now() + 5 * DAY).toISOString();
      for (const pass of simulation.passes) {
        Object.assign(pass, { updated: simulation.clock.now(), templateFields: { validUntil } });
      }
      await polling.poll();
      simulation.clock.pass(DAY);
      await polling.poll();
    }
    expect(Math.floor((polling.state?.length ?? 0) / 100)).toBe(size);
  });

  it('is enough for the maximum passes of a poll, with most events', () => {
    const entries = Array.from({ length: 1000 }, (_, i) => ({
      id: `ps_${i.toString(16).padStart(24, '0')}`,
      created: T0 - i,
    }));
    const { snapshot } = compareList(undefined, {
      entries,
      fingerprint: () => 'x'.repeat(10),
      now: T0,
      nextKnownSince: 0,
    });
    const state = { tpl_1: snapshot };
    expect(Object.keys(snapshot.listed)).toHaveLength(1000);
    expect((JSON.stringify(state).length / 1000) * MAX_PASSES_PER_POLL).toBeLessThan(
      MAX_STATE_SIZE,
    );
  });
});

describe('the limit of state', () => {
  it('is refused with a fix once it is exceeded', () => {
    const state = 'x'.repeat(MAX_STATE_SIZE - 2);
    assertStateSize(state);
    expect(thrownBy(() => assertStateSize(`${state}x`))).toMatchObject({
      kind: 'invalidInput',
      message: expect.stringMatching(/remember 4194305 characters .* limit of 4194304/),
      hint: expect.stringContaining('watch fewer fields'),
    });
  });
});

describe('hashes', () => {
  it('distinguish similar IDs', () => {
    const ids = Array.from(
      { length: HASHED_IDS },
      (_, i) => `ps_${i.toString(16).padStart(24, '0')}`,
    );
    expect(new Set(ids.map((id) => shortHash(id))).size).toBe(ids.length);
  });

  it('share their first 24 bits only by chance', () => {
    const hashes = Array.from({ length: 60_000 }, (_, i) => shortHash(`ps_${i}`));
    for (const part of [(text: string) => text.slice(0, 4), (text: string) => text.slice(5, 9)]) {
      const collisions = hashes.length - new Set(hashes.map(part)).size;
      // n² / 2^25 = 107 expected.
      expect(collisions).toBeGreaterThan(60);
      expect(collisions).toBeLessThan(160);
    }
  });
});
