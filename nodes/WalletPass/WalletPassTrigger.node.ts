import {
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { testConnection } from './transport/credentialTest';
import { listSearches, templateOptions } from './methods';
import { poll } from './poll';
import { triggerProperties, triggerSubtitle } from './triggerProperties';

/** The events of the wallet pass service, found by polling, generated from `shared/triggers`. */
export class WalletPassTrigger implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wallet Pass Trigger',
    name: 'walletPassTrigger',
    icon: { light: 'file:walletPass.svg', dark: 'file:walletPass.dark.svg' },
    group: ['trigger'],
    version: [1],
    subtitle: triggerSubtitle(),
    // The editor shows this text for both nodes, which are one entry in its list.
    description: 'Issue wallet passes, or start the workflow when one changes',
    defaults: { name: 'Wallet Pass Trigger' },
    polling: true,
    activationMessage:
      "Your workflow now checks for new events at every poll. Earlier events don't start it.",
    eventTriggerDescription: 'Fetching recent events as samples',
    // For builders that write workflows with AI.
    builderHint: {
      searchHint:
        'Starts the workflow when a wallet pass is issued, added to a phone, updated, voided or about to expire, when a stamp card is full or a date on a pass is reached, or when a badge is added. It polls: set Poll Times to how soon the workflow has to start. A test in the editor outputs recent events as samples and consumes none.',
    },
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'walletPassApi', required: true, testedBy: 'testConnection' }],
    properties: triggerProperties(),
  };

  methods = {
    credentialTest: { testConnection },
    listSearch: listSearches,
    loadOptions: templateOptions,
  };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    return await poll(this);
  }
}
