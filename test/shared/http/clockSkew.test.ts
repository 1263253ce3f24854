import { checkAccount } from '../../../shared/api/account';
import { TestClock } from '../../support/clock';
import { useService } from '../../support/service';

const service = useService();

/** On a machine whose clock is an hour fast, every date in `Retry-After` has passed. */
const fast = () => new TestClock(Date.now() + 3_600_000);

describe('a Retry-After date that has passed by the clock of this machine', () => {
  it.each([
    ['429', { kind: 'rateLimited', retryAfter: 'date', seconds: 1 }],
    ['503', { kind: 'unavailable', status: 503, retryAfter: 'date', seconds: 1 }],
  ] as const)('after %s is not taken for permission to retry immediately', async (_name, fault) => {
    service.sandbox.control.queueFault({ ...fault, count: 2 });
    const clock = fast();
    const begin = clock.now();
    await checkAccount(service.client(undefined, { clock }));
    expect(service.sent()).toHaveLength(3);
    // The first wait is at least 500 ms, the second at least 1 s.
    expect(clock.now() - begin).toBeGreaterThanOrEqual(1500);
  });

  it('leads to longer and longer waits after many 429', async () => {
    service.sandbox.control.queueFault({
      kind: 'rateLimited',
      retryAfter: 'date',
      seconds: 1,
      count: 7,
    });
    const clock = fast();
    await checkAccount(service.client(undefined, { clock }));
    expect(clock.waits).toEqual([1000, 1000, 2000, 4000, 8000, 10_000, 10_000]);
  });
});
