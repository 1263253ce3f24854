/**
 * What the connector expects of the service, as data: `npm run check:service` asks a live one, and the contract tests of the
 * sandbox use the same sentences, fields and refusals. Written from docs/service.md. How each is asked is in
 * reading.ts and writing.ts.
 */
import { SERVICE_VERSION, VERSION_HEADER } from '../shared/service/vocabulary';

/** A request that the service refuses. In it, `$unknown`, `$template` and `$pass` are IDs. */
export interface Refusal {
  request: string;
  body?: object;
  /** Sent instead of the key in its header. */
  key?: 'made up' | 'as Bearer';
  status: number;
  /** One of them: how `error` begins, or `code`. */
  error: readonly string[];
}

interface Entry {
  /** The sentence of the specification; if it has none (`open`), what the product has chosen. */
  says: string;
  /** The request, or what is read. */
  asks: string | Refusal;
  /** What does not work if it differs (`relied`), or how the connector copes. Labels are in single quotes. */
  means: string;
  /** Whether the code relies on it. */
  relied: boolean;
  /** The specification says nothing. */
  open?: true;
  /** Not every account or key can show it. */
  optional?: true;
}
type Groups = Readonly<Record<string, Readonly<Record<string, Entry>>>>;

type Make = (says: string, asks: Entry['asks'], means: string) => Entry;
/** A statement that the code relies on. */
const relied: Make = (says, asks, means) => ({ says, asks, means, relied: true });
/** One that may differ. */
const copes: Make = (says, asks, means) => ({ says, asks, means, relied: false });
const chosen = (entry: Entry): Entry => ({ ...entry, open: true });
const ifAny = (entry: Entry): Entry => ({ ...entry, optional: true });
const refuses = (
  request: string,
  status: number,
  error: readonly string[],
  rest: Pick<Refusal, 'body' | 'key'> = {},
): Refusal => ({ request, status, error, ...rest });

/** An ID that no service has. */
export const UNKNOWN = 'service-check-unknown';

/** Kinds of JSON values; `time` is in epoch milliseconds. */
export type Kind = 'text' | 'flag' | 'count' | 'time' | 'object' | 'list';
export type Fields = Readonly<Record<string, Kind>>;

/** Fields that every row of a list of passes has. */
export const ROW_FIELDS = {
  ...{ id: 'text', created: 'time', updated: 'time', isValid: 'flag', deviceCount: 'count' },
  templateFields: 'object',
} as const satisfies Fields;
/** Fields of a row that some passes lack. */
export const OPTIONAL_ROW_FIELDS = {
  ...{ templateId: 'text', externalId: 'text', email: 'text', collectedStamps: 'count' },
} as const satisfies Fields;
/** Of the responses that show one pass. */
export const LINK_FIELDS: Fields = { id: 'text', link: 'text', pass: 'object', badge: 'object' };
export const TEMPLATE_FIELDS: Fields = {
  ...{ id: 'text', name: 'text', type: 'text', pass: 'text', created: 'time', updated: 'time' },
};

const KEY = ['Invalid API key', 'You are not authorized'];
const LISTS = 'Every step and trigger that reads passes';
const NOTICE = "'Pass Updated' and 'Pass Inactive' do not notice this change.";

