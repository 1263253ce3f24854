import type { IExecuteFunctions, INodeType, NodeOutput } from 'n8n-workflow';

import { poolNode } from '../manyItems/comparisonNodes';

const NODE = poolNode();

/** n8n loads the class that the file is named after. */
export class Pool implements INodeType {
  description = NODE.description;

  async execute(this: IExecuteFunctions): Promise<NodeOutput> {
    if (!NODE.execute) throw new Error('The pool has no execute method');
    return await NODE.execute.call(this);
  }
}
