import type { Retry } from '../http/retryPolicy';
import type { EndpointCall } from '../http/serviceCall';
import type { HttpMethod } from '../http/transport';
import { fillPath } from '../http/url';
import type { Scope } from '../service/scopes';
import {
  BADGE,
  BADGE_PASS,
  HOLDER,
  HOLDER_TO_REMOVE,
  KEY,
  PASS_TO_CHANGE,
  PASS_TO_MESSAGE,
  PASS_TO_READ,
  TEMPLATE,
  TEMPLATE_TO_ISSUE,
  type MissingRule,
  missingObject,
} from './missing';

/**
 * Every endpoint of the service (docs/service.md#endpoints). If scopes or retries depend on the body, the endpoint has
 * a row for each of its requests: `PATCH /pass with a stamp operation`. The tables of docs/service.md are generated
 * from these rows.
 */
export interface Endpoint {
  /** Its heading in docs/service.md. */
  heading: string;
  /** Scopes that an API key needs, all of them. */
  scopes: readonly Scope[];
  /** Scopes of which a single one is enough instead of {@link Endpoint.scopes}. */
  otherScopes?: readonly Scope[];
  /** Set if the service does not document the scopes, so that these are an assumption. */
  scopesUndocumented?: true;
  /** Set if it needs a Full access key, whatever the scopes. */
  fullAccess?: true;
  /** The outcome that a preview shows: `created`. Set if an operation with a preview uses the endpoint. */
  wouldBe?: string;
  retry: Retry;
  /** Why it may, or may not, be sent again after an unknown result. */
  retryReason: string;
  /** Set if repeating it may leave an unused file, in addition to the returned file. */
  mayLeaveFile?: true;
  /** Set if it changes nothing, although it is not a GET. */
  readOnly?: true;
  /** How the service reports that the object of a call does not exist. */
  ifMissing?: MissingRule;
  namesFiles?: true;
  notFoundMeansDeleted?: true;
}

const READ = { retry: 'idempotent', retryReason: 'Changes nothing' } as const;
const READS_PASSES = { scopes: ['passes.viewAll'], ...READ, ifMissing: TEMPLATE } as const;
const READS_BADGE = { scopes: ['badges.viewAll'], ...READ, ifMissing: BADGE } as const;
const FINAL_VALUES = {
  retry: 'idempotent',
  retryReason: 'The same body ends in the same state',
} as const;
const DELETE = {
  retry: 'idempotent',
  retryReason: '404 on a retry means that the first attempt worked',
  notFoundMeansDeleted: true,
} as const;
const SECOND_MESSAGE = { retry: 'never', retryReason: 'A second message' } as const;
const SECOND_TEMPLATE = { retry: 'never', retryReason: 'A second template' } as const;
const SPARE_FILE = {
  retry: 'idempotent',
  retryReason: 'At worst a spare file',
  mayLeaveFile: true,
} as const;
const CONVERGES = { retry: 'idempotent', retryReason: 'All four actions converge' } as const;

