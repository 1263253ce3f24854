/**
 * Services that differ from the specification in one thing each: the sandbox, behind something that edits a request,
 * its response, or both.
 */
import type { Fetch } from '../../check-service/service';
import type { StatementId } from '../../check-service/statements';
import { T0 } from '../sandbox/harness';

type Json = Record<string, unknown>;
type Row = Json & { id: string; created: number; updated: number; templateFields: Json };
/** The parts of bodies that variants edit. */
interface Body extends Json {
  passes?: Row[];
  data?: Row[];
  templates?: Row[];
  totalCount: number;
}

/** A request and its response, while they are edited. */
interface Exchange {
  url: URL;
  sent: Json;
  status: number;
  body: Body;
  headers: Headers;
}
type Edit = (exchange: Exchange) => unknown;
export type Wrap = (send: Fetch) => Fetch;

/** Edits the exchanges of a route, such as `GET /passes`; `POST /templates` is not also `POST /templates/x`. */
function edited(route: string, { before, after }: { before?: Edit; after?: Edit }): Wrap {
  const [method, path = ''] = route.split(' ');
  return (send) => async (url, init) => {
    const target = new URL(url);
    const isMeant = init.method === method && new RegExp(`^${path}$`).test(target.pathname);
    if (!isMeant) return send(url, init);
    const sent = typeof init.body === 'string' ? (JSON.parse(init.body) as Json) : {};
    const exchange = { url: target, sent, status: 0, body: {} as Body, headers: new Headers() };
    before?.(exchange);
    const body = init.body === undefined ? {} : { body: JSON.stringify(exchange.sent) };
    const response = await send(exchange.url.href, { ...init, ...body });
    const text = await response.text();
    const { status, headers } = response;
    Object.assign(exchange, { status, headers, body: (text && JSON.parse(text)) as Body });
    after?.(exchange);
    const noBody = exchange.status === 204;
    return new Response(noBody ? null : JSON.stringify(exchange.body), {
      status: exchange.status,
      headers: exchange.headers,
    });
  };
}
const asked = (route: string, before: Edit) => edited(route, { before });
export const answered = (route: string, after: Edit) => edited(route, { after });
const rows = (edit: (row: Row) => unknown) =>
  answered('GET /passes', ({ body }) => body.passes?.forEach(edit));
/** Another refusal instead of one. */
const refusal = (route: string, [from, to]: [number, number], error: string) =>
  answered(route, (exchange) => {
    if (exchange.status === from) Object.assign(exchange, { status: to, body: { error } });
  });

type Variant = [name: string, wrap: Wrap, ...differs: StatementId[]];

/** Shown by reading, with a key of the preset Read only. */
export const READ_VARIANTS: readonly Variant[] = [
  ['rows lack updated', rows((row) => Reflect.deleteProperty(row, 'updated')), 'rows.fields'],
  ['an external ID is a number', rows((row) => (row.externalId = 7)), 'rows.fields'],
  ['rows have a field more', rows((row) => (row.barcodeValue = 'x')), 'rows.more'],
  [
    'a page has at most 100 passes',
    asked('GET /passes', ({ url: { searchParams } }) =>
      searchParams.set('limit', String(Math.min(100, Number(searchParams.get('limit'))))),
    ),
    'list.largestPage',
  ],
  [
    'totalCount is 1 too high',
    answered('GET /passes', ({ body }) => (body.totalCount += 1)),
    'list.total',
  ],
  [
    'a page is oldest first',
    answered('GET /passes', ({ body }) => body.passes?.reverse()),
    'list.order',
  ],
  [
    'startAfter includes its moment',
    asked('GET /passes', ({ url: { searchParams } }) => {
      const after = searchParams.get('startAfter');
      if (after !== null) searchParams.set('startAfter', String(Number(after) + 1));
    }),
    'list.startAfter',
  ],
  [
    'a page is not cut within a moment',
    edited('GET /passes', {
      before: ({ url, sent }) => {
        sent.limit = Number(url.searchParams.get('limit'));
        url.searchParams.set('limit', '1000');
      },
      after: ({ body, sent }) => {
        const last = body.passes?.[Number(sent.limit) - 1]?.created ?? -Infinity;
        body.passes = body.passes?.filter(({ created }) => created >= last);
      },
    }),
    'list.ties',
  ],
  [
    'the last page is refused',
    answered('GET /passes', (exchange) => {
      if (exchange.body.passes?.length !== 0 || !exchange.url.searchParams.has('startAfter'))
        return;
      Object.assign(exchange, { status: 404, body: { error: 'No more passes' } });
    }),
    'list.end',
  ],
  [
    'installed is ignored',
    asked('GET /passes', ({ url }) => url.searchParams.delete('status')),
    'list.status',
  ],
  [
    'a search is wrapped',
    answered(
      'GET /passes/search',
      (exchange) => (exchange.body = { passes: exchange.body } as unknown as Body),
    ),
    'search.shape',
  ],
  [
    'an unknown pass gets 400',
    refusal('GET /pass', [404, 400], 'Bad request'),
    'errors.unknownPass',
    'errors.unknownExternalId',
  ],
  [
    'templates are oldest first',
    answered(
      'GET /templates',
      ({ url, body }) => url.searchParams.get('limit') === '100' && body.data?.reverse(),
    ),
    'templates.order',
    'templates.cursor',
  ],
];

