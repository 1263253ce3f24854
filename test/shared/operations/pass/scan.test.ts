import fc from 'fast-check';

import { templatePasses } from '../../../../shared/api/templatePasses/templatePasses';
import { type FetchPage, type ScanOptions, scanPasses } from '../../../../shared/api/scanPasses';
import type { ServiceClient } from '../../../../shared/http/client';
import type { PassRow } from '../../../../shared/service/schemas';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';

interface ServiceOptions {
  /** Maximum rows on a page, whatever is requested. */
  cap?: number;
  withTotal?: boolean;
}

/** The list endpoint as documented: newest first; `startAfter` is read as exclusive. */
function service(
  created: readonly number[],
  { cap = Infinity, withTotal = true }: ServiceOptions = {},
) {
  const rows = created
    .map((at, i) => ({ id: `p${i}`, created: at }) as PassRow)
    .sort((a, b) => b.created - a.created);
  const requests: Parameters<FetchPage>[0][] = [];
  const fetchPage: FetchPage = (query) => {
    requests.push(query);
    const { limit, startAfter = Infinity } = query;
    expect(limit).toBeGreaterThan(0);
    const passes = rows.filter((row) => row.created < startAfter).slice(0, Math.min(limit, cap));
    return Promise.resolve({ passes, ...(withTotal && { totalCount: rows.length }) });
  };
  return { rows, requests, fetchPage };
}

async function scan(fetchPage: FetchPage, options: ScanOptions): Promise<PassRow[]> {
  const all: PassRow[] = [];
  for await (const { rows } of scanPasses(fetchPage, options)) all.push(...rows);
  return all;
}

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
      return Promise.resolve({ passes });
    };
    const failure = await failureOf(scan(fetchPage, { pageSize: PAGE }));
    expect(failure.message).toMatch(/^The list of passes does not end: \d+ were read$/);
    expect(issued).toBe(600_000);
  });
});

