import { N8N_RESOURCES } from '../../nodes/WalletPass/operations';
import { TRIGGERS } from '../../shared/triggers';
import { insertGenerated } from './insertGenerated';
import { bold, list } from './markdown';

/** README.md with the operations of each resource and the triggers, as n8n shows them. */
export function withOperationsList(readme: string): string {
  const resources = N8N_RESOURCES.map(
    ({ label, operations }) => `${bold(label)}: ${labels(operations)}`,
  );
  return insertGenerated(
    readme,
    'operations',
    list([...resources, `${bold('Triggers')}: ${labels(TRIGGERS)}`]),
  );
}

function labels(declarations: readonly { label: string }[]): string {
  return declarations.map(({ label }) => label).join(', ');
}
