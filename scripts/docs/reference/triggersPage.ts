/** The page of all triggers. */

import { capitalized, sentence } from '../../../shared/service/wording';
import { PAGE_SIZE } from '../../../shared/api/scanPasses';
import { TRIGGERS } from '../../../shared/triggers';
import type { Trigger } from '../../../shared/triggers/trigger';
import { ZAPIER_TRIGGERS } from '../../../zapier/catalog';
import { eventOutput } from '../../../zapier/listEvents';
import { bold, cell, code, headingLink, table } from '../markdown';
import { n8nTriggerControls, zapierControls } from './controls';
import { Examples, Places } from './examples';
import {
  type InputCells,
  type SharedTable,
  inputCells,
  inputsText,
  sharedInputs,
} from './inputTable';
import { outputCells, outputTable, sharedOutputs } from './outputTable';
import {
  LISTED_VALUES,
  SHARED_INPUTS,
  SHARED_OUTPUTS,
  type SharedTables,
  type Shown,
  linkTo,
  outputText,
  scopesText,
  sharedTable,
  simplifiedText,
  whenText,
} from './sections';

/** The blocks of the page. */
export function triggersPage(): (string | undefined)[] {
  const shared = {
    inputs: passEventInputs(),
    outputs: sharedOutputs(TRIGGERS.map(triggerOutputsOf), TRIGGERS.length / 2),
  };
  const shown = { examples: new Examples(), places: new Places() };
  return [
    '# Triggers',
    `On n8n, add the node ${bold('Wallet Pass Trigger')} and choose the event. On Zapier, choose the trigger of the app ${bold('Wallet Pass')}. Every trigger polls the service, which does not report scans, opened messages or failed deliveries, so there are no triggers for them. [All operations](README.md)`,
    '## What polls miss and cost',
    table(
      ['Event', 'Misses', 'Requests of each poll'],
      TRIGGERS.map(({ label, misses, requests }) => [
        headingLink(label),
        cell(sentence(misses)),
        cell(sentence(capitalized(requests))),
      ]),
    ),
    'n8n polls every minute unless **Poll Times** says otherwise: with 10,000 passes, that is 50 requests a minute. Every 15 minutes, or once a day for dates, is enough for most.',
    'A poll compares what it reads with what the last one saw: a value that polls see change and change back is two events. A poll that cannot read the whole list fails, and the next one finds everything.',
    'An event that a poll finds more than two days late, e.g. because the workflow was off or the service was unavailable, starts nothing on n8n: the pass is remembered as it is. Only Pass Expiring is never late. If a pass does not show when the event happened, its last change counts, unless the last poll was less than two days ago. A Zap starts from what exists when it is turned on. Zapier stores no state: New Pass, New Template and Pass Date Reached look two days back at every poll, and miss what happened before, e.g. during a longer outage. A pass that a filter skips triggers a Zap once it matches, unless it had the event when the Zap was turned on.',
    'On n8n, another event, **Base URL**, account, badge, number of days, **Field**, **Condition**, **Value**, **Date Field**, **Repeat Every Year** or **Watched Fields** makes a trigger start again: the next poll only stores what exists. Other filters, **Look Back (Days)**, and a new key of the same account do not.',
    `A page has as many passes as **Page Size**, and ${PAGE_SIZE} on Zapier. Each template in **More Template Names or IDs** costs as many requests as the first, and **Include Pass Link** one for each event. One more request reads the name of the template of events, if the API key may read templates, and checks a template without passes when a trigger starts or is tested.`,
    `## ${SHARED_INPUTS}`,
    'Those of events of passes.',
    sharedTable(shared.inputs),
    `## ${SHARED_OUTPUTS}`,
    outputTable(shared.outputs),
    `${LISTED_VALUES} A value that they omit triggers nothing.`,
    ...TRIGGERS.flatMap((trigger) => triggerSection(trigger, shared, shown)),
  ];
}

/** The inputs that most events have in the same form: all but those of templates and badges. */
function passEventInputs(): SharedTable {
  return {
    link: linkTo(SHARED_INPUTS),
    cells: sharedInputs(TRIGGERS.map(triggerCellsOf), TRIGGERS.length / 2),
  };
}

function triggerCellsOf(trigger: Trigger): InputCells[] {
  return inputCells(
    trigger.input,
    n8nTriggerControls(trigger),
    zapierControls(trigger),
    triggerPlatforms(trigger),
  );
}

function triggerPlatforms({ zapier }: Trigger) {
  return { n8n: true, zapier: zapier !== undefined };
}

function triggerOutputsOf({ key, output }: Trigger): ReturnType<typeof outputCells> {
  const onZapier = ZAPIER_TRIGGERS.find((trigger) => trigger.key === key);
  return outputCells(output.fields, onZapier && eventOutput(onZapier).fields);
}

function triggerSection(
  trigger: Trigger,
  shared: SharedTables,
  { examples, places }: Shown,
): (string | undefined)[] {
  const { label, description, details, zapier, output } = trigger;
  return [
    `## ${label}`,
    whenText(description, zapier),
    details,
    `${zapier ? `${bold('Zapier')}: ${zapier.label}` : 'Only on n8n'}. ${bold('Scopes')}: ${scopesText(trigger)}.`,
    inputsText(triggerCellsOf(trigger), triggerPlatforms(trigger), shared.inputs),
    outputText(
      [eventIdText(zapier), simplifiedText(output.fields, label, places)],
      outputTable(triggerOutputsOf(trigger), shared.outputs, linkTo(SHARED_OUTPUTS)),
    ),
    examples.textOf(label, output.sample),
  ];
}

function eventIdText(names: Trigger['zapier']): string | undefined {
  return names?.eventId
    ? `On Zapier, ${code('id')} is the ID of the event; the ID of the pass is ${bold('Pass ID')} (${code('passId')}).`
    : undefined;
}
