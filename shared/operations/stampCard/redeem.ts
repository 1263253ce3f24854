import { defineOperation } from '../operation';
import { stamp } from '../../api/stampCards';
import { stampFields, stampOutput, stampSample } from './output';
import { eventKey, stampInputs } from './inputs';

export const redeem = defineOperation({
  resource: 'stampCard',
  key: 'redeem',
  label: 'Redeem',
  action: 'Redeem stamp card',
  description:
    'Empty a stamp card because its reward was given; recorded as a redemption, not a correction',
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'redeem_stamp_card',
    label: 'Redeem Stamp Card',
    noun: 'Stamp Card',
    description: 'Redeems a stamp card: empties it because its reward was given.',
  },
  input: stampInputs,
  output: { returns: 'one', fields: stampFields, sample: { ...stampSample, collectedStamps: 0 } },
  preview: { wouldBe: { 'PATCH /pass with a stamp operation': 'updated' } },

  async run(context, input) {
    const idempotencyKey = eventKey('redeem', input, context.itemKey);
    return stampOutput(
      await stamp(context, input.pass, {
        operation: 'removeAll',
        intent: 'redeem',
        idempotencyKey,
      }),
    );
  },
});
