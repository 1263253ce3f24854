/** What several checks read, each once: templates, and the passes of the template that has the most. */
import { Differs, isRow, NotTried, type Row, rowsIn } from './outcome';
import type { Service } from './service';

/** The newest templates, whose passes are counted. */
const MOST_COUNTED = 20;
/** More than the connector requests, to see how many the service returns. */
export const LARGE_PAGE = 1000;
const MOST_PAGES = 8;

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
export const createdOf = ({ created }: Row): number => Number(created);

export const isNewestFirst = (rows: readonly Row[]): boolean =>
  rows.every((row, i) => i === 0 || createdOf(row) <= createdOf(rows[i - 1] as Row));

/** Remembers what an earlier check has read. */
export function once<T>(read: () => Promise<T>): () => Promise<T> {
  let result: Promise<T> | undefined;
  return () => (result ??= read());
}

/** @throws Differs if the JSON is no object */
export function objectIn(body: unknown): Row {
  if (!isRow(body)) throw new Differs('the JSON is not an object');
  return body;
}

/** One page of the passes of a template. */
export async function readPage(
  service: Service,
  templateId: string,
  query: Record<string, string | number>,
): Promise<{ rows: Row[]; totalCount: unknown }> {
  const text = new URLSearchParams({ templateId });
  for (const [key, value] of Object.entries(query)) text.set(key, String(value));
  const body = objectIn(await service.read(`GET /passes?${text.toString()}`));
  if (!Array.isArray(body.passes)) throw new Differs('GET /passes has no list named passes');
  return { rows: rowsIn(body.passes), totalCount: body.totalCount };
}

/** A search; `isArray` is false if the rows are inside an object. */
export async function search(
  service: Service,
  templateId: string,
  searchQuery: string,
): Promise<{ isArray: boolean; rows: Row[] }> {
  const query = new URLSearchParams({ templateId, searchQuery }).toString();
  const body = await service.read(`GET /passes/search?${query}`);
  const inside = isRow(body) ? Object.values(body).find(Array.isArray) : body;
  return { isArray: Array.isArray(body), rows: rowsIn(inside) };
}

/** A list as it was read: its pages as they came, and each pass once. */
export interface List {
  pages: Row[][];
  rows: Row[];
  totalCount: unknown;
  /** Whether its end was reached within the pages that a check may read. */
  isWhole: boolean;
}

/**
 * The passes of a template. Each page continues just after the oldest moment, so that it begins with that moment again:
 * whether `startAfter` excludes it makes no difference, nor does the order.
 */
async function readList(service: Service, templateId: string): Promise<List> {
  const pages: Row[][] = [];
  const byId = new Map<unknown, Row>();
  let totalCount: unknown;
  let startAfter: number | undefined;
  while (pages.length < MOST_PAGES) {
    const query = { limit: LARGE_PAGE, ...(startAfter !== undefined && { startAfter }) };
    const page = await readPage(service, templateId, query);
    totalCount ??= page.totalCount;
    pages.push(page.rows);
    const before = byId.size;
    for (const row of page.rows) byId.set(row.id, row);
    const oldest = Math.min(...page.rows.map(createdOf));
    const isEnd = byId.size === before || Number.isNaN(oldest);
    if (isEnd) break;
    startAfter = oldest + 1;
  }
  const isWhole = pages.length < MOST_PAGES;
  return { pages, rows: [...byId.values()], totalCount, isWhole };
}

export type Facts = ReturnType<typeof readFacts>;

/** Each part is read when a check first asks for it. */
export function readFacts(service: Service) {
  const templateAnswer = once(() => service.send('GET /templates?limit=100'));
  const templatePage = once(async () =>
    objectIn(service.success('GET /templates', await templateAnswer())),
  );
  const templates = once(async () => {
    const { data } = await templatePage();
    if (!Array.isArray(data)) throw new Differs('GET /templates has no list named data');
    if (data.length === 0) throw new NotTried('the account has no templates');
    return rowsIn(data);
  });
  const largest = once(async () => {
    let most = { id: '', total: 0 };
    for (const id of (await templates()).slice(0, MOST_COUNTED).map((one) => textOf(one.id))) {
      const { totalCount, rows } = await readPage(service, id, { limit: 1 });
      const total = typeof totalCount === 'number' ? totalCount : rows.length;
      if (total > most.total) most = { id, total };
    }
    if (most.id === '') throw new NotTried('the newest templates have no passes');
    return most.id;
  });
  const list = once(async () => readList(service, await largest()));
  const badges = once(async () => {
    const body = objectIn(await service.read('GET /badge/templates'));
    if (!Array.isArray(body.templates)) throw new Differs('there is no list named templates');
    if (body.templates.length === 0) throw new NotTried('the account has no badges');
    return rowsIn(body.templates);
  });

  return {
    ...{ templateAnswer, templatePage, templates, largest, list, badges },
    /** A listed pass that has such a text. */
    rowWith: async (field: string): Promise<{ row: Row; value: string }> => {
      const row = (await list()).rows.find((one) => textOf(one[field]) !== '');
      if (row === undefined) throw new NotTried(`no listed pass has ${field}`);
      return { row, value: textOf(row[field]) };
    },
    /** The same list, as a filter shows it. */
    filtered: once(async () =>
      readPage(service, await largest(), { limit: LARGE_PAGE, status: 'installed' }),
    ),
  };
}
