import { defineOperation } from '../operation';
import { stampFields, stampSample } from './output';
import { sendStamps, stampInputs, stampOperation } from './inputs';

const REPEATED = 'redeems again';

export const redeem = defineOperation({
  ...stampOperation,
  key: 'redeem',
  label: 'Redeem',
  action: 'Redeem stamp card',
  description:
    "Reset the stamps of a card to zero and record a redemption, even if the card isn't full",
  testEffect: "redeems a real card, even if it isn't full",
  zapier: {
    kind: 'create',
    key: 'redeem_stamp_card',
    label: 'Redeem Stamp Card',
    noun: 'Stamp Card',
    description: 'Redeems a stamp card and resets its stamps to zero.',
    intro: "To redeem only full ones, first filter by 'Is Complete' of Add Stamps.",
  },
  input: stampInputs(REPEATED),
  output: { returns: 'one', fields: stampFields, sample: { ...stampSample, collectedStamps: 0 } },

  run: (context, input) =>
    sendStamps(context, input, 'redeem', { operation: 'removeAll', intent: 'redeem' }, REPEATED),
});