describe('a scan', () => {
  it('returns every pass exactly once, newest first, whatever the ties', async () => {
    await fc.assert(
      fc.asyncProperty(created, pageSize, fc.boolean(), async (times, size, withTotal) => {
        const { rows, requests, fetchPage } = service(times, { withTotal });
        expect(ids(await scan(fetchPage, { pageSize: size }))).toEqual(ids(rows));
        const moments = new Set(times).size;
        // A page more for every group read again, and a doubling for every group larger than a page.
        expect(requests.length).toBeLessThanOrEqual(2 + times.length / size + 2 * moments + 6);
      }),
      { numRuns: 300 },
    );
  });

  it('returns every pass even if the service caps the page, with and without the total', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 12 }),
        fc.boolean(),
        async (times, size, cap, withTotal) => {
          const largest = Math.max(
            0,
            ...[...new Set(times)].map((at) => times.filter((t) => t === at).length),
          );
          // Without a total, a moment that fills the largest page may have more passes.
          fc.pre(withTotal ? largest <= cap : largest < cap);
          const { rows, fetchPage } = service(times, { cap, withTotal });
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
        created,
        async (cap, more, others) => {
          const times = [...others, ...Array<number>(cap + more).fill(6)];
          const { fetchPage } = service(times, { cap });
          const failure = await failureOf(scan(fetchPage, { pageSize: 10 }));
          expect(failure).toMatchObject({ kind: 'unavailable' });
          expect(failure.message).toMatch(/same moment|is incomplete/);
        },
      ),
    );
  });

  it.each<[string, (fetchPage: FetchPage) => FetchPage]>([
    [
      'repeats the newest pass on every page',
      (fetchPage) => async (query) => {
        const [newest] = (await fetchPage({ limit: 1 })).passes;
        const { passes } = await fetchPage(query);
        const isRepeated = newest && query.startAfter !== undefined && passes.length > 0;
        return { passes: isRepeated ? [newest, ...passes.slice(0, 3)] : passes };
      },
    ],
    [
      'returns a larger first page',
      (fetchPage) => async (query) => {
        const { passes } = await fetchPage(query);
        const extra = { id: 'newest', created: 50 } as PassRow;
        return { passes: query.startAfter === undefined ? [extra, ...passes] : passes };
      },
    ],
  ])('reports them if the service %s', async (_case, through) => {
    const times = [30, 29, 28, ...Array<number>(9).fill(20), 12, 11, 10, 9, 8, 7];
    const { fetchPage } = service(times, { cap: 4 });
    const failure = await failureOf(scan(through(fetchPage), { pageSize: 10 }));
    expect(failure.message).toMatch(/same moment/);
    const newest = scan(through(fetchPage), { pageSize: 10, createdSince: 9 });
    expect((await failureOf(newest)).message).toMatch(/same moment/);
  });

  it('reads on if the service counts fewer passes than it has returned', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: -1, max: 4 }), async (totalCount) => {
        const times = Array.from({ length: 12 }, (_, i) => i + 1);
        const { rows, fetchPage } = service(times, { cap: 5 });
        const counting: FetchPage = async (query) => ({ ...(await fetchPage(query)), totalCount });
        expect(ids(await scan(counting, { pageSize: 20 }))).toEqual(ids(rows));
      }),
    );
  });

  it('fails if the service ignores where to continue, and does not count', async () => {
    const { fetchPage } = service([9, 8, 7, 6, 5, 4], { cap: 4, withTotal: false });
    const onlyFirst: FetchPage = async ({ limit }) => await fetchPage({ limit });
    const { message } = await failureOf(scan(onlyFirst, { pageSize: 4 }));
    expect(message).toBe('The list of passes is incomplete: 4 were read');
  });

  it('takes a page that is repeated, and a pass that is twice on a page, only once', async () => {
    const { rows, fetchPage } = service([9, 8, 7, 6, 5, 4]);
    const onlyFirst: FetchPage = async () => await fetchPage({ limit: 4 });
    const { message } = await failureOf(scan(onlyFirst, { pageSize: 4 }));
    expect(message).toBe('The list of passes is incomplete: 4 of 6 were read');
    expect(await scan(onlyFirst, { pageSize: 4, mayLackPasses: true })).toEqual(rows.slice(0, 4));

    const doubled: FetchPage = async (query) => {
      const page = await fetchPage(query);
      return { ...page, passes: page.passes.flatMap((row) => [row, row]) };
    };
    expect(await scan(doubled, { pageSize: 20 })).toEqual(rows);
  });

  it('of a single pass ends if the service repeats it without a total', async () => {
    const { rows } = service([9]);
    const repeating: FetchPage = async () => ({ passes: rows });
    expect(await scan(repeating, { pageSize: 20 })).toEqual(rows);
  });

  it('stops at the requested number', async () => {
    await fc.assert(
      fc.asyncProperty(
        created,
        pageSize,
        fc.integer({ min: 1, max: 70 }),
        fc.boolean(),
        async (times, size, atMost, withTotal) => {
          const { rows, requests, fetchPage } = service(times, { withTotal });
          expect(ids(await scan(fetchPage, { pageSize: size, atMost }))).toEqual(
            ids(rows.slice(0, atMost)),
          );
          const isEnough = withTotal || atMost <= times.length;
          if (atMost <= size && isEnough) expect(requests).toHaveLength(1);
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

  it('one per page if no timestamps are shared, and one for the held-back edge', async () => {
    const { requests, fetchPage } = service(distinct(1000));
    await scan(fetchPage, { pageSize: 200 });
    expect(requests.length).toBeLessThanOrEqual(6);
  });

  it('five for the rows of about 1000 passes, for all lookups together', async () => {
    const { rows, requests, fetchPage } = service(distinct(5000));
    const client = { clock: fastClock } as ServiceClient;
    const { named, rowFinder } = templatePasses(client, 't', fetchPage);
    for (const { id } of rows) named.add({ passId: id });
    const find = (passId: string) => rowFinder.find({ passId, newest: 1000 });
    expect(await Promise.all(rows.slice(2000, 2040).map(({ id }) => find(id)))).toEqual(
      Array(40).fill(undefined),
    );
    expect(await find(rows[990]?.id ?? '')).toBe(rows[990]);
    expect(requests).toHaveLength(5);
  });

  it('more for the rows of about 1000 passes that were issued in groups: pages repeat some of them', async () => {
    const times = Array.from({ length: 4900 }, (_, i) => 100 + Math.floor(i / 150));
    const { rows, requests, fetchPage } = service(times);
    const client = { clock: fastClock } as ServiceClient;
    const { named, rowFinder } = templatePasses(client, 't', fetchPage);
    for (const { id } of rows) named.add({ passId: id });
    const find = (at: number) => rowFinder.find({ passId: rows[at]?.id ?? '', newest: 1000 });
    expect(await find(999)).toBe(rows[999]);
    expect(await find(2000)).toBeUndefined();
    expect(requests.length).toBeLessThanOrEqual(8);
  });

  it('one if everything fits', async () => {
    const { requests, fetchPage } = service(distinct(7));
    await scan(fetchPage, { pageSize: 200 });
    expect(requests).toEqual([{ limit: 200, startAfter: undefined }]);
  });

  it('an empty page after a timestamp: no total shows that the list has ended', async () => {
    const { requests, fetchPage } = service(distinct(30));
    await scan(fetchPage, { pageSize: 200, startAfter: 10 });
    // The second one is for the edge that was held back.
    expect(requests).toHaveLength(3);
  });

  it('every request has a limit, even if one timestamp fills a page', async () => {
    const { requests, fetchPage } = service(Array<number>(20).fill(5));
    await scan(fetchPage, { pageSize: 5 });
    expect(requests.map(({ limit }) => limit)).toEqual([5, 10, 20, 40]);
  });

  it('a continued scan has a limit to its end', async () => {
    const { rows, requests, fetchPage } = service(distinct(30));
    const rest = await scan(fetchPage, { pageSize: 10, startAfter: 21 });
    expect(ids(rest)).toEqual(ids(rows.slice(10)));
    expect(requests.map(({ limit }) => limit)).toEqual(requests.map(() => 10));
  });

  it('ends with an error if the service counts passes that it does not list, unless the caller compares', async () => {
    const { rows, fetchPage } = service(distinct(30));
    const counting: FetchPage = async (query) => ({ ...(await fetchPage(query)), totalCount: 40 });
    const { message } = await failureOf(scan(counting, { pageSize: 20 }));
    expect(message).toBe('The list of passes is incomplete: 30 of 40 were read');
    const options = { pageSize: 20, mayLackPasses: true };
    expect(ids(await scan(counting, options))).toEqual(ids(rows));
    expect(await scan(counting, { pageSize: 20, createdSince: 25 })).toHaveLength(6);
    expect(await scan(counting, { pageSize: 20, atMost: 30 })).toHaveLength(30);
  });

  it('ends on an empty template', async () => {
    const { requests, fetchPage } = service([]);
    expect(await scan(fetchPage, { pageSize: 200 })).toEqual([]);
    expect(requests).toHaveLength(1);
  });
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
