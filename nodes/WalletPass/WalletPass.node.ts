import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { testConnection } from './transport/credentialTest';
import { execute } from './execute';
import { passSearches, refSearches, templateSearches } from './methods/listSearch';
import { templateOptions } from './methods/loadOptions';
import { getTemplateFields } from './methods/resourceMapping';
import { nodeProperties, subtitle } from './operationProperties';

/** The operations of the wallet pass service, generated from `shared/operations`. */
export class WalletPass implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wallet Pass',
    name: 'walletPass',
    icon: { light: 'file:walletPass.svg', dark: 'file:walletPass.dark.svg' },
    group: ['output'],
    version: [1],
    subtitle: subtitle(),
    description: 'Issue wallet passes, or start the workflow when one changes',
    defaults: { name: 'Wallet Pass' },
    usableAsTool: true,
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'walletPassApi', required: true, testedBy: 'testConnection' }],
    properties: nodeProperties(),
  };

  methods = {
    credentialTest: { testConnection },
    listSearch: { ...templateSearches, ...passSearches, ...refSearches },
    loadOptions: templateOptions,
    resourceMapping: { getTemplateFields },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await execute(this);
  }
}
