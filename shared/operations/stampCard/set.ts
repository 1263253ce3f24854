import * as field from '../../fields';
import { withoutAlways } from '../../fields/output';
import { LIMITS } from '../../service/vocabulary';
import { defineOperation } from '../operation';
import { compact } from '../../runtime/records';
import { patchPass } from '../../api/passes';
import { stampFields, stampOutput, stampSample } from './output';
import { EVENT_ID_DETAILS, sendStamps, stampInputs } from './inputs';

export const set = defineOperation({
  resource: 'stampCard',
  key: 'set',
  label: 'Set Stamps',
  action: 'Set stamps of card',
  description: 'Set the stamp count of a card to an exact number',
  details: EVENT_ID_DETAILS,
  effect: 'write',
  serialBy: 'pass',
  endpoints: ['PATCH /pass with a stamp operation'],
  zapier: {
    kind: 'create',
    key: 'set_stamps',
    label: 'Set Stamps',
    noun: 'Stamp Card',
    description: 'Sets the stamp count of a card to an exact number.',
    note: '**Testing this step sets the stamps of a real card.**',
  },
  input: {
    ...stampInputs('sets the count again', { isHarmless: true }),
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
  preview: {},

  async run(context, input) {
    const { client } = context;
    const { pass, count, scopeUsed } = input;
    if (scopeUsed === 'editing') {
      const { id, externalId } = await patchPass(client, pass, { collectedStamps: count });
      return compact({ id, externalId: externalId ?? undefined, collectedStamps: count });
    }
    return stampOutput(await sendStamps(context, input, 'set', { operation: 'set', count }));
  },
});
