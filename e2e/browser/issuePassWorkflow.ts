import type { INodeParameters } from 'n8n-workflow';

import type { WorkflowJson } from '../../test/engines/n8nEngine';
import { NODE_TYPE, type Platform } from '../n8n/useN8nServer';

/**
 * A workflow whose second node, "Issue Pass", issues a library card, started manually.
 * @param parameters in addition to Template and External ID
 */
export function issuePassWorkflow(n8n: Platform, parameters: INodeParameters = {}): WorkflowJson {
  return {
    name: 'Issue a pass',
    nodes: [
      { name: 'Start', type: 'n8n-nodes-base.manualTrigger', parameters: {} },
      {
        name: 'Issue Pass',
        type: NODE_TYPE,
        parameters: {
          templateId: {
            __rl: true,
            mode: 'list',
            value: n8n.sandbox.templates.generic,
            cachedResultName: 'Harbor Library Card · Membership or ID Card',
          },
          externalId: 'M-0042',
          ...parameters,
        },
        credentials: { walletPassApi: { id: '', name: '' } },
      },
    ],
    connections: { Start: { main: [[{ node: 'Issue Pass', type: 'main', index: 0 }]] } },
  };
}
