import { Random } from '../../sandbox/state/random';
import { scheduleRuns } from '../engines/zapier/scheduler';
import { ZAP_RUNS } from '../support/long';
import { useZapier } from './harness';

/** Many runs of one Zap at the same time, each with a client of its own. `npm run bench -- zapier` runs 500. */
const app = useZapier();

const LIMIT = { ratePerSecond: 1, burst: 1, retryAfter: 'seconds' } as const;
/** How often Zapier replays a throttled run is not documented; two times is the least that "repeatedly" means. */
const MAX_REPLAYS = 2;

/** The same jitter in every run of the test. */
beforeEach(() => {
  const random = new Random(1);
  jest.spyOn(Math, 'random').mockImplementation(() => random.uint32() / 2 ** 32);
});
afterEach(() => jest.restoreAllMocks());

test.each(['issue_pass', 'create_or_update_pass'])(
  'Many runs of %s against a rate limit issue every row once, and none uses up its replays',
  async (step) => {
    const templateId = app.sandbox.templates.generic;
    app.sandbox.control.setLatency(50);
    app.sandbox.control.setRateLimit(LIMIT);
    const rows = Array.from({ length: ZAP_RUNS }, (_, i) => `R-${i}`);
    const runs = await scheduleRuns({
      inputs: rows,
      arrivalMs: 2_000,
      maxReplays: MAX_REPLAYS,
      attempt: (externalId) => app.create(step, { templateId, externalId }),
    });
    expect(runs.map(({ error }) => error)).toEqual(runs.map(() => undefined));
    const issued = app.sandbox.control.passes(templateId).map(({ externalId }) => externalId);
    expect(issued.sort()).toEqual([...rows].sort());
    // Not all of them on the first attempt: the limit was reached.
    expect(Math.max(...runs.map(({ attempts }) => attempts))).toBeGreaterThan(1);
  },
);
