import type { INodeProperties } from 'n8n-workflow';

import { TRIGGERS } from '../../../shared/triggers';
import { byName, controlsOf, firstKey } from './controls';

/** From the trigger declarations to the node's properties: Event, then each one's inputs. */
export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Event',
      name: 'event',
      type: 'options',
      noDataExpression: true,
      default: firstKey(TRIGGERS),
      options: byName(
        TRIGGERS.map(({ key, label, description }) => ({ name: label, value: key, description })),
        ({ name }) => name,
      ),
    },
    ...TRIGGERS.flatMap(({ key: event, input }) =>
      Object.entries(input).flatMap(([key, field]) =>
        controlsOf(key, field).map((property) => ({
          ...property,
          displayOptions: { show: { event: [event] } },
        })),
      ),
    ),
  ];
}
