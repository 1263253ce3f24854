import type { INodeProperties } from 'n8n-workflow';

import type { InputFields } from '../../../shared/fields';
import { TRIGGERS } from '../../../shared/triggers';
import { UNSUPPORTED_EVENTS_NOTE } from '../../../shared/triggers/trigger';
import { byName, collectionControls, controlsOf, firstKey } from './controls';

const FOUND_BY_POLLING = 'What starts the workflow, found by asking the service at every poll.';

/** From the trigger declarations to the node's properties: Event, then each one's inputs. */
export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Event',
      name: 'event',
      type: 'options',
      noDataExpression: true,
      default: firstKey(TRIGGERS),
      description: [FOUND_BY_POLLING, UNSUPPORTED_EVENTS_NOTE].join(' '),
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
  const own = Object.entries(input).filter(([, { section }]) => section === undefined);
  return [...own.flatMap(([key, field]) => controlsOf(key, field)), ...collectionControls(input)];
}
