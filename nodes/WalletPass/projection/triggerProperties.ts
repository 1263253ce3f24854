import type { INodeProperties } from 'n8n-workflow';

import type { InputFields } from '../../../shared/fields';
import { TRIGGERS } from '../../../shared/triggers';
import { byName, collectionControls, controlsOf, firstKey } from './controls';

/** From the trigger declarations to the node's properties: Event, then each one's inputs. */
export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Event',
      name: 'event',
      type: 'options',
      noDataExpression: true,
      default: firstKey(TRIGGERS),
      description:
        'What starts the workflow, found by asking the service at every poll. It tells of no scans, opened messages or failed deliveries, so there is no event for them.',
      options: byName(
        TRIGGERS.map(({ key, label, description }) => ({ name: label, value: key, description })),
        ({ name }) => name,
      ),
    },
    ...TRIGGERS.flatMap(({ key: event, input }) =>
      inputControls(input).map((property) => ({
        ...property,
        displayOptions: { show: { event: [event] } },
      })),
    ),
  ];
}

function inputControls(input: InputFields): INodeProperties[] {
  const own = Object.entries(input).filter(([, { group }]) => group === undefined);
  return [...own.flatMap(([key, field]) => controlsOf(key, field)), ...collectionControls(input)];
}
