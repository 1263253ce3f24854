import { ZAPIER_TRIGGERS, zapierOperations } from '../../zapier/catalog';
import { searchOrCreates } from '../../zapier/searches';
import { insertGenerated } from './insertGenerated';
import { bold, table } from './markdown';

/** The table of docs/zapier-publishing.md: the steps that users of the app see. */
export function visibleStepsTable(): string {
  const labels = (steps: readonly { zapier: { label: string } }[]) =>
    steps.map(({ zapier }) => zapier.label);
  const kinds: [kind: string, labels: string[]][] = [
    ['Triggers', labels(ZAPIER_TRIGGERS)],
    ['Actions', labels(zapierOperations('create'))],
    ['Searches', labels(zapierOperations('search'))],
    ['Find-or-create', Object.values(searchOrCreates).map(({ display: { label = '' } }) => label)],
  ];
  const total = kinds.flatMap(([, names]) => names).length;
  return table(
    ['Kind', 'Number', 'Steps'],
    [
      ...kinds.map(([kind, names]) => [kind, String(names.length), names.join(', ')]),
      [bold('All'), bold(String(total)), ''],
    ],
  );
}

/** docs/zapier-publishing.md with the table inserted. */
export function withVisibleSteps(page: string): string {
  return insertGenerated(page, 'visible steps', visibleStepsTable());
}
