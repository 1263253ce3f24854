import { TRIGGER_CASES } from '../../support/scenarios';
import { checkHistories } from './histories';
import { PASS_INPUTS } from './simulation';

/** The random histories of every trigger, from its case file. */
describe.each(TRIGGER_CASES.map((one) => [one.trigger.key, one] as const))(
  '%s outputs once',
  (_key, { trigger, histories }) => {
    it.each(Object.entries(histories))('%s', async (_name, history) => {
      if (typeof history === 'function') {
        await history(trigger);
        return;
      }
      const { input, ...expected } = history;
      await checkHistories(trigger, { ...PASS_INPUTS, ...input }, expected);
    });
  },
);
