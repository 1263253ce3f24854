import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OPERATIONS } from '../shared/operations';
import type { Scope } from '../shared/service/scopes';
import { TRIGGERS } from '../shared/triggers';

/** What an example needs of the connector, found in the example itself. */

interface WorkflowNode {
  name: string;
  type: string;
  parameters: { resource?: string; operation?: string; event?: string };
}
export interface Workflow {
  name: string;
  nodes: WorkflowNode[];
}

export const EXAMPLES_DIR = path.join(__dirname, '../examples');

export function readWorkflow(name: string): Workflow {
  return JSON.parse(
    readFileSync(path.join(EXAMPLES_DIR, 'n8n', `${name}.json`), 'utf8'),
  ) as Workflow;
}

export function readPage(name: string): string {
  return readFileSync(path.join(EXAMPLES_DIR, 'zapier', `${name}.md`), 'utf8');
}

/**
 * The scopes that the Wallet Pass nodes of a workflow need, sorted.
 * @throws Error where a node is set to something that is not declared
 */
export function scopesOfWorkflow({ nodes }: Workflow): Scope[] {
  return sorted(
    nodes.flatMap(({ type, parameters: { resource, operation, event } }) => {
      if (type === 'n8n-nodes-wallet-pass.walletPassTrigger') {
        return found(
          TRIGGERS.find(({ key }) => key === event),
          `event ${event}`,
        ).scopes;
      }
      if (type !== 'n8n-nodes-wallet-pass.walletPass') return [];
      return found(
        OPERATIONS.find(
          (one) => one.n8n !== false && one.resource === resource && one.key === operation,
        ),
        `${resource} ${operation}`,
      ).scopes;
    }),
  );
}

/** Steps of the app on a Zapier page: its headings end in `Wallet Pass: <label of the step>`. */
export function stepsOfPage(page: string): string[] {
  return [...page.matchAll(/^### .*Wallet Pass: (.+)$/gm)].map(([, label = '']) => label.trim());
}

/**
 * The scopes that the steps of a Zapier page need, sorted.
 * @throws Error where the app has no step of that name
 */
export function scopesOfPage(page: string): Scope[] {
  const offered = [...OPERATIONS, ...TRIGGERS];
  return sorted(
    stepsOfPage(page).flatMap(
      (label) =>
        found(
          offered.find(({ zapier }) => zapier?.label === label),
          `step ${label}`,
        ).scopes,
    ),
  );
}

function found<T>(one: T | undefined, what: string): T {
  if (one === undefined) throw new Error(`${what} is not declared`);
  return one;
}

function sorted(scopes: Scope[]): Scope[] {
  return [...new Set(scopes)].sort();
}
