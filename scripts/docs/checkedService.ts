import { once } from '../../check-service/facts';
import { summary, tableOf } from '../../check-service/report';
import { checkService } from '../../check-service/run';
import { type Fetch, Service } from '../../check-service/service';
import { startSandbox } from '../../sandbox/index';
import { insertGenerated } from './insertGenerated';

/** The time of the sandbox; the output has none. */
const NOW = Date.UTC(2026, 5, 1);
const PAGE_CAP = 50;
/** Rows of the table in the example. */
const SHOWN = ['list.order', 'list.total', 'list.largestPage'];

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
    const shown = report.statements.filter(({ id }) => SHOWN.includes(id));
    return ['```text', tableOf(shown), '', ...summary(report), '```'].join('\n');
  } finally {
    await sandbox.close();
  }
});

/** docs/check-service.md with an example of the output. */
export async function withCheckedService(page: string): Promise<string> {
  return insertGenerated(page, 'output', await exampleOutput());
}
