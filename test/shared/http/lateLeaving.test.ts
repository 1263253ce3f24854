import { createLateLeaving } from '../../../shared/http/lateLeaving';

/** A process whose short waits end after so many ms, one after the other. */
function lateLeaving(...waitsMs: number[]) {
  let now = 0;
  return createLateLeaving({
    elapsed: () => now,
    sleep: () => {
      now += waitsMs.shift() ?? NaN;
      return Promise.resolve();
    },
  });
}

describe('how late a request leaves', () => {
  it('is nothing as long as waits take what they usually do', async () => {
    const lateMs = lateLeaving(1.4, 1.1, 1.2, 1.6, 1.3, 0.4);
    expect(await lateMs()).toBe(0);
    expect(await lateMs()).toBe(0);
    expect(await lateMs()).toBe(0);
  });

  it('shows in the first wait, when preparing it took longer', async () => {
    const lateMs = lateLeaving(1.4, 1.1, 7.8, 1.1);
    await lateMs();
    expect(await lateMs()).toBeCloseTo(6.4);
  });

  it('shows in the second, when something came between preparing and leaving', async () => {
    const lateMs = lateLeaving(1.4, 1.1, 1.5, 3.5);
    await lateMs();
    expect(await lateMs()).toBeCloseTo(3.6);
  });

  it('is measured against what is usual lately, in which one pause hardly counts', async () => {
    const pauses = Array.from({ length: 20 }, () => [2, 1]).flat();
    const lateMs = lateLeaving(1, 1, 50, 1, ...pauses, 2, 1);
    await lateMs();
    expect(await lateMs()).toBe(49);
    expect(await lateMs()).toBeCloseTo(0.95);
    for (let i = 0; i < 19; i++) await lateMs();
    expect(await lateMs()).toBeLessThan(0.2);
  });
});
