import { once } from '../../check-service/facts';
import { asksOf, sectionOf, summary, tableOf } from '../../check-service/report';
import { checkService } from '../../check-service/run';
import { type Fetch, Service } from '../../check-service/service';
import { STATEMENTS } from '../../check-service/statements';
import { startSandbox } from '../../sandbox/index';
import { insertGenerated } from './insertGenerated';
import { cell, code, table } from './markdown';

/** The time of the sandbox; the output has none. */
const NOW = Date.UTC(2026, 5, 1);
const PAGE_CAP = 50;

/**
 * The end of what `npm run check:service` prints about a sandbox that caps pages and counts one pass too many, with a part
 * of its table.
 */
const exampleOutput = once(async () => {
  const sandbox = await startSandbox({ now: () => NOW });
  sandbox.control.setPageCap(PAGE_CAP);
  const miscounting: Fetch = async (url, init) => {
    const response = await sandbox.fetch(new Request(url, init));
    if (!url.includes('/passes?') || !response.ok) return response;
    const body = (await response.json()) as { totalCount: number };
    return Response.json({ ...body, totalCount: body.totalCount + 1 });
  };
  try {
    const { baseUrl, keys } = sandbox;
    const service = new Service({ baseUrl, apiKey: keys['Read only'], fetch: miscounting });
    const report = await checkService(service, { write: false });
    const shown = report.statements.filter(({ id }) => id.startsWith('list.'));
    return ['```text', tableOf(shown), '', ...summary(report), '```'].join('\n');
  } finally {
    await sandbox.close();
  }
});

function statementTable(isWritten: boolean): string {
  return table(
    ['Statement', 'The connector expects', 'Asked', 'What does not work if it differs'],
    STATEMENTS.filter((one) => one.isWritten === isWritten).map((one) => [
      `[${code(one.id)}](${sectionOf(one).replace('docs/', '')})`,
      cell(one.says + (one.open ? ' (not documented, chosen)' : '')).replaceAll('<', '\\<'),
      code(asksOf(one)),
      cell(one.relied ? one.means : `Nothing. ${one.means}`),
    ]),
  );
}

/** docs/check-service.md with the statements and an example of the output. */
export async function withCheckedService(page: string): Promise<string> {
  const withOutput = insertGenerated(page, 'output', await exampleOutput());
  const withReads = insertGenerated(withOutput, 'statements', statementTable(false));
  return insertGenerated(withReads, 'statements of --write', statementTable(true));
}