// A table, so each statement has the lines that it needs.
// prettier-ignore
const READ = {
  'check-a-key': {
    'account.name': relied('A key gets the displayName and email of its account', 'POST /auth',
      'A connection fails its test, or has no name.'),
  },
  'authentication': {
    'keys.wrong': relied('A wrong key gets 401', refuses('POST /auth', 401, KEY, { key: 'made up' }),
      'A wrong key passes the connection test, or errors do not name the key as the cause.'),
    'keys.bearer': copes('GET /pass reads only X-API-Key, no Bearer token',
      refuses('GET /pass?id=$unknown', 401, KEY, { key: 'as Bearer' }), 'The connector always sends X-API-Key.'),
    'keys.scope': ifAny(relied('A missing scope gets 403 Missing permission: <scope>', 'GET requests that the key may not send',
      'Errors do not name the scope that the key lacks.')),
  },
  'errors': {
    'errors.unknownPass': relied('An unknown pass ID gets 404 Pass not found',
      refuses('GET /pass?id=$unknown', 404, ['Pass not found']), "'Get' does not say that there is no such pass."),
    'errors.unknownExternalId': relied('An unknown external ID gets 404 Pass not found',
      refuses('GET /pass?templateId=$template&externalId=$unknown', 404, ['Pass not found']),
      "'Issue' can't know that an external ID is new: it issues no pass, or one too many."),
    'errors.unknownTemplate': relied('An unknown template gets 404 Resource not found',
      refuses('GET /templates/$unknown', 404, ['Resource not found']), 'A step with a wrong template does not say so.'),
  },
  'versioning': {
    'version.echo': copes(`Template endpoints return version ${SERVICE_VERSION}`, `${VERSION_HEADER} of GET /templates`,
      'Another version is a warning in the log; nothing is refused.'),
  },
  'list-templates': {
    'templates.page': relied('A page has data, has_more and total_count', 'GET /templates',
      "Choosing a template from a list, 'Find Template' and 'New Template' fail."),
    'templates.order': relied('Templates are listed newest first', 'GET /templates', "'New Template' misses templates."),
    'templates.cursor': relied('next_cursor as starting_after continues the list', 'GET /templates, one per page',
      'Of more than 100 templates, only the newest can be chosen.'),
    'templates.total': copes('total_count is the number of templates', 'GET /templates to the end',
      'The connector reads on while has_more is true.'),
  },
  'templates': {
    'templates.fields': relied('A template has id, name, type, pass and its times in ms', 'GET /templates',
      "Choosing a template from a list, 'Find Template' and 'New Template' fail."),
    'templates.design': relied('pass is JSON text, and each field in it has an id', 'header, rows and linkRows of each design',
      'Forms do not list the fields of the template; values have to be entered by field ID.'),
  },
  'list-passes': {
    'rows.fields': relied(`Rows have ${Object.keys(ROW_FIELDS).join(', ')}, some also ${Object.keys(OPTIONAL_ROW_FIELDS).join(', ')}`, 'GET /passes',
      `${LISTS} fails, naming the field.`),
    'rows.more': chosen(copes('Rows have no other fields', 'GET /passes',
      'phone, customFields and link are used if rows have them; other fields are ignored.')),
    'list.order': relied('Passes are listed newest first', 'GET /passes to the end',
      "'New Pass' misses passes; 'Issue' looks at the newest passes only, and issues duplicates."),
    'list.total': relied('totalCount is the number of passes', 'GET /passes to the end',
      "'Sync List' with Report or Void refuses every list, because it can't know that it has read every pass."),
    'list.largestPage': chosen(copes('A page has as many passes as requested', 'GET /passes?limit=1000',
      'The connector requests 200, and reads smaller pages to the end: more requests, a slower run.')),
    'list.startAfter': chosen(relied('startAfter excludes passes of that moment', 'GET /passes?startAfter=<created of a pass>',
      `${LISTS} in more than one page may see passes twice or not at all.`)),
    'list.ties': chosen(copes('A page can end between passes of one moment', 'GET /passes, with a limit that cuts a moment',
      'The connector reads the last moment of each page again.')),
    'list.end': relied('After the oldest pass follows an empty page', 'GET /passes?startAfter=<before the oldest pass>',
      `${LISTS} to the end of the list fails.`),
  },
  'install-status': {
    'list.status': copes('status=installed and not_installed filter by deviceCount', 'GET /passes?status=installed',
      'The connector reads all passes, and filters by deviceCount itself.'),
    'list.statusTotal': chosen(copes('totalCount counts all passes, whatever the status', 'GET /passes?status=installed',
      'The connector uses totalCount with status=all only.')),
  },
  'search-passes': {
    'search.shape': relied('A search returns an array', 'GET /passes/search', "'Find by Email or Phone' fails."),
    'search.email': relied('A search for an email finds its passes', 'GET /passes/search, with an email of the list',
      "'Find by Email or Phone' finds nobody, in every step that has it."),
    'search.rows': chosen(relied('Found rows have the fields of listed ones; templateFields may be missing', 'GET /passes/search',
      "'Find by Email or Phone' fails, naming the field.")),
    'search.case': copes('An email in capitals finds nothing', 'GET /passes/search', 'The connector searches in lowercase.'),
    'search.phone': ifAny(chosen(copes('A phone is found as stored, and not in another spelling', 'GET /passes/search',
      'The connector searches without formatting, then as entered.'))),
  },
  'read-a-pass': {
    'pass.read': relied('GET /pass returns id, link, pass, badge and deviceCount', 'GET /pass?id=<a listed pass>', "'Get' fails, and results have no link."),
    'pass.externalId': relied('externalId with templateId finds the pass', 'GET /pass?templateId=…&externalId=<of a listed pass>',
      "'Issue' does not find the pass that exists, and issues another."),
  },
  'read-badges': {
    'badges.list': ifAny(relied('templates is a list of badges with id, name and active', 'GET /badge/templates',
      'Choosing a badge from a list fails, and so does every step for badges.')),
    'badges.holders': ifAny(relied('users is a list; who is only invited has no id', 'GET /badge/users',
      "'Badge Added' and every step for badge holders fail.")),
    'badges.invites': ifAny(relied('Each invite has url, email and expiresAt', 'GET /badge/templates/<id>/invites',
      'Listing invites fails.')),
  },
} satisfies Groups;

