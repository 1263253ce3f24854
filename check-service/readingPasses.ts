/** How the statements about lists, searches and single passes are asked, without changing anything. */
import {
  createdOf,
  type Facts,
  isNewestFirst,
  LARGE_PAGE,
  objectIn,
  once,
  readPage,
  search,
  textOf,
} from './facts';
import {
  type Checks,
  counted,
  judge,
  judgeFields,
  NotTried,
  type Outcome,
  type Row,
} from './outcome';
import type { Service } from './service';
import { LINK_FIELDS, OPTIONAL_ROW_FIELDS, type ReadId, ROW_FIELDS } from './statements';

const judgeRows = (rows: readonly Row[], mayLack: readonly string[] = []) =>
  judgeFields(rows, { ...ROW_FIELDS, ...OPTIONAL_ROW_FIELDS }, [
    ...mayLack,
    ...Object.keys(OPTIONAL_ROW_FIELDS),
  ]);

export function listChecks(service: Service, { largest, list, filtered }: Facts) {
  /** Passes by moment, newest first, whatever the order of the list. */
  const moments = once(async () => {
    const sorted = [...(await list()).rows].sort((a, b) => createdOf(b) - createdOf(a));
    return { sorted, oldest: createdOf(sorted.at(-1) as Row) };
  });
  const pageOf = async (query: Record<string, number>) =>
    (await readPage(service, await largest(), query)).rows;
  return {
    'rows.fields': async () => judgeRows((await list()).rows),
    'rows.more': async () => {
      const known = Object.keys({ ...ROW_FIELDS, ...OPTIONAL_ROW_FIELDS });
      const names = new Set((await list()).rows.flatMap((row) => Object.keys(row)));
      const more = [...names].filter((name) => !known.includes(name));
      return judge(more.length === 0, more.length === 0 ? 'none' : more.join(', '));
    },
    'list.order': async () => {
      const { pages, rows } = await list();
      const isOrdered = pages.every(isNewestFirst);
      return judge(isOrdered, counted(rows.length, 'pass') + (isOrdered ? '' : ', not in order'));
    },
    'list.total': async () => {
      const { rows, totalCount, isWhole } = await list();
      if (!isWhole) throw new NotTried(`the list has more than ${rows.length} passes`);
      const read = `${counted(rows.length, 'pass')} can be read`;
      return judge(totalCount === rows.length, `${read}, totalCount ${String(totalCount)}`);
    },
    'list.largestPage': async () => {
      const { pages, rows } = await list();
      const size = pages[0]?.length ?? 0;
      const isAll = size === Math.min(LARGE_PAGE, rows.length);
      return judge(isAll, `${counted(rows.length, 'pass')} read, ${size} on the first page`);
    },
    'list.startAfter': async () => {
      const { sorted, oldest } = await moments();
      const pivot = sorted.map(createdOf).find((created) => created > oldest);
      if (pivot === undefined) throw new NotTried('all passes are of one moment');
      const after = (await pageOf({ limit: 5, startAfter: pivot })).map(createdOf);
      const expected = sorted.map(createdOf).filter((created) => created < pivot)[0];
      if (after.some((created) => created > pivot)) return judge(false, 'it is ignored');
      if (after.includes(pivot)) return judge(false, 'passes of that moment are repeated');
      const isNext = Math.max(...after) === expected;
      return judge(isNext, isNext ? 'older passes follow' : 'the next older pass is missing');
    },
    'list.ties': async () => {
      const { sorted } = await moments();
      const first = sorted.findIndex(
        (row, i) => i + 1 < sorted.length && createdOf(row) === createdOf(sorted[i + 1] as Row),
      );
      if (first < 0) throw new NotTried('no two passes are of one moment');
      const { length } = await pageOf({ limit: first + 1 });
      return judge(length <= first + 1, `of ${first + 1} passes, ${length}`);
    },
    'list.end': async () => {
      const { isWhole } = await list();
      if (!isWhole) throw new NotTried('the list is too long to read to its end');
      const { length } = await pageOf({ limit: 5, startAfter: (await moments()).oldest - 1 });
      return judge(length === 0, length === 0 ? 'an empty page' : counted(length, 'pass'));
    },
    'list.status': async () => {
      const { rows } = await filtered();
      const wrong = rows.filter(({ deviceCount }) => deviceCount === 0).length;
      return judge(wrong === 0, `${counted(rows.length, 'pass')}, ${wrong} in no wallet`);
    },
    'list.statusTotal': async () => {
      const [{ totalCount: all }, { totalCount, rows }] = [await list(), await filtered()];
      if (rows.length === all) throw new NotTried('every pass is in a wallet');
      const shown = `${counted(rows.length, 'pass')} of ${String(all)}`;
      return judge(totalCount === all, `${shown}, totalCount ${String(totalCount)}`);
    },
  } satisfies Partial<Checks<ReadId>>;
}

export function passChecks(service: Service, { largest, rowWith }: Facts) {
  const byEmail = once(async () => {
    const { row, value } = await rowWith('email');
    const { isArray, rows } = await search(service, await largest(), value);
    return { isArray, rows, email: value, isFound: rows.some(({ id }) => id === row.id) };
  });
  const readPass = async (query: Record<string, string>) =>
    objectIn(await service.read(`GET /pass?${new URLSearchParams(query).toString()}`));
  return {
    'search.shape': async () => {
      const { isArray } = await byEmail();
      return judge(isArray, isArray ? 'an array' : 'a list in an object');
    },
    'search.email': async () => {
      const { rows, isFound } = await byEmail();
      return judge(isFound, isFound ? counted(rows.length, 'pass') : 'its pass is not found');
    },
    'search.rows': async () => {
      return judgeRows((await byEmail()).rows, ['templateFields']);
    },
    'search.case': async () => {
      const { email } = await byEmail();
      const { rows } = await search(service, await largest(), email.toUpperCase());
      return judge(rows.length === 0, rows.length === 0 ? 'nothing' : 'its passes');
    },
    'search.phone': async () => {
      const { row } = await rowWith('phone');
      return searchPhone(service, await largest(), row);
    },
    'pass.read': async () => {
      const { row, value } = await rowWith('id');
      const pass = await readPass({ id: value });
      if (pass.id !== row.id) return judge(false, 'another id');
      return judgeFields([pass], { ...LINK_FIELDS, deviceCount: 'count' });
    },
    'pass.externalId': async () => {
      const { row, value } = await rowWith('externalId');
      const pass = await readPass({ templateId: await largest(), externalId: value });
      // Another pass can have the same external ID.
      const isFound = pass.id === row.id || pass.externalId === value;
      return judge(isFound, isFound ? 'it is found' : 'another pass is found');
    },
  } satisfies Partial<Checks<ReadId>>;
}

/** Whether a phone is found as it is stored, and not in another spelling. */
export async function searchPhone(
  service: Service,
  templateId: string,
  { id, phone }: Row,
): Promise<Outcome> {
  const finds = async (text: string) =>
    (await search(service, templateId, text)).rows.some((row) => row.id === id);
  const digits = textOf(phone).replace(/\D/g, '');
  const isStored = await finds(textOf(phone));
  const isOther = await finds(`+${digits.slice(0, 1)} (${digits.slice(1, 4)}) ${digits.slice(4)}`);
  const word = (isFound: boolean) => (isFound ? 'found' : 'not found');
  return judge(
    isStored && !isOther,
    `${word(isStored)} as stored, ${word(isOther)} in another spelling`,
  );
}
