import type { Bundle, Trigger, ZObject } from 'zapier-platform-core';

import { readPassLink } from '../shared/triggers/passEvents';
import { ZAPIER_TRIGGERS, type ZapierTrigger } from './catalog';
import { buildGroups } from './controls/control';
import { dropdownLists } from './dropdowns';
import { eventOutput, listEvents, type IdentifiedEvent } from './listEvents';
import { buildStep } from './step';
import { withStepContext } from './transport/stepContext';

/** Zapier's editor shows three records of a test. */
const MAX_TEST_RECORDS = 3;

/** Zapier's triggers by key, including the hidden triggers that fill dynamic dropdowns. */
export const triggers: Record<string, Trigger> = Object.fromEntries(
  [...ZAPIER_TRIGGERS.map(buildTrigger), ...dropdownLists].map((trigger) => [trigger.key, trigger]),
);

function buildTrigger(trigger: ZapierTrigger): Trigger {
  return buildStep(trigger.zapier, introOf(trigger), trigger.input, eventOutput(trigger), {
    type: 'polling',
    ...buildGroups(trigger.input, 'Advanced'),
    perform: (z: ZObject, bundle: Bundle) => perform(trigger, z, bundle),
  });
}

/** The note at the top of the trigger. */
function introOf({ zapier, output }: ZapierTrigger): string {
  const once = zapier.oncePerPass ? 'Each pass triggers only once.' : undefined;
  const mayMissFields =
    output.fields.customFields?.valueGroup === 'customFields'
      ? 'Card values that were typed in the dashboard may be missing.'
      : undefined;
  return [once, zapier.intro, mayMissFields].filter(Boolean).join(' ');
}

/** Returns recent events. Zapier skips events whose ID it has seen. */
function perform(trigger: ZapierTrigger, z: ZObject, bundle: Bundle): Promise<IdentifiedEvent[]> {
  const { isLoadingSample, isPopulatingDedupe } = bundle.meta;
  const reason = isLoadingSample ? 'test' : isPopulatingDedupe ? 'baseline' : 'poll';
  return withStepContext(z, bundle, async (context) => {
    const events = await listEvents(trigger, context, bundle.inputData, reason, {
      toLink: (passId) => z.dehydrate(passLink, { passId }),
      log: (text) => z.console.log(text),
    });
    return isLoadingSample ? events.slice(0, MAX_TEST_RECORDS) : events;
  });
}

/**
 * Reads the link of an event's pass; `null` if the pass cannot be found. Zapier calls it when a Zap runs, so only for
 * new events.
 */
export function passLink(z: ZObject, bundle: Bundle) {
  const { passId } = bundle.inputData as { passId: string };
  return withStepContext(
    z,
    bundle,
    async (context) => (await readPassLink(context.client, passId)) ?? null,
  );
}
