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
const upTo = (max: number) => fc.integer({ min: 1, max });
const pageSize = upTo(10);

test('A list that does not end is given up after far more passes than a template has', async () => {
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

test('A scan returns every pass exactly once, newest first, whatever the ties', async () => {
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

test('A scan returns every pass even if the service caps the page', async () => {
  await fc.assert(
    fc.asyncProperty(created, pageSize, upTo(12), async (times, size, cap) => {
      const counts = times.map((at) => times.filter((t) => t === at).length);
      // A moment that fills the largest page may have more passes.
      fc.pre(Math.max(0, ...counts) < cap);
      const { rows, fetchPage } = service(times, { cap });
      expect(ids(await scan(fetchPage, { pageSize: size }))).toEqual(ids(rows));
    }),
    { numRuns: 300 },
  );
});

test('A scan reports more ties than fit on any page, instead of losing passes silently', async () => {
  const newerTimes = fc.array(fc.integer({ min: 7, max: 12 }), { maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(upTo(5), upTo(5), newerTimes, async (cap, more, newer) => {
      const times = [...newer, ...Array<number>(cap + more).fill(6), 5];
      const { fetchPage } = service(times, { cap });
      const failure = await failureOf(scan(fetchPage, { pageSize: 10 }));
      expect(failure).toMatchObject({ kind: 'unavailable' });
      expect(failure.message).toContain('issued at the same moment');
    }),
  );
});

test('A scan does not take a moment that the service has cut for the end of the list', async () => {
  await fc.assert(
    fc.asyncProperty(upTo(5), upTo(5), async (cap, more) => {
      const { fetchPage } = service(Array<number>(cap + more).fill(6), { cap });
      const failure = await failureOf(scan(fetchPage, { pageSize: 10 }));
      expect(failure.message).toContain('issued at the same moment');
    }),
  );
});

test('A scan ends with an empty page, whatever the service counts', async () => {
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

test('A scan stops at the requested number', async () => {
  await fc.assert(
    fc.asyncProperty(created, pageSize, upTo(70), async (times, size, atMost) => {
      const { rows, requests, fetchPage } = service(times);
      const found = await scan(fetchPage, { pageSize: size, atMost });
      expect(ids(found)).toEqual(ids(rows.slice(0, atMost)));
      if (atMost <= size) expect(requests).toHaveLength(1);
    }),
  );
});

test('A scan stops at the requested timestamp, inclusive', async () => {
  await fc.assert(
    fc.asyncProperty(created, pageSize, fc.nat({ max: 13 }), async (times, size, createdSince) => {
      const { rows, fetchPage } = service(times);
      const wanted = rows.filter((row) => row.created >= createdSince);
      expect(ids(await scan(fetchPage, { pageSize: size, createdSince }))).toEqual(ids(wanted));
    }),
  );
});

test('A continued scan returns every remaining pass once, whatever the ties and pages', async () => {
  const cap = fc.option(upTo(12), { nil: Infinity });
  await fc.assert(
    fc.asyncProperty(created, pageSize, upTo(13), cap, async (times, size, startAfter, most) => {
      const { rows, fetchPage } = service(times, { cap: most });
      const rest = rows.filter((row) => row.created < startAfter);
      const counts = rest.map(
        (row) => rest.filter((other) => other.created === row.created).length,
      );
      fc.pre(Math.max(0, ...counts) < most);
      expect(ids(await scan(fetchPage, { pageSize: size, startAfter }))).toEqual(ids(rest));
    }),
    { numRuns: 400 },
  );
});

test('A continued scan reports more ties than fit on any page', async () => {
  const { fetchPage } = service([...Array<number>(9).fill(6), 2, 1], { cap: 4 });
  const scanning = scan(fetchPage, { pageSize: 10, startAfter: 7 });
  await expect(scanning).rejects.toMatchObject({ kind: 'unavailable' });
});

test('Lookups of many passes among the newest 1000 take five requests together', async () => {
  const { rows, requests, fetchPage } = service(Array.from({ length: 5000 }, (_, i) => i + 1));
  const list = listOf(fetchPage);
  for (const { id } of rows) list.cache.register({ passId: id });
  const find = (passId: string) => list.reader.readRow({ passId, maxPasses: 1000 });
  const older = await Promise.all(rows.slice(2000, 2040).map(({ id }) => find(id)));
  expect(older).toEqual(Array(40).fill(undefined));
  expect(await find(rows[990]?.id ?? '')).toBe(rows[990]);
  expect(requests).toHaveLength(5);
});

test('Lookups of passes that were issued in groups take more requests, as pages repeat some', async () => {
  const times = Array.from({ length: 4900 }, (_, i) => 100 + Math.floor(i / 150));
  const { rows, requests, fetchPage } = service(times);
  const list = listOf(fetchPage);
  for (const { id } of rows) list.cache.register({ passId: id });
  const find = (at: number) => list.reader.readRow({ passId: rows[at]?.id ?? '', maxPasses: 1000 });
  expect(await find(999)).toBe(rows[999]);
  expect(await find(2000)).toBeUndefined();
  expect(requests.length).toBeLessThanOrEqual(8);
});

test('Of a long list, only the rows that items name are kept', async () => {
  // 8 MB of rows in 40 pages.
  const fetchPage: FetchPage = ({ limit, startAfter = 8_001 }) => {
    const passes = Array.from({ length: Math.min(limit, startAfter - 1) }, (_, i) => {
      const created = startAfter - 1 - i;
      return { id: `p${created}`, created, email: `${created}`.padEnd(1000) } as PassRow;
    });
    return Promise.resolve({ passes, totalCount: 8_000 });
  };
  const list = listOf(fetchPage);
  list.cache.register({ passId: 'p1' });
  const before = liveBytes();
  expect((await list.reader.readRow({ passId: 'p1' }))?.created).toBe(1);
  expect(liveBytes() - before).toBeLessThan(4_000_000);
});

test('A scan loses and repeats none of the initial passes if the template changes meanwhile', async () => {
  const laterTimes = fc.array(fc.integer({ min: 13, max: 20 }), { maxLength: 10 });
  await fc.assert(
    fc.asyncProperty(created, pageSize, laterTimes, async (times, size, later) => {
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
    }),
  );
});
