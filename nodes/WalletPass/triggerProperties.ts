import type { INodeProperties } from 'n8n-workflow';

import { TRIGGERS } from '../../shared/triggers';
import type { Trigger } from '../../shared/triggers/trigger';
import { sentence } from '../../shared/service/wording';
import { form } from './controls';
import { forBuilders, byName, firstKey } from './controls/control';
import { COLLECTIONS, shownFor } from './controls/form';
import { simplify } from './output/outputFormat';

/** Shown below the node on the canvas, e.g. `New Pass`. */
export function triggerSubtitle(): string {
  const map = JSON.stringify(Object.fromEntries(TRIGGERS.map(({ key, label }) => [key, label])));
  return `={{ (${map})[$parameter["event"]] }}`;
}

/** The properties of the trigger node: Trigger On, then the inputs of each event. */
export function triggerProperties(): INodeProperties[] {
  const collections = ofEveryEvent(({ input }) => form.collections(input));
  return [
    {
      displayName: 'Trigger On',
      name: 'event',
      type: 'options',
      noDataExpression: true,
      default: firstKey(TRIGGERS),
      description:
        'Event that starts the workflow. n8n checks the service at every poll. All but Pass Expiring are skipped if more than two days late.',
      ...forBuilders(TRIGGERS.map(textForBuilders).join(' ')),
      options: byName(
        TRIGGERS.map((trigger) => ({
          name: trigger.label,
          value: trigger.key,
          description: trigger.description,
        })),
      ),
    },
    ...ofEveryEvent(({ input }) => form.direct(input)),
    simplify,
    ...Object.values(COLLECTIONS).flatMap(({ name }) =>
      collections.filter((collection) => collection.name === name),
    ),
  ];
}

/** Builders see neither the texts of options nor all properties of an event. */
function textForBuilders(trigger: Trigger): string {
  const names = [...form.direct(trigger.input), ...form.collections(trigger.input)].map(
    ({ name }) => name,
  );
  const own = names.length === 0 ? '' : ` (${names.join(', ')})`;
  return `${trigger.key}${own}: ${sentence(trigger.description)}`;
}

/**
 * The properties of all events, each shown only for its events. Events share equal properties, because builders that
 * write workflows with AI see only the first property of a name.
 */
function ofEveryEvent(propertiesOf: (trigger: Trigger) => INodeProperties[]): INodeProperties[] {
  const events = new Map<string, string[]>();
  for (const trigger of TRIGGERS) {
    for (const property of propertiesOf(trigger).map((one) => JSON.stringify(one))) {
      events.set(property, [...(events.get(property) ?? []), trigger.key]);
    }
  }
  return [...events].map(([property, event]) =>
    shownFor({ event }, JSON.parse(property) as INodeProperties),
  );
}
