import * as field from '../../fields';
import { toOutput, withoutAlways } from '../../fields/output';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { patchPass } from '../../api/passes';
import { stampFields, stampSample } from './output';
import { sendStamps, stampInputs, stampOperation } from './inputs';

export const set = defineOperation({
  ...stampOperation,
  key: 'set',
  label: 'Set Stamps',
  action: 'Set stamps of card',
  description: 'Set the stamp count of a card to an exact number',
  zapier: {
    kind: 'create',
    key: 'set_stamps',
    label: 'Set Stamps',
    noun: 'Stamp Card',
    description: 'Sets the stamp count of a card to an exact number.',
    note: '**Testing this step sets the stamps of a real card.**',
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
    scopeUsed: field.choice({
      label: 'Scope Used',
      section: 'options',
      default: 'stamping',
      description: 'API key scope used to set the stamps',
      options: [
        {
          value: 'stamping',
          label: 'scanning.stamp',
          description: 'Stops at the size of the card and returns its state',
        },
        {
          value: 'editing',
          label: 'passes.edit',
          inHelp: true,
          description:
            "Can exceed the size of the card, ignores 'Event ID' and doesn't return its state",
          scopesInstead: ['passes.edit'],
        },
      ],
    }),
  },
  output: {
    returns: 'one',
    fields: {
      ...withoutAlways(stampFields),
      id: stampFields.id,
      collectedStamps: stampFields.collectedStamps,
    },
    sample: stampSample,
  },

  async run(context, input) {
    const { pass, count, scopeUsed } = input;
    if (scopeUsed === 'stamping') {
      return await sendStamps(context, input, 'set', { operation: 'set', count });
    }
    const { id, externalId } = await patchPass(context.client, pass, { collectedStamps: count });
    return toOutput({ id, externalId, collectedStamps: count }, stampFields);
  },
});
