import { RESOURCES } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import { insertGenerated } from './insertGenerated';
import { table } from './markdown';

/** The table of README.md: what the node offers, resource by resource, and the events of the trigger. */
export function operationsByResource(): string {
  const row = (title: string, entries: readonly { label: string }[]) => [
    title,
    entries.map(({ label }) => label).join(', '),
  ];
  const resources = RESOURCES.map(({ label, operations }) =>
    row(
      label,
      operations.filter(({ zapierOnly }) => !zapierOnly),
    ),
  );
  return table(['Resource', 'Operations'], [...resources, row('Triggers', TRIGGERS)]);
}

/** README.md with the table inserted. */
export function withOperations(readme: string): string {
  return insertGenerated(readme, 'operations', operationsByResource());
}
