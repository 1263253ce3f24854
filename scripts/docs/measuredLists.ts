import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { Results } from '../../bench/results';
import type { ListRun } from '../../bench/server/lists';
import { inFile } from './inFile';
import { insertGenerated } from './insertGenerated';
import { table } from './markdown';

const RESULTS = 'bench/results.json';

/** The table of docs/many-items.md: what a list costs, as `npm run bench -- lists` has measured it. */
function measuredListsTable({ lists }: Pick<Results, 'lists'>): string {
  if (!lists) throw new Error('there are no results of `npm run bench -- lists`');
  const approaches = [...new Set(lists.runs.map(({ approach }) => approach))];
  const cases = lists.runs.filter(({ approach }) => approach === approaches[0]);
  return table(
    ['Cards', 'Changed', ...approaches],
    cases.map(({ members, changed }) => {
      const runs = approaches.map((approach) =>
        lists.runs.find(
          (run) => run.approach === approach && run.members === members && run.changed === changed,
        ),
      );
      return [count(members), count(changed), ...runs.map(costs)];
    }),
  );
}

function costs(run: ListRun | undefined): string {
  if (!run) return 'not measured';
  const requests = `${count(run.requests)} requests`;
  return run.ms === undefined ? requests : `${requests}, ${count(Math.ceil(run.ms / 1000))} s`;
}

function count(value: number): string {
  return value.toLocaleString('en-US');
}

/** docs/many-items.md with the table inserted. */
export function withMeasuredLists(page: string): string {
  const measured = inFile(RESULTS, () => {
    const text = readFileSync(path.join(__dirname, '../..', RESULTS), 'utf8');
    return measuredListsTable(JSON.parse(text) as Results);
  });
  return insertGenerated(page, 'lists', measured);
}
