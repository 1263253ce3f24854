import { MAX_PASSES_PER_POLL } from '../../../shared/triggers/passInputs';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passInactive } from '../../../shared/triggers/passInactive';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { passVoided } from '../../../shared/triggers/passVoided';
import { pollTemplates } from '../../../shared/triggers/readPasses';
import {
  MAX_STATE_SIZE,
  type Seen,
  assertStateSize,
  shortHash,
  toStored,
} from '../../../shared/triggers/state';
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
  const seen: Seen<boolean> = { polledAt: T0, since: T0, seen: {} };
  const previous: unknown[] = [];
  const poll = async (_: string, known: unknown) => {
    previous.push(known);
    return { found: [], state: seen };
  };
  const { state } = await pollTemplates(input, undefined, poll);
  const stored = JSON.parse(JSON.stringify(state)) as typeof state;
  await pollTemplates(input, stored, poll);
  expect(previous).toEqual([undefined, undefined, seen, seen]);
});

describe('the size of state', () => {
  const watched = (count: number) => (simulation: Simulation) =>
    new Polling(simulation, passUpdated, WATCHED(count));
  it.each([
    ['Pass Added to Wallet', 18, (s: Simulation) => new Polling(s, passAddedToWallet, INPUT)],
    ['Pass Voided', 19, (s: Simulation) => new Polling(s, passVoided, INPUT)],
    [
      'Pass Date Reached, every year',
      29,
      (s: Simulation) =>
        new Polling(s, passDateReached, { ...INPUT, field: 'validUntil', days: -1, yearly: true }),
    ],
    ['Pass Inactive', 26, (s: Simulation) => new Polling(s, passInactive, { ...INPUT, days: 0 })],
    ['Pass Expiring', 26, (s: Simulation) => new Polling(s, passExpiring, { ...INPUT, days: 7 })],
    [
      'Pass Updated',
      22,
      (s: Simulation) => new Polling(s, passUpdated, { ...INPUT, watchedFields: undefined }),
    ],
    ['Pass Updated with one watched field', 24, watched(1)],
    ['Pass Updated with five watched fields', 60, watched(5)],
  ])('%s: at most %d characters per pass, whatever their number', async (_name, size, start) => {
    for (const count of STATE_COUNTS) {
      const polling = start(service(count));
      await polling.poll();
      const perPass = (polling.state?.length ?? 0) / count;
      expect(Math.round(perPass)).toBe(size);
    }
  });

  it('is enough for the maximum passes of a poll, with most events', () => {
    const ids = Array.from({ length: 1000 }, (_, i) => `ps_${i.toString(16).padStart(24, '0')}`);
    for (const value of [false, 2, 'text', ['date', 1], ['one watched field']]) {
      const seen = Object.fromEntries(ids.map((id) => [shortHash(id), toStored(value, id)]));
      expect(Object.keys(seen)).toHaveLength(1000);
      expect((JSON.stringify(seen).length / 1000) * MAX_PASSES_PER_POLL).toBeLessThan(
        MAX_STATE_SIZE,
      );
    }
  });
});

describe('a stored value', () => {
  it('has the shape of the value, and hashes instead of texts', () => {
    expect(toStored([true, 2, 'Ana', ['M-1']], 'p1')).toEqual([
      true,
      2,
      expect.stringMatching(/^[\w-]{6}$/),
      [expect.stringMatching(/^[\w-]{6}$/)],
    ]);
    expect(toStored('Ana', 'p1')).toBe(toStored('Ana', 'p1'));
    expect(toStored('Ana', 'p1')).not.toBe(toStored('Ana', 'p2'));
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