const ROWS = {
  'POST /auth': { heading: 'Check a key', scopes: [], ...READ, readOnly: true },

  'POST /pass': {
    heading: 'Issue passes',
    scopes: ['passes.create'],
    wouldBe: 'created',
    retry: 'lookUpFirst',
    retryReason:
      '[Look it up first](#issuing-is-not-idempotent) by its external ID; without one, never',
    ifMissing: TEMPLATE_TO_ISSUE,
  },
  'GET /pass': {
    heading: 'Read a pass',
    scopes: ['passes.viewAll'],
    ...READ,
    ifMissing: PASS_TO_READ,
  },
  'GET /passes': { heading: 'List passes', ...READS_PASSES },
  'GET /passes/search': { heading: 'Search passes', ...READS_PASSES },
  'GET /passes/export': {
    heading: 'Export passes',
    scopes: ['members.export'],
    ...READ,
    ifMissing: TEMPLATE,
  },
  'PATCH /pass': {
    heading: 'Update a pass',
    scopes: ['passes.edit'],
    wouldBe: 'updated',
    retry: 'idempotent',
    retryReason: 'Final values: fields, validity, a direct stamp count or balance',
    ifMissing: PASS_TO_CHANGE,
  },
  'PATCH /pass with a stamp operation': {
    heading: 'Stamp operations',
    scopes: ['scanning.stamp'],
    wouldBe: 'updated',
    retry: 'idempotent',
    retryReason:
      '[Counts once](#stamp-events-count-once) by its `idempotencyKey`; without one, again',
    ifMissing: PASS_TO_CHANGE,
  },
  'PATCH /pass with a balance change': {
    heading: 'Balance operations',
    scopes: ['scanning.redeem'],
    wouldBe: 'updated',
    retry: 'never',
    retryReason: '`add` and `subtract` are [not idempotent](#balance-changes-are-not-idempotent)',
    ifMissing: PASS_TO_CHANGE,
  },
  'PATCH /pass with a new balance': {
    heading: 'Balance operations',
    scopes: ['scanning.redeem'],
    wouldBe: 'updated',
    retry: 'idempotent',
    retryReason: '`set` states the final balance',
    ifMissing: PASS_TO_CHANGE,
  },
  'POST /pass/{passId}/notify': {
    heading: 'Notify one holder',
    scopes: ['campaigns.send'],
    wouldBe: 'sent',
    retry: 'never',
    retryReason: 'Wallet B alerts twice',
    ifMissing: PASS_TO_MESSAGE,
  },
  'POST /pass/{passId}/resend': {
    heading: 'Resend a pass',
    scopes: ['campaigns.send'],
    wouldBe: 'sent',
    ...SECOND_MESSAGE,
    ifMissing: PASS_TO_MESSAGE,
  },
  'POST /template/{templateId}/notification': {
    heading: 'Notify all holders',
    scopes: ['campaigns.send'],
    wouldBe: 'sent',
    retry: 'never',
    retryReason: 'A second message to everyone',
    ifMissing: TEMPLATE,
  },

  'GET /templates': { heading: 'List templates', scopes: ['templates.viewAll'], ...READ },
  'GET /templates/{id}': {
    heading: 'Read a template',
    scopes: ['templates.viewAll'],
    ...READ,
    ifMissing: TEMPLATE,
  },
  'POST /templates': {
    heading: 'Create a template',
    scopes: ['templates.create'],
    wouldBe: 'created',
    ...SECOND_TEMPLATE,
    namesFiles: true,
  },
  'PATCH /templates/{id}': {
    heading: 'Change a template',
    scopes: ['templates.edit'],
    wouldBe: 'updated',
    ...FINAL_VALUES,
    ifMissing: TEMPLATE,
    namesFiles: true,
  },
  'POST /templates/{id}/duplicate': {
    heading: 'Duplicate a template',
    scopes: ['templates.create', 'templates.duplicate'],
    wouldBe: 'created',
    ...SECOND_TEMPLATE,
    ifMissing: TEMPLATE,
  },
  'DELETE /templates/{id}': {
    heading: 'Delete a template',
    scopes: ['templates.delete'],
    wouldBe: 'deleted',
    ...DELETE,
    ifMissing: TEMPLATE,
  },

  'POST /files': {
    heading: 'Upload a file',
    scopes: ['files.write'],
    otherScopes: ['templates.create', 'templates.edit'],
    ...SPARE_FILE,
    ifMissing: TEMPLATE,
  },
  'POST /files/{id}/logo': {
    heading: 'Create a logo variant',
    scopes: ['files.write'],
    otherScopes: ['templates.create', 'templates.edit'],
    scopesUndocumented: true,
    ...SPARE_FILE,
    namesFiles: true,
  },
  'GET /files/{id}': {
    heading: 'Read or delete a file',
    scopes: ['files.read'],
    otherScopes: ['templates.viewAll'],
    ...READ,
    namesFiles: true,
  },
  'DELETE /files/{id}': {
    heading: 'Read or delete a file',
    scopes: ['files.delete'],
    otherScopes: ['templates.delete'],
    ...DELETE,
    namesFiles: true,
  },

  'GET /api-keys': { heading: 'List keys', scopes: [], fullAccess: true, ...READ },
  'POST /api-keys': {
    heading: 'Create a key',
    scopes: [],
    fullAccess: true,
    retry: 'never',
    retryReason: 'A second key; the value of the first one is lost',
  },
  'PATCH /api-keys/{id}': {
    heading: 'Rename, disable or enable a key',
    scopes: [],
    fullAccess: true,
    ...FINAL_VALUES,
    ifMissing: KEY,
  },
  'POST /api-keys/{id}/rotate': {
    heading: 'Rotate a key',
    scopes: [],
    fullAccess: true,
    retry: 'never',
    retryReason: 'The value changes again',
    ifMissing: KEY,
  },

  'GET /badge/templates': { heading: 'Read badges', scopes: ['badges.viewAll'], ...READ },
  'GET /badge/templates/{id}': { heading: 'Read badges', ...READS_BADGE },
  'POST /badge/templates/{id}/invites': {
    heading: 'Invite a person',
    scopes: ['badges.issue'],
    wouldBe: 'invited',
    retry: 'idempotent',
    retryReason: '[Returns the same link](#inviting-again-returns-the-same-link)',
    ifMissing: BADGE,
  },
  'POST /badge/templates/{id}/invites with a message': {
    heading: 'Invite a person',
    scopes: ['badges.issue'],
    wouldBe: 'invited',
    ...SECOND_MESSAGE,
    ifMissing: BADGE,
  },
  'GET /badge/templates/{id}/invites': { heading: 'List invites', ...READS_BADGE },
  'DELETE /badge/templates/{id}/invites': {
    heading: 'Cancel an invite',
    scopes: ['badges.issue'],
    ...DELETE,
    ifMissing: BADGE,
  },
  'GET /badge/users': { heading: 'List holders', ...READS_BADGE },
  'GET /badge/users/{userId}/passes': {
    heading: "List a holder's badge passes",
    ...READS_BADGE,
    ifMissing: HOLDER,
  },
  'PATCH /badge/users/{id}': {
    heading: 'Rename a holder',
    scopes: ['badges.edit'],
    ...FINAL_VALUES,
    ifMissing: HOLDER,
  },
  'DELETE /badge/users/{id}': {
    heading: 'Remove a holder',
    scopes: ['badges.revoke'],
    ...DELETE,
    ifMissing: HOLDER_TO_REMOVE,
  },
  'POST /badge/passes/{passId}/lifecycle': {
    heading: 'Change a badge pass',
    scopes: ['badges.revoke'],
    ...CONVERGES,
    ifMissing: BADGE_PASS,
  },
  'POST /badge/passes/{passId}/lifecycle with refresh': {
    heading: 'Change a badge pass',
    scopes: ['badges.edit'],
    ...CONVERGES,
    ifMissing: BADGE_PASS,
  },
} as const satisfies Record<`${HttpMethod} /${string}`, Endpoint>;

