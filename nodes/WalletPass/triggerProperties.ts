import type { INodeProperties } from 'n8n-workflow';

import { TRIGGERS } from '../../shared/triggers';
import type { Trigger } from '../../shared/triggers/trigger';
import { form } from './controls';
import { shownFor } from './controls/form';
import { simplify } from './controls/outputFormat';
import { byName, firstKey } from './controls/options';
import { requiredScopes } from './requiredScopes';

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
        TRIGGERS.map((trigger) => ({
          name: trigger.label,
          value: trigger.key,
          description: eventText(trigger),
        })),
        ({ name }) => name,
      ),
    },
    ...ofEveryEvent(({ input }) => form.direct(input)),
    simplify,
    ...ofEveryEvent(({ input }) => form.collections(input)),
  ];
}

/** One sentence, with the scopes that a key of the default preset lacks. */
function eventText(trigger: Trigger): string {
  return [trigger.description, requiredScopes(trigger)].filter(Boolean).join('; ');
}

/** Properties of each event, shown only for that event. */
function ofEveryEvent(propertiesOf: (trigger: Trigger) => INodeProperties[]): INodeProperties[] {
  return TRIGGERS.flatMap((trigger) =>
    propertiesOf(trigger).map((property) => shownFor({ event: [trigger.key] }, property)),
  );
}