const patches = (key: string, edit: Edit) =>
  edited('PATCH /pass', { before: (exchange) => key in exchange.sent && edit(exchange) });
/** `updated` of the rows as it was before a change of this kind. */
function keepsUpdated(key: string): Wrap {
  const hidden = new Map<unknown, number>();
  let last = new Map<unknown, number>();
  return (send) =>
    answered('GET /passes', ({ body }) => {
      for (const row of body.passes ?? []) {
        const stays = hidden.get(row.id);
        if (stays !== undefined) row.updated = stays;
      }
      last = new Map(body.passes?.map((row) => [row.id, row.updated]));
    })(
      answered('PATCH /pass', ({ sent }) => {
        if (key in sent) hidden.set(sent.id, last.get(sent.id) ?? 0);
        else hidden.delete(sent.id);
      })(send),
    );
}

/** Shown by `--write`, with a Full access key. */
export const WRITE_VARIANTS: readonly Variant[] = [
  [
    'isValid is false after the end',
    rows((row) => {
      if (Date.parse(String(row.templateFields.validUntil)) < T0 && row.isValid)
        row.isValid = false;
    }),
    'validity.expired',
  ],
  [
    "a designer's field is read from customFields only",
    rows((row) => Reflect.deleteProperty(row.templateFields, 'checkField')),
    'values.both',
  ],
  ['stamps do not move updated', keepsUpdated('stampOperation'), 'updated.stamps'],
  [
    'an idempotency key is ignored',
    patches('stampOperation', ({ sent }) =>
      Reflect.deleteProperty(sent.stampOperation as Json, 'idempotencyKey'),
    ),
    'stamps.once',
  ],
  [
    'a future end revives no pass',
    patches('templateFields', ({ sent }) => {
      const fields = sent.templateFields as Json;
      if (Date.parse(String(fields.validUntil)) > T0) sent.isValid = false;
    }),
    'validity.revive',
  ],
  [
    'the newest of two passes is found',
    answered(
      'GET /pass',
      ({ url, body }) =>
        url.searchParams.get('externalId') === 'service-check-1' && (body.id = 'another'),
    ),
    'issue.twice',
  ],
  [
    'a phone is found in every spelling',
    asked('GET /passes/search', ({ url: { searchParams } }) => {
      const text = searchParams.get('searchQuery') ?? '';
      if (text.startsWith('+')) searchParams.set('searchQuery', text.replace(/[^+\d]/g, ''));
    }),
    'search.phone',
  ],
  [
    'templates are deleted with their passes',
    asked('DELETE /templates/.*', ({ url }) => url.searchParams.set('force', 'true')),
    'template.keepsPasses',
  ],
];