/** Method and path, with ` with ...` if the endpoint has several rows. */
export type EndpointKey = keyof typeof ROWS;
type KeyWithId = Extract<EndpointKey, `${string}{${string}`>;

export const ENDPOINTS: Readonly<Record<EndpointKey, Endpoint>> = ROWS;

/** Method, path and retry behavior of a call. @param id of the object that the call is about, if there is one */
export function endpoint(key: Exclude<EndpointKey, KeyWithId>, id?: string): EndpointCall;
/**
 * @param id of the object in the path
 * @throws {ServiceError} `invalidInput` for an ID that cannot be a path segment
 */
export function endpoint(key: KeyWithId, id: string): EndpointCall;
export function endpoint(key: EndpointKey, id?: string): EndpointCall {
  const [method, template] = key.split(' ') as [HttpMethod, string];
  const { retry, mayLeaveFile, readOnly, ifMissing, namesFiles, notFoundMeansDeleted } =
    ENDPOINTS[key];
  return {
    endpoint: key,
    method,
    path: fillPath(template, id),
    retry,
    mayLeaveFile,
    readOnly,
    namesFiles,
    notFoundMeansDeleted,
    ifMissing: ifMissing && id !== undefined ? missingObject(ifMissing, id) : undefined,
  };
}

/** The scopes that a key needs for all these endpoints. */
export function listScopes(keys: readonly EndpointKey[]): Scope[] {
  return [...new Set(keys.flatMap((key) => ENDPOINTS[key].scopes))];
}

const STRICTEST_FIRST = ['never', 'lookUpFirst', 'idempotent'] as const satisfies readonly Retry[];

/** How to retry a run that uses all these endpoints, given by the endpoint that is hardest to repeat. */
export function strictestRetry(keys: readonly EndpointKey[]): Retry {
  const retries = keys.map((key) => ENDPOINTS[key].retry);
  return STRICTEST_FIRST.find((retry) => retries.includes(retry)) ?? 'idempotent';
}
