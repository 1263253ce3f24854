import Table from 'cli-table3';

import { createTemplateReader } from '../shared/api/templateReader';
import { parseInputsOrThrow } from '../shared/fields';
import { createClient } from '../shared/http/client';
import type { Transport } from '../shared/http/transport';
import { newPass } from '../shared/triggers/newPass';
import { MAX_PASSES_PER_POLL } from '../shared/triggers/passInputs';
import { passUpdated } from '../shared/triggers/passUpdated';
import type { PollResult } from '../shared/triggers/trigger';
import type { PollContext } from '../shared/operations/context';
import { size } from './size';

const PAGE = 200;
const COUNTS = size([1_000, 10_000, 100_000], [1_000]);
/** So early that no pass lies in the future: New Pass would read all of those at every poll. */
const FIRST_CREATED = Date.UTC(2020, 0, 1, 12);
const TEMPLATE = {
  id: 'tpl_bench',
  name: 'Library Card',
  type: 'generic',
  pass: '{}',
  created: FIRST_CREATED,
  updated: FIRST_CREATED,
};
const INPUT = { templateId: TEMPLATE.id, pageSize: PAGE, maxPasses: MAX_PASSES_PER_POLL };
const newPassInput = parseInputsOrThrow(newPass.input, INPUT, { timezone: 'UTC' });
const passUpdatedInput = parseInputsOrThrow(passUpdated.input, INPUT, { timezone: 'UTC' });

interface Row {
  event: string;
  passes: number;
  fresh: number;
  items: number;
  requests: number;
  /**
   * 1 + floor(new / page size) for New Pass, ceil(passes / page size) for Pass Updated, and one for the name of the
   * template if there are events.
   */
  expected: number;
  ms: number;
  peakMb: number;
  stateChars: number;
}

type Poll = (context: PollContext, state: unknown) => Promise<PollResult<unknown>>;

/** A service in memory. Passes are generated per request: by index, newest last, ten minutes apart. */
class Service {
  requests = 0;
  peak = 0;
  updatedFrom = Infinity;
  private readonly client = createClient({
    baseUrl: 'https://bench.example',
    transport: this.transport(),
    clock: {
      now: () => Date.now(),
      monotonicMs: () => performance.now(),
      random: () => 0,
      sleep: () => Promise.resolve(),
    },
  });
  readonly context: PollContext = {
    client: this.client,
    templates: createTemplateReader(this.client),
    timezone: 'UTC',
  };

  constructor(public count: number) {}

  private transport(): Transport {
    return ({ url }) => {
      this.requests += 1;
      if (url.includes('/templates/')) return answered(TEMPLATE);
      this.peak = Math.max(this.peak, process.memoryUsage().heapUsed);
      const query = new URL(url).searchParams;
      const before = Number(query.get('startAfter') ?? Infinity);
      const newest = Math.min(this.count, Math.ceil((before - FIRST_CREATED) / 600_000)) - 1;
      const limit = Math.min(Number(query.get('limit')), newest + 1);
      const passes = Array.from({ length: limit }, (_, i) => this.pass(newest - i));
      return answered({ passes, totalCount: this.count });
    };
  }

  private pass(i: number) {
    const created = FIRST_CREATED + i * 600_000;
    return {
      id: `ps_${i.toString(16).padStart(24, '0')}`,
      templateId: TEMPLATE.id,
      externalId: `M-${i}`,
      email: `person${i}@example.com`,
      isValid: true,
      deviceCount: i % 3,
      templateFields: { accountName: `Person ${i}`, accountId: `M-${i}`, balance: i % 500 },
      created,
      updated: i >= this.updatedFrom ? FIRST_CREATED + 1e12 + i : created,
    };
  }
}

function answered(content: object): ReturnType<Transport> {
  const response = { status: 200, headers: {}, body: JSON.stringify(content) };
  return Promise.resolve({ ok: true, response });
}

async function measure(event: string, poll: Poll, passes: number, fresh: number): Promise<Row> {
  const service = new Service(passes);
  const { state } = await poll(service.context, undefined);
  if (event === 'newPass') service.count += fresh;
  else service.updatedFrom = passes - fresh;

  global.gc?.();
  const base = process.memoryUsage().heapUsed;
  Object.assign(service, { requests: 0, peak: 0 });
  const begun = performance.now();
  const polled = await poll(service.context, JSON.parse(JSON.stringify(state)));
  const ms = performance.now() - begun;
  const peak = Math.max(service.peak, process.memoryUsage().heapUsed);
  const pages = event === 'newPass' ? 1 + Math.floor(fresh / PAGE) : Math.ceil(passes / PAGE);
  return {
    event,
    passes,
    fresh,
    items: polled.items.length,
    requests: service.requests,
    expected: pages + (fresh > 0 ? 1 : 0),
    ms: Math.round(ms),
    peakMb: Math.round((peak - base) / 1e5) / 10,
    stateChars: JSON.stringify(polled.state).length,
  };
}

/**
 * Measures one poll by the number of passes on the template. Prints a table, then JSON. The service is in
 * memory, so the times include only the connector.
 */
export async function benchPolls(): Promise<void> {
  const rows: Row[] = [];
  for (const passes of COUNTS) {
    for (const fresh of [0, 10, 1_000]) {
      const poll: Poll = (context, state) =>
        newPass.poll(context, newPassInput, state as undefined);
      rows.push(await measure('newPass', poll, passes, fresh));
    }
    const poll: Poll = (context, state) =>
      passUpdated.poll(context, passUpdatedInput, state as undefined);
    rows.push(await measure('passUpdated', poll, passes, 10));
  }
  const table = new Table({
    head: ['event', 'passes', 'new', 'items', 'requests', 'expected', 'ms', 'peak MB', 'state'],
    style: { head: [] },
  });
  for (const row of rows) table.push(Object.values(row).map(String));
  process.stdout.write(`${table.toString()}\n${JSON.stringify(rows, null, 2)}\n`);
  if (rows.some(({ requests, expected }) => requests !== expected)) process.exitCode = 1;
}
