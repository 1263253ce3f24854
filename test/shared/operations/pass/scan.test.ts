import fc from 'fast-check';

import { type FetchPage, type ScanOptions, scanPasses } from '../../../../shared/api/scanPasses';
import { PassList } from '../../../../shared/operations/passList';
import { SharedAccount } from '../../../../shared/operations/sharedAccount';
import type { PassRow } from '../../../../shared/service/schemas';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';
import { liveBytes } from '../../../support/heap';

/**
 * The list endpoint as documented: newest first; `startAfter` is exclusive.
 * @param options `cap`: maximum rows on a page, whatever is requested
 */
function service(created: readonly number[], { cap = Infinity }: { cap?: number } = {}) {
  const rows = created
    .map((at, i) => ({ id: `p${i}`, created: at }) as PassRow)
    .sort((a, b) => b.created - a.created);
  const requests: Parameters<FetchPage>[0][] = [];
  const fetchPage: FetchPage = (query) => {
    requests.push(query);
    const { limit, startAfter = Infinity } = query;
    expect(limit).toBeGreaterThan(0);
    const passes = rows.filter((row) => row.created < startAfter).slice(0, Math.min(limit, cap));
    return Promise.resolve({ passes, totalCount: rows.length });
  };
  return { rows, requests, fetchPage };
}

async function scan(fetchPage: FetchPage, options: ScanOptions): Promise<PassRow[]> {
  const all: PassRow[] = [];
  for await (const { rows } of scanPasses(fetchPage, options)) all.push(...rows);
  return all;
}

const listOf = (fetchPage: FetchPage) =>
  new PassList({
    templateId: 'tpl_1',
    fetchPage,
    clock: fastClock,
    account: new SharedAccount(fastClock),
  });

const ids = (rows: readonly PassRow[]) => rows.map(({ id }) => id);
/** Few timestamps for many passes: ties at, across and beyond page edges. */
const created = fc.array(fc.integer({ min: 1, max: 12 }), { maxLength: 60 });
const pageSize = fc.integer({ min: 1, max: 10 });

describe('a list that does not end', () => {
  it('is given up after far more passes than a template has', async () => {
    const PAGE = 100_000;
    let issued = 0;
    const fetchPage: FetchPage = () => {
      // It does end, so that this test cannot hang.
      const passes = Array.from({ length: issued < 10 * PAGE ? PAGE : 0 }, () => {
        issued += 1;
        return { id: `p${issued}`, created: -issued } as PassRow;
      });
      return Promise.resolve({ passes, totalCount: 0 });
    };
    const failure = await failureOf(scan(fetchPage, { pageSize: PAGE }));
    expect(failure.message).toMatch(/^The list of passes does not end: \d+ were read$/);
    expect(issued).toBe(600_000);
  });
});

describe('a scan', () => {
  it('returns every pass exactly once, newest first, whatever the ties', async () => {
    await fc.assert(
      fc.asyncProperty(created, pageSize, async (times, size) => {
        const { rows, requests, fetchPage } = service(times);
        expect(ids(await scan(fetchPage, { pageSize: size }))).toEqual(ids(rows));
        const moments = new Set(times).size;
        // A page more for every group read again, and a doubling for every group larger than a page.
        expect(requests.length).toBeLessThanOrEqual(2 + times.length / size + 2 * moments + 6);
      }),
      { numRuns: 300 },
    );
  });

  it('returns every pass even if the service caps the page', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 12 }),
        async (times, size, cap) => {
          const counts = times.map((at) => times.filter((t) => t === at).length);
          // A moment that fills the largest page may have more passes.
          fc.pre(Math.max(0, ...counts) < cap);
          const { rows, fetchPage } = service(times, { cap });
          expect(ids(await scan(fetchPage, { pageSize: size }))).toEqual(ids(rows));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reports more ties than fit on any page, instead of losing passes silently', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        fc.array(fc.integer({ min: 7, max: 12 }), { maxLength: 20 }),
        async (cap, more, newer) => {
          const times = [...newer, ...Array<number>(cap + more).fill(6), 5];
          const { fetchPage } = service(times, { cap });
          const failure = await failureOf(scan(fetchPage, { pageSize: 10 }));
          expect(failure).toMatchObject({ kind: 'unavailable' });
          expect(failure.message).toContain('issued at the same moment');
        },
      ),
    );
  });

  it('does not take a moment that the service has cut for the end of the list', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 5 }),
        fc.integer({ min: 1, max: 5 }),
        async (...sizes) => {
          const [cap, more] = sizes;
          const { fetchPage } = service(Array<number>(cap + more).fill(6), { cap });
          const failure = await failureOf(scan(fetchPage, { pageSize: 10 }));
          expect(failure.message).toContain('issued at the same moment');
        },
      ),
    );
  });

  it('ends with an empty page, whatever the service counts', async () => {
    await fc.assert(
      fc.asyncProperty(created, pageSize, async (newer, size) => {
        // A last moment that is as long as the longest page may have been cut by the service.
        fc.pre(size >= 3);
        const times = [...newer.map((time) => time + 3), 3, 2, 1];
        const { rows, requests, fetchPage } = service(times);
        const counting: FetchPage = async (query) => ({
          ...(await fetchPage(query)),
          totalCount: times.length + 6,
        });
        expect(ids(await scan(counting, { pageSize: size }))).toEqual(ids(rows));
        const counted = requests.length;
        await scan(fetchPage, { pageSize: size });
        // One that is shorter than requested ends it, if all that it counts have been read.
        expect(requests.length - counted).toBeLessThanOrEqual(counted);
      }),
    );
  });

  it('stops at the requested number', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 70 }),
        async (times, size, atMost) => {
          const { rows, requests, fetchPage } = service(times);
          expect(ids(await scan(fetchPage, { pageSize: size, atMost }))).toEqual(
            ids(rows.slice(0, atMost)),
          );
          if (atMost <= size) expect(requests).toHaveLength(1);
        },
      ),
    );
  });

  it('stops at the requested timestamp, inclusive', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 0, max: 13 }),
        async (times, size, createdSince) => {
          const { rows, fetchPage } = service(times);
          const wanted = rows.filter((row) => row.created >= createdSince);
          expect(ids(await scan(fetchPage, { pageSize: size, createdSince }))).toEqual(ids(wanted));
        },
      ),
    );
  });

  it('continues after a timestamp without reading passes of an earlier scan again', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 13 }),
        async (times, size, startAfter) => {
          const { rows, fetchPage } = service(times);
          const rest = rows.filter((row) => row.created < startAfter);
          expect(ids(await scan(fetchPage, { pageSize: size, startAfter }))).toEqual(ids(rest));
        },
      ),
    );
  });
});

