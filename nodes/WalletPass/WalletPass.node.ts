import {
  type IExecuteFunctions,
  type INodeExecutionData,
  type INodeType,
  type INodeTypeDescription,
  NodeConnectionTypes,
} from 'n8n-workflow';

import { testConnection } from './transport/credentialTest';
import { execute } from './execute';
import { getTemplateFields, listSearches, templateOptions } from './methods';
import { nodeProperties, operationTexts, subtitle } from './operationProperties';

/** The operations of the wallet pass service, generated from `shared/operations`. */
export class WalletPass implements INodeType {
  description: INodeTypeDescription = {
    displayName: 'Wallet Pass',
    name: 'walletPass',
    icon: { light: 'file:walletPass.svg', dark: 'file:walletPass.dark.svg' },
    group: ['output'],
    version: [1],
    subtitle: subtitle(),
    description:
      'Issue and manage wallet passes: memberships, loyalty, gift cards, tickets and badges',
    defaults: { name: 'Wallet Pass' },
    usableAsTool: true,
    // For builders that write workflows with AI.
    builderHint: {
      searchHint:
        'Digital wallet passes: loyalty and stamp cards, gift cards, event tickets, coupons, memberships and access badges. Give every pass an External ID of your own (member number, order number, row ID), so that a repeated run finds the pass. Create or Update is for rows that may have a pass already; Sync List is only for a complete list. Turn on Preview Only while building: nothing is sent. Confirmation switches can only be turned on by a person.',
      extraTypeDefContent: operationTexts(),
    },
    hints: [
      {
        message:
          "'Preview Only' is on: the node shows what would happen, and changes nothing. Turn it off before you go live.",
        displayCondition: '={{ $parameter["previewOnly"] === true }}',
        whenToDisplay: 'beforeExecution',
        location: 'outputPane',
      },
    ],
    inputs: [NodeConnectionTypes.Main],
    outputs: [NodeConnectionTypes.Main],
    credentials: [{ name: 'walletPassApi', required: true, testedBy: 'testConnection' }],
    properties: nodeProperties(),
  };

  methods = {
    credentialTest: { testConnection },
    listSearch: listSearches,
    loadOptions: templateOptions,
    resourceMapping: { getTemplateFields },
  };

  async execute(this: IExecuteFunctions): Promise<INodeExecutionData[][]> {
    return await execute(this);
  }
}
