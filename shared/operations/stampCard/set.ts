import * as field from '../../fields';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { stampFields, stampSample } from './output';
import { sendStamps, stampInputs, stampOperation } from './inputs';

export const set = defineOperation({
  ...stampOperation,
  key: 'set',
  label: 'Set Stamps',
  action: 'Set stamps of card',
  description: 'Set the stamp count of a card to an exact number',
  testEffect: 'sets the stamps of a real card',
  zapier: {
    kind: 'create',
    key: 'set_stamps',
    label: 'Set Stamps',
    noun: 'Stamp Card',
    description: 'Sets the stamp count of a card to an exact number.',
  },
  input: {
    ...stampInputs('sets the count again'),
    count: field.required(
      field.number({
        label: 'Number of Stamps',
        integer: true,
        min: 0,
        max: LIMITS.maxCollectedStamps,
        placeholder: 'e.g. 5',
        description: 'New stamp count of the card; 0 removes all stamps',
      }),
    ),
  },
  output: { returns: 'one', fields: stampFields, sample: stampSample },

  run: (context, input) =>
    sendStamps(context, input, 'set', { operation: 'set', count: input.count }),
});