// prettier-ignore
const WRITE = {
  'create-a-template': {
    'template.create': relied('POST /templates returns 201 with the template', 'POST /templates', 'The result of creating a template is unknown.'),
  },
  'issue-passes': {
    'issue.response': relied('Issuing returns id, externalId, link, pass and badge', 'POST /pass', "The result of 'Issue' is unknown, or has no link."),
    'issue.listed': relied('New passes are on the list immediately, above all others', 'GET /passes',
      "'New Pass' misses passes that are listed late, and two runs at once issue more duplicates."),
    'issue.twice': chosen(copes('Of two passes with one external ID, the first is found', 'GET /pass?externalId=<of two passes>',
      'The connector reports such duplicates, and does not say which one to keep.')),
  },
  'field-values': {
    'values.both': relied("A designer's field sent in both objects is in templateFields of its row", 'GET /passes',
      "'Sync List' and 'Create or Update' send unchanged passes again; triggers that watch the field do not start."),
    'values.custom': chosen(copes("A designer's field sent in customFields only is not in its row", 'GET /passes',
      'The connector sends such fields in both objects; passes from elsewhere may lack them in lists.')),
    'values.boolean': copes('A boolean value gets 400',
      refuses('PATCH /pass', 400, ['Pass field values must be a string or number'],
        { body: { id: '$pass', templateFields: { checkField: true } } }),
      'The connector refuses such values itself.'),
  },
  'update-a-pass': {
    'update.unknown': relied('Updating an unknown pass gets 404 Resource not found',
      refuses('PATCH /pass', 404, ['Resource not found'], { body: { id: '$unknown', isValid: true } }),
      "'Create or Update' does not issue passes that do not exist yet."),
    'update.barcode': chosen(copes('redemptionValue can be changed', 'PATCH /pass', "'Update' with 'Barcode Value' shows the service's refusal.")),
  },
  'passes': {
    'updated.new': chosen(relied('Of a new pass, updated is created', 'GET /passes', "'Pass Updated' starts for every new pass.")),
    'updated.field': chosen(relied('A changed value moves updated', 'PATCH /pass, then GET /passes', NOTICE)),
    'updated.stamps': chosen(relied('A stamp operation moves updated', 'PATCH /pass, then GET /passes', NOTICE)),
    'updated.balance': chosen(relied('A balance operation moves updated', 'PATCH /pass, then GET /passes', NOTICE)),
    'updated.contact': chosen(relied('A new contact moves updated', 'PATCH /pass, then GET /passes', NOTICE)),
    'updated.validity': chosen(relied('Voiding moves updated', 'PATCH /pass, then GET /passes', `${NOTICE} 'Pass Voided' misses passes.`)),
  },
  'stamp-operations': {
    'stamps.add': relied('Adding stamps returns the new count and the size of the card', 'PATCH /pass with stampOperation', 'The result of every step for stamp cards is unknown.'),
    'stamps.listed': relied('The new count is in its row', 'GET /passes', "'Stamp Card Completed' and 'Pass Value Reached' do not start."),
    'stamps.once': relied('The same idempotencyKey counts once', 'PATCH /pass, twice', "After a lost response, 'Add Stamps' counts twice."),
  },
  'balance-operations': {
    'balance.add': relied('Adding to a balance returns it as pointsBalance', 'PATCH /pass with balanceOperation', 'The result of every step for balances is unknown.'),
    'balance.listed': relied('The new balance is in its row', 'GET /passes', "'Pass Value Reached' does not start."),
  },
  'pass-validity': {
    'validity.void': relied('A voided pass shows isValid: false', 'PATCH /pass with isValid: false',
      "'Void' and 'Sync List' void passes that stay valid; 'Pass Voided' never starts."),
    'validity.reactivate': relied('isValid: true makes it valid again', 'PATCH /pass with isValid: true', "'Reactivate' leaves passes voided."),
    'validity.revive': copes('A future validUntil makes a voided pass valid', 'PATCH /pass with a future validUntil',
      'The connector does not send dates to voided passes unless asked; here it could.'),
    'validity.expired': chosen(copes('An expired pass still shows isValid: true', 'PATCH /pass with a past validUntil',
      "'Pass Voided' ignores passes whose end has passed; results may show them as voided.")),
  },
  'delete-a-template': {
    'template.keepsPasses': relied('A template with passes is not deleted: 409',
      refuses('DELETE /templates/$template', 409, ['template_has_passes']), "'Delete' deletes a template although passes exist."),
    'template.forced': relied('With force=true it is deleted: 204, then 404', 'DELETE /templates/<id>?force=true', "'Delete' leaves templates with passes."),
  },
} satisfies Groups;

type IdsOf<G> = { [Section in keyof G]: keyof G[Section] }[keyof G];
export type ReadId = IdsOf<typeof READ>;
export type WriteId = IdsOf<typeof WRITE>;
export type StatementId = ReadId | WriteId;
export interface Statement extends Entry {
  id: StatementId;
  /** Heading of docs/service.md. */
  section: string;
  /** Only `--write` shows it. */
  isWritten: boolean;
}

const flat = (groups: Groups, isWritten: boolean): Statement[] =>
  Object.entries(groups).flatMap(([section, entries]) =>
    Object.entries(entries).map(([id, entry]) => {
      return { ...entry, id: id as StatementId, section, isWritten };
    }),
  );

/** All statements, in the order of the result. */
export const STATEMENTS: readonly Statement[] = [...flat(READ, false), ...flat(WRITE, true)];

export const statement = (id: StatementId) => STATEMENTS.find((one) => one.id === id) as Statement;
