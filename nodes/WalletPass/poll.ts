import {
  type IDataObject,
  type INodeExecutionData,
  type IPollFunctions,
  NodeOperationError,
} from 'n8n-workflow';

import { parseInputsOrThrow } from '../../shared/fields';
import type { Connection } from '../../shared/operations/context';
import { type Output, pickedOutput, simpleFields } from '../../shared/fields/output';
import { TRIGGERS } from '../../shared/triggers';
import { EXAMPLE_FIELDS, sampleItems } from '../../shared/triggers/pollSamples';
import { type PollState, pollDeadline, runPoll } from '../../shared/run/runPoll';
import type { Trigger } from '../../shared/triggers/trigger';
import { form } from './controls';
import { triggerParameters } from './controls/itemParameters';
import { simplify } from './output/outputFormat';
import { n8nClock, withRunContext } from './transport/runContext';
import { withNodeErrors } from './errors/nodeErrors';
import { CREDENTIAL } from './transport/n8nTransport';

/** n8n's default time limit for a poll; servers before 2.36 do not report theirs. */
const DEFAULT_BUDGET_MS = 5 * 60_000;

/**
 * One poll. The state is saved only after everything has been read, so a failed poll is simply repeated. A test in the
 * editor returns samples and does not change the state.
 */
export async function poll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
  const items = await withNodeErrors(functions, () => pollTrigger(functions));
  return items.length > 0 ? [items.map((json) => ({ json }))] : null;
}

async function pollTrigger(functions: IPollFunctions): Promise<IDataObject[]> {
  const trigger = chosenTrigger(functions);
  const raw = form.collect(triggerParameters(functions), trigger.input);
  const input = parseInputsOrThrow(trigger.input, raw, { timezone: functions.getTimezone() });
  // Read before the state is saved: if its expression fails, no event is lost.
  const isSimplified = functions.getNodeParameter(simplify.name, true) === true;
  const toItems = (items: Output[]) => (isSimplified ? simplified(trigger, items) : items);
  const deadlineAt = pollDeadline(n8nClock, readBudgetMs(functions));
  return await withRunContext(functions, { deadlineAt }, async (context) => {
    if (functions.getMode() === 'manual') {
      return toItems(await sampleItems(trigger, context, input)) as IDataObject[];
    }
    const saved = functions.getWorkflowStaticData('node') as Partial<PollState>;
    const credential = await functions.getCredentials<Connection>(CREDENTIAL);
    const { items, state } = await runPoll(trigger, context, input, credential, saved);
    Object.assign(saved, state);
    return toItems(items) as IDataObject[];
  });
}

function simplified({ output }: Trigger, items: Output[]): Output[] {
  const fields = { ...EXAMPLE_FIELDS, ...output.fields };
  const picked = simpleFields(fields);
  return items.map((item) => pickedOutput(item, picked, fields));
}

/** Time limit of one poll, ms. */
function readBudgetMs(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  return functions.getPollBudgetMs?.() ?? DEFAULT_BUDGET_MS;
}

function chosenTrigger(functions: IPollFunctions): Trigger {
  const event = functions.getNodeParameter('event') as string;
  const trigger = TRIGGERS.find(({ key }) => key === event);
  if (trigger) return trigger;
  throw new NodeOperationError(functions.getNode(), `'Trigger On' has an unknown value: ${event}`, {
    description: 'Choose the event again. The workflow may come from a newer version of this node.',
  });
}
