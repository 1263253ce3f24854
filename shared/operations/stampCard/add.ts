import { defineOperation } from '../operation';
import { stampFields, stampOutput, stampSample } from './output';
import { EVENT_ID_DETAILS, sendStamps, stampCount, stampInputs } from './inputs';

export const add = defineOperation({
  resource: 'stampCard',
  key: 'add',
  label: 'Add Stamps',
  action: 'Add stamps to card',
  description:
    'Add stamps to a stamp card, e.g. for a purchase. Stamps beyond the size of the card are lost.',
  details: EVENT_ID_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'add_stamps',
    label: 'Add Stamps',
    noun: 'Stamp Card',
    description: 'Adds stamps to a stamp card, e.g. for a purchase.',
    note: '**Testing this step adds stamps to a real card, each time.** Stamps beyond the size of the card are lost.',
  },
  input: {
    ...stampInputs('counts again'),
    count: stampCount,
  },
  output: { returns: 'one', fields: stampFields, sample: stampSample },
  preview: {},

  async run(context, input) {
    const operation = { operation: 'add', count: input.count } as const;
    return stampOutput(await sendStamps(context, input, 'add', operation));
  },
});