describe('a continued scan that reads until a page is empty', () => {
  it('returns every pass once, whatever the ties and the size of pages', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 13 }),
        fc.integer({ min: 1, max: 12 }),
        async (times, size, startAfter, cap) => {
          const { rows, fetchPage } = service(times, { cap });
          const rest = rows.filter((row) => row.created < startAfter);
          const counts = rest.map((row) => rest.filter((r) => r.created === row.created).length);
          fc.pre(Math.max(0, ...counts) < cap);
          expect(ids(await scan(fetchPage, { pageSize: size, startAfter }))).toEqual(ids(rest));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('reports a timestamp with more passes than the service returns on any page', async () => {
    const { fetchPage } = service([...Array<number>(9).fill(6), 2, 1], { cap: 4 });
    const scanning = scan(fetchPage, { pageSize: 10, startAfter: 7 });
    await expect(scanning).rejects.toMatchObject({ kind: 'unavailable' });
  });
});

describe('the number of requests', () => {
  const distinct = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

  it('five for the rows of about 1000 passes, for all lookups together', async () => {
    const { rows, requests, fetchPage } = service(distinct(5000));
    const list = listOf(fetchPage);
    for (const { id } of rows) list.cache.expect({ passId: id });
    const find = (passId: string) => list.reader.readRow({ passId, newest: 1000 });
    expect(await Promise.all(rows.slice(2000, 2040).map(({ id }) => find(id)))).toEqual(
      Array(40).fill(undefined),
    );
    expect(await find(rows[990]?.id ?? '')).toBe(rows[990]);
    expect(requests).toHaveLength(5);
  });

  it('more for the rows of about 1000 passes that were issued in groups: pages repeat some of them', async () => {
    const times = Array.from({ length: 4900 }, (_, i) => 100 + Math.floor(i / 150));
    const { rows, requests, fetchPage } = service(times);
    const list = listOf(fetchPage);
    for (const { id } of rows) list.cache.expect({ passId: id });
    const find = (at: number) => list.reader.readRow({ passId: rows[at]?.id ?? '', newest: 1000 });
    expect(await find(999)).toBe(rows[999]);
    expect(await find(2000)).toBeUndefined();
    expect(requests.length).toBeLessThanOrEqual(8);
  });
});

it('of a long list, only the rows that items name are kept', async () => {
  // 8 MB of rows in 40 pages.
  const fetchPage: FetchPage = ({ limit, startAfter = 8_001 }) => {
    const passes = Array.from({ length: Math.min(limit, startAfter - 1) }, (_, i) => {
      const created = startAfter - 1 - i;
      return { id: `p${created}`, created, email: `${created}`.padEnd(1000) } as PassRow;
    });
    return Promise.resolve({ passes, totalCount: 8_000 });
  };
  const list = listOf(fetchPage);
  list.cache.expect({ passId: 'p1' });
  const before = liveBytes();
  expect((await list.reader.readRow({ passId: 'p1' }))?.created).toBe(1);
  expect(liveBytes() - before).toBeLessThan(4_000_000);
});

describe('a template that changes during the scan', () => {
  it('loses and repeats none of the initial passes', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.array(fc.integer({ min: 13, max: 20 }), { maxLength: 10 }),
        async (times, size, later) => {
          const all = [...times];
          const before = service(times);
          const arriving = [...later];
          const fetchPage: FetchPage = async (query) => {
            const page = await service(all).fetchPage(query);
            const next = arriving.pop();
            if (next !== undefined) all.push(next);
            return page;
          };
          const found = ids(await scan(fetchPage, { pageSize: size }));
          expect(new Set(found).size).toBe(found.length);
          expect(new Set(found)).toEqual(new Set([...found, ...ids(before.rows)]));
        },
      ),
    );
  });
});
