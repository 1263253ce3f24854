import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readInput } from '../../shared/fields';
import { TRIGGERS } from '../../shared/triggers';
import type { PollState } from '../../shared/engine/runPoll';
import { pollLimits, runPoll, testItems } from '../../shared/engine/runPoll';
import type { Trigger } from '../../shared/triggers/trigger';
import { collectTriggerInput } from './input/collectInput';
import type { WalletPassCredential } from './transport/connection';
import { clock, connect } from './transport/connection';
import { nodeError } from './errors/nodeErrors';
import { CREDENTIAL } from './transport/n8nTransport';

/** n8n's own budget for a poll, where the server is too old to say it. */
const USUAL_BUDGET_MS = 5 * 60_000;

/**
 * One poll. The state is written only after everything was read, so a poll that fails is simply
 * repeated. A test in the editor gets samples and moves nothing.
 */
export async function poll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
  const done = await pollTrigger(functions).then(
    (items) => ({ items }),
    (thrown: unknown) => ({ error: nodeError(functions.getNode(), thrown) }),
  );
  if ('error' in done) throw done.error;
  return done.items.length > 0 ? [done.items.map((json) => ({ json }))] : null;
}

async function pollTrigger(functions: IPollFunctions): Promise<IDataObject[]> {
  const trigger = chosenTrigger(functions);
  const raw = collectTriggerInput(functions, trigger.input);
  const input = readInput(trigger.input, raw, { timezone: functions.getTimezone() });
  const { deadlineAt, softDeadlineAt } = pollLimits(clock, budgetOf(functions));
  const { client } = await connect(functions, { deadlineAt });
  const context = { client, softDeadlineAt };
  if (functions.getMode() === 'manual') {
    return (await testItems(trigger, context, input)) as IDataObject[];
  }

  const kept = functions.getWorkflowStaticData('node') as Partial<PollState>;
  const credential = await functions.getCredentials<WalletPassCredential>(CREDENTIAL);
  const { items, state } = await runPoll(trigger, context, input, credential, kept);
  Object.assign(kept, state);
  return items as IDataObject[];
}

/** Servers before 2.36 do not say what the budget is. */
function budgetOf(functions: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>): number {
  return functions.getPollBudgetMs?.() ?? USUAL_BUDGET_MS;
}

function chosenTrigger(functions: IPollFunctions): Trigger {
  const event = functions.getNodeParameter('event') as string;
  const trigger = TRIGGERS.find(({ key }) => key === event);
  if (trigger) return trigger;
  throw new NodeOperationError(functions.getNode(), `'Event' ${event} is unknown`, {
    description: 'Choose the event again; the workflow may come from a newer version.',
  });
}
