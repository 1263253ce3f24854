import type { INodeType } from 'n8n-workflow';

/** n8n's own HTTP Request node, where a server is installed on this machine. */
export function findHttpRequestNode(): INodeType | undefined {
  return undefined;
}
