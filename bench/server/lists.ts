import type { RateLimit } from '../../sandbox/control/rateLimit';
import { type ServiceProcess, startService } from '../manyItems/serviceProcess';
import { CONNECTOR_LIST, EDIT_FIELDS_LIST, HTTP_REQUEST_LIST } from './approaches';
import { LIMIT, measureOnNewServer } from './benchServer';
import { prepareRun } from './installed';
import { LATENCY_MS, type ServerRow } from './measureRun';
import { createList, type Row } from './rows';

/** Members of the lists whose results are kept. */
export const LIST_SIZES = [400, 10_000];

/** One run of an approach over a list whose members all have a card. */
export interface ListRun extends Pick<
  ServerRow,
  'approach' | 'requests' | 'rateLimited' | 'errors'
> {
  /** Members of the list. */
  members: number;
  /** How many of them have another level in the list than on their card. */
  changed: number;
  /** As in {@link ServerRow}; absent from results of a busy machine. */
  ms?: number;
}

/** The results of this benchmark. Times in ms. */
export interface ListResults {
  latencyMs: number;
  limit: RateLimit;
  runs: ListRun[];
}

/**
 * Keeps membership cards that this connector has issued the same as a list, on real n8n servers: with none changed
 * and with 1%, with the connector and by hand; beside them, what n8n takes for the expressions alone.
 * @param sizes of the lists, multiples of 100
 * @param log called before each run
 * @throws Error if a run does not end as its list says
 */
export async function benchLists(
  sizes: readonly number[],
  log: (run: string) => void,
): Promise<ListResults> {
  log('installing n8n if it is missing, and packing the connector');
  const removeRun = await prepareRun();
  const service = await startService();
  try {
    const runs: ListRun[] = [];
    for (const members of sizes) {
      log(`${CONNECTOR_LIST.name}, issues ${members} cards`);
      await issueCards(service, members);
      for (const approach of [EDIT_FIELDS_LIST, CONNECTOR_LIST, HTTP_REQUEST_LIST]) {
        for (const changed of [0, members / 100]) {
          log(`${approach.name}, ${members} cards, ${changed} changed, ${LIMIT.ratePerSecond}/s`);
          const rows = createList(members, changed);
          const input = {
            rows,
            toIssue: new Set<string>(),
            existing: 'kept',
            bad: new Set<string>(),
          } as const;
          const run = await measureOnNewServer(service, approach, input, LIMIT);
          if (approach !== EDIT_FIELDS_LIST) await checkLevels(service, rows);
          const { requests, rateLimited, errors, ms } = run;
          runs.push({
            approach: approach.name,
            members,
            changed,
            requests,
            rateLimited,
            errors,
            ms,
          });
        }
      }
    }
    return { latencyMs: LATENCY_MS, limit: LIMIT, runs };
  } finally {
    service.stop();
    removeRun();
  }
}

/** Replaces the passes on the template. */
async function issueCards(service: ServiceProcess, members: number): Promise<void> {
  const rows = createList(members, 0);
  const toIssue = new Set(rows.map(({ number }) => number));
  const input = { rows, toIssue, existing: [], bad: new Set<string>() };
  const { issued } = await measureOnNewServer(service, CONNECTOR_LIST, input, null);
  if (issued !== members) throw new Error(`${issued} of ${members} cards were issued`);
}

async function checkLevels(service: ServiceProcess, rows: Row[]): Promise<void> {
  const { passes } = await service.state();
  const levels = new Map(passes.map(({ externalId, level }) => [externalId, level]));
  const wrong = rows.filter(({ number, level }) => levels.get(number) !== level);
  if (wrong.length > 0) throw new Error(`${wrong.length} cards do not show the level of the list`);
}
