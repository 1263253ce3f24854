import { defineOperation } from '../operation';
import { stampFields, stampSample } from './output';
import { COUNTS_AGAIN, sendStamps, stampCount, stampInputs, stampOperation } from './inputs';

export const remove = defineOperation({
  ...stampOperation,
  key: 'remove',
  label: 'Remove Stamps',
  action: 'Remove stamps from card',
  description:
    'Remove stamps from a stamp card, e.g. for a returned purchase. The count never goes below zero.',
  testEffect: 'removes stamps from a real card, each time',
  zapier: {
    kind: 'create',
    key: 'remove_stamps',
    label: 'Remove Stamps',
    noun: 'Stamp Card',
    description: 'Removes stamps from a stamp card, e.g. for a returned purchase.',
    intro: 'The stamp count never goes below zero.',
  },
  input: {
    ...stampInputs(COUNTS_AGAIN),
    count: stampCount,
  },
  output: { returns: 'one', fields: stampFields, sample: stampSample },

  run: (context, input) =>
    sendStamps(context, input, 'remove', { operation: 'remove', count: input.count }, COUNTS_AGAIN),
});
