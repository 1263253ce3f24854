import type { INodeProperties } from 'n8n-workflow';

import type { InputFields } from '../../../shared/fields';
import { TRIGGERS } from '../../../shared/triggers';
import { collectionControls, controlsOf } from './controls';
import { byName, firstKey } from './options';

/** Shown below the node on the canvas, e.g. `New Pass`. */
export function triggerSubtitle(): string {
  const map = JSON.stringify(Object.fromEntries(TRIGGERS.map(({ key, label }) => [key, label])));
  return `={{ (${map})[$parameter["event"]] }}`;
}

/** The properties of the trigger node: Event, then the inputs of each event. */
export function triggerProperties(): INodeProperties[] {
  return [
    {
      displayName: 'Event',
      name: 'event',
      type: 'options',
      noDataExpression: true,
      default: firstKey(TRIGGERS),
      description: 'Event that starts the workflow. n8n checks the service at every poll.',
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
  const direct = Object.entries(input).filter(([, { section }]) => section === undefined);
  return [
    ...direct.flatMap(([key, field]) => controlsOf(key, field)),
    ...collectionControls(input),
  ];
}
