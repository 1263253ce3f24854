import { defineOperation } from '../operation';
import { stampFields, stampOutput, stampSample } from './output';
import { EVENT_ID_DETAILS, sendStamps, stampInputs } from './inputs';

export const redeem = defineOperation({
  resource: 'stampCard',
  key: 'redeem',
  label: 'Redeem',
  action: 'Redeem stamp card',
  description:
    "Reset the stamps of a card to zero and record a redemption, even if the card isn't full",
  details: EVENT_ID_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'redeem_stamp_card',
    label: 'Redeem Stamp Card',
    noun: 'Stamp Card',
    description: 'Redeems a stamp card and resets its stamps to zero.',
    note: "**Testing this step redeems a real card, even if it isn't full.** To redeem only full ones, first filter by 'Is Complete' of Add Stamps.",
  },
  input: stampInputs('redeems again'),
  output: { returns: 'one', fields: stampFields, sample: { ...stampSample, collectedStamps: 0 } },
  preview: {},

  async run(context, input) {
    const operation = { operation: 'removeAll', intent: 'redeem' } as const;
    return stampOutput(await sendStamps(context, input, 'redeem', operation));
  },
});
