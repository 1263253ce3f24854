import {
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  type IPollFunctions,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { testConnection } from './transport/credentialTest';
import { refSearches, templateSearches } from './methods/listSearch';
import { templateOptions } from './methods/loadOptions';
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
    description: 'Issue wallet passes, or start the workflow when one changes',
    defaults: { name: 'Wallet Pass Trigger' },
    polling: true,
    inputs: [],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'walletPassApi', required: true, testedBy: 'testConnection' }],
    properties: triggerProperties(),
  };

  methods = {
    credentialTest: { testConnection },
    listSearch: { ...templateSearches, ...refSearches },
    loadOptions: templateOptions,
  };

  async poll(this: IPollFunctions): Promise<INodeExecutionData[][] | null> {
    return await poll(this);
  }
}
