import { defineOperation } from '../operation';
import { stampFields, stampOutput, stampSample } from './output';
import { EVENT_ID_DETAILS, sendStamps, stampCount, stampInputs } from './inputs';

export const remove = defineOperation({
  resource: 'stampCard',
  key: 'remove',
  label: 'Remove Stamps',
  action: 'Remove stamps from card',
  description:
    'Remove stamps from a stamp card, e.g. for a returned purchase. The count never goes below zero.',
  details: EVENT_ID_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'remove_stamps',
    label: 'Remove Stamps',
    noun: 'Stamp Card',
    description: 'Removes stamps from a stamp card, e.g. for a returned purchase.',
    note: '**Testing this step removes stamps from a real card, each time.** The stamp count never goes below zero.',
  },
  input: {
    ...stampInputs('counts again'),
    count: stampCount,
  },
  output: { returns: 'one', fields: stampFields, sample: stampSample },
  preview: {},

  async run(context, input) {
    const operation = { operation: 'remove', count: input.count } as const;
    return stampOutput(await sendStamps(context, input, 'remove', operation));
  },
});
