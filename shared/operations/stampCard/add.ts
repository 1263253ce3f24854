import { defineOperation } from '../operation';
import { stampFields, stampSample } from './output';
import { COUNTS_AGAIN, sendStamps, stampCount, stampInputs, stampOperation } from './inputs';

export const add = defineOperation({
  ...stampOperation,
  key: 'add',
  label: 'Add Stamps',
  action: 'Add stamps to card',
  description:
    'Add stamps to a stamp card, e.g. for a purchase. Stamps beyond the size of the card are lost.',
  testEffect: 'adds stamps to a real card, each time',
  zapier: {
    kind: 'create',
    key: 'add_stamps',
    label: 'Add Stamps',
    noun: 'Stamp Card',
    description: 'Adds stamps to a stamp card, e.g. for a purchase.',
    intro: 'Stamps beyond the size of the card are lost.',
  },
  input: {
    ...stampInputs(COUNTS_AGAIN),
    count: stampCount,
  },
  output: { returns: 'one', fields: stampFields, sample: stampSample },

  run: (context, input) =>
    sendStamps(context, input, 'add', { operation: 'add', count: input.count }, COUNTS_AGAIN),
});
