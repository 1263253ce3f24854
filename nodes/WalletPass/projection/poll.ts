import type { IDataObject, INodeExecutionData, IPollFunctions } from 'n8n-workflow';
import { NodeOperationError } from 'n8n-workflow';

import { readInput } from '../../../shared/fields';
import { TRIGGERS } from '../../../shared/triggers';
import type { Trigger } from '../../../shared/triggers/trigger';
import type { WalletPassCredential } from './connection';
import { connect } from './connection';
import { nodeError } from './errors';
import { CREDENTIAL } from './transport';

/** What a trigger node keeps between polls; `about` says which settings the state belongs to. */
interface Kept {
  about?: string;
  state?: unknown;
}

/**
 * One poll. The state is written only after every page was read, so a poll that fails is simply
 * done again. A test in the editor gets samples and moves nothing.
 */
export async function poll(functions: IPollFunctions): Promise<INodeExecutionData[][] | null> {
  const manual = functions.getMode() === 'manual';
  const done = await pollTrigger(functions, manual).then(
    (items) => ({ items }),
    (thrown: unknown) => ({ error: nodeError(functions.getNode(), thrown) }),
  );
  if ('error' in done) throw done.error;
  if (done.items.length > 0) return [done.items.map((json) => ({ json }))];
  if (!manual) return null;
  throw new NodeOperationError(functions.getNode(), 'There is nothing to show yet', {
    description: 'No pass fits these settings. Issue one, then test again.',
  });
}

async function pollTrigger(functions: IPollFunctions, manual: boolean): Promise<IDataObject[]> {
  const trigger = chosenTrigger(functions);
  const raw = Object.fromEntries(
    Object.keys(trigger.input).map((key) => [
      key,
      functions.getNodeParameter(key, undefined, { extractValue: true }),
    ]),
  );
  const input = readInput(trigger.input, raw, { timezone: functions.getTimezone() });
  const context = { client: await connect(functions) };
  if (manual) return (await trigger.samples(context, input)) as IDataObject[];

  const kept = functions.getWorkflowStaticData('node') as Kept;
  const { baseUrl } = await functions.getCredentials<WalletPassCredential>(CREDENTIAL);
  const about = JSON.stringify([baseUrl, trigger.key, input]);
  const before = kept.about === about ? kept.state : undefined;
  const { items, state } = await trigger.poll(context, input, before);
  kept.about = about;
  kept.state = state;
  return items as IDataObject[];
}

function chosenTrigger(functions: IPollFunctions): Trigger {
  const event = functions.getNodeParameter('event') as string;
  const trigger = TRIGGERS.find(({ key }) => key === event);
  if (trigger) return trigger;
  throw new NodeOperationError(functions.getNode(), `'Event' ${event} is unknown`, {
    description: 'Choose the event again; the workflow may come from a newer version.',
  });
}
