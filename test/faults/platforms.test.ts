import { TARGETS, nameOf, useEngines } from '../support/scenarios/targets';
import { LONG } from '../support/long';
import { FAULT_CASES, hitting } from './faults';

/**
 * Each platform's own transport tells a lost response from a request that was not sent, and no log has a secret:
 * one operation for each behavior after a lost response, and a read, in the real engines.
 */
const run = useEngines();

const OPERATIONS = /^(n8n|zapier) (pass\.(create|find|void)|balance\.(add|adjust)|file\.upload)$/;
// How long a platform waits, for a response or for a rate limit, is a test of its own.
const FAULTS = FAULT_CASES.filter(
  ({ faults }) => faults.length < 3 && faults.every(({ kind }) => kind !== 'late'),
);

/** In the short form, each operation meets one of so many faults, and neighbors meet different ones. */
const SHARE = 6;

const CASES = TARGETS.filter((target) => OPERATIONS.test(nameOf(target))).map((target, n) => ({
  name: nameOf(target),
  target,
  faults: FAULTS.filter((_fault, i) => LONG || i % SHARE === n % SHARE),
}));

describe.each(CASES)('$name', ({ target, faults: met }) => {
  test.each(met)(
    'The operation reports whether its result is unknown: $name',
    async ({ faults, means, processed }) => {
      const isRead = target.operation.effect === 'read';
      const { breaches, scenario, verdict } = await run(target, {
        variant: 0,
        identifiedBy: 'external ID',
        faults: hitting(isRead, faults),
      });
      expect(breaches).toEqual([]);
      // A step on Zapier has no time to look for a pass that the service may still be issuing.
      const isTooShort = target.platform === 'zapier' && scenario.retry === 'lookUpFirst';
      const mayRepeat = scenario.retry !== 'never' && (processed || !isTooShort);
      const isRepeated = means === 'refused' || mayRepeat;
      if (means !== 'foreign') expect(verdict.state).toBe(isRepeated ? 'done' : 'unknown');
      else if (processed && scenario.retry === 'never') expect(verdict.state).toBe('unknown');
    },
  );
});
