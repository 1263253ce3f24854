import {
  BADGE,
  PASS_TO_READ,
  TEMPLATE,
  TEMPLATE_TO_ISSUE,
  missingObject,
} from '../../../shared/api/missing';
import type { ServiceError } from '../../../shared/errors/serviceError';
import { toServiceError } from '../../../shared/http/errorMapping';
import { retryAfterMs } from '../../../shared/http/retryPolicy';
import type { ServiceCall } from '../../../shared/http/serviceCall';
import { HARSH_WORDS } from '../../support/failures';

const NOW = Date.UTC(2026, 5, 1, 12);

type Call = Pick<ServiceCall<unknown>, 'ifMissing' | 'namesFiles' | 'sendsUrl'>;

function mapped(status: number, body: unknown, call: Call = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return toServiceError({ status, headers: {}, body: text }, call, NOW);
}

type Row = [
  status: number,
  body: object,
  wanted: Partial<ServiceError>,
  words: RegExp,
  /** What a call must declare to get this answer. */
  call?: Call,
];

/** The table of docs/service.md#errors, with the error of each row. */
const ROWS: Row[] = [
  [400, { error: 'Pass field values must be a string or number. Check "x".' }, { kind: 'invalidInput' }, /Pass field values must be/],
  [400, { error: 'Invalid valid until string! Must be ISO 8601.' }, { kind: 'invalidInput' }, /valid until/],
  [400, { error: 'Identify the pass to update with id.' }, { kind: 'invalidInput' }, /Identify the pass/],
  [400, { error: 'Threshold not reached' }, { kind: 'invalidInput' }, /Threshold not reached/],
  [400, { error: 'No phone number available to resend the pass to.' }, { kind: 'invalidInput' }, /No phone number/],
  [401, { error: 'Invalid API key' }, { kind: 'wrongKey' }, /rejected this API key.*connection/s],
  [401, { error: 'You are not authorized for this action' }, { kind: 'wrongKey' }, /API key/],
  [402, { error: 'API keys is available on a paid plan.' }, { kind: 'planLimit', code: undefined }, /does not include API keys/],
  [402, { error: 'No.', code: 'upgrade_required', reason: 'The Free plan allows 100 passes.' }, { kind: 'planLimit', code: 'upgrade_required' }, /more passes.*The Free plan allows 100 passes/s],
  [402, { error: 'No.', code: 'upgrade_required', feature: 'templates' }, { kind: 'planLimit' }, /another template/],
  [402, { error: 'No.', code: 'upgrade_required', feature: 'templateType' }, { kind: 'planLimit' }, /this template type/],
  [402, { error: 'No.', code: 'upgrade_required', feature: 'geofences' }, { kind: 'planLimit' }, /this many locations/],
  [403, { error: 'Missing permission: scanning.redeem', code: 'insufficient_scope' }, { kind: 'missingScope', scope: 'scanning.redeem', code: 'insufficient_scope' }, /lacks the scope scanning\.redeem.*only Full access has it.*custom key.*\{connection\}/s],
  [403, { error: 'Missing permission: templates.viewAll' }, { kind: 'missingScope', scope: 'templates.viewAll', code: undefined }, /templates\.viewAll.*preset Manage passes, or a custom key/s],
  [403, { error: 'Missing permission: vips.all' }, { kind: 'missingScope', scope: 'vips.all' }, /vips\.all.*a key that also has this scope, and enter/s],
  [403, { error: 'This API key is scoped and cannot perform owner actions.' }, { kind: 'missingScope', scope: 'Full access' }, /Full access/],
  [403, { error: "You don't have permission to access this resource or resource does not exist" }, { kind: 'notFound' }, /Template not found: 'x'/, { ifMissing: missingObject(TEMPLATE_TO_ISSUE, 'x') }],
  [403, { error: 'File file_1 does not belong to this account' }, { kind: 'notFound' }, /File does not belong to this account: 'file_1'/, { namesFiles: true }],
  [403, { error: 'x', code: 'access_badge_not_creatable_here' }, { kind: 'invalidInput', code: 'access_badge_not_creatable_here' }, /can't be created.*dashboard/s],
  [403, { error: 'access badges not enabled' }, { kind: 'planLimit' }, /not enabled for this account.*account owner/s],
  [403, { error: 'forbidden' }, { kind: 'notFound' }, /Badge not found: 'x'/, { ifMissing: missingObject(BADGE, 'x') }],
  [403, { error: 'You may not use this badge', code: 'forbidden' }, { kind: 'notFound', code: 'forbidden' }, /Badge not found: 'x'/, { ifMissing: missingObject(BADGE, 'x') }],
  [403, { error: 'Account suspended' }, { kind: 'unavailable' }, /Unexpected response.*Account suspended/],
  [404, { error: 'Resource not found' }, { kind: 'notFound' }, /Template not found: 'x'/, { ifMissing: missingObject(TEMPLATE, 'x') }],
  [404, { error: 'File file_1 not found' }, { kind: 'notFound' }, /File not found: 'file_1'/, { namesFiles: true }],
  [404, { error: 'File /pass not found' }, { kind: 'unavailable' }, /Unexpected response.*File \/pass not found/],
  [404, { error: 'Pass not found' }, { kind: 'notFound' }, /Pass not found/, { ifMissing: missingObject(PASS_TO_READ, 'x') }],
  [404, { error: 'not found' }, { kind: 'notFound' }, /Badge not found: 'x'/, { ifMissing: missingObject(BADGE, 'x') }],
  [404, { error: 'Google Wallet object not found for pass x.' }, { kind: 'conflict' }, /doesn't exist in Wallet B.*Update any field/s],
  [409, { error: 'Template has passes', code: 'template_has_passes', passCount: 3 }, { kind: 'conflict', code: 'template_has_passes' }, /Template has passes/],
  [409, { error: 'not_published' }, { kind: 'conflict', code: 'not_published' }, /publish/],
  [413, { error: 'File exceeds 10 MiB limit' }, { kind: 'invalidInput' }, /10 MiB/],
  [429, { error: 'Too many requests.' }, { kind: 'rateLimited' }, /rate limiting/],
  [502, { error: 'users_list_failed' }, { kind: 'unavailable', code: 'users_list_failed' }, /502/],
  [504, { error: 'Upstream timeout after 10 s' }, { kind: 'invalidInput' }, /could not fetch the image/, { sendsUrl: true }],
]; // prettier-ignore

test.each(ROWS)('The response %i %j becomes the documented error', (...row) => {
  const [status, body, wanted, words, call] = row;
  const failure = mapped(status, body, call);
  expect(failure).toMatchObject({ status, ...wanted });
  expect(`${failure.message}\n${failure.fix}`).toMatch(words);
  // The service's own text is quoted unchanged; the rest is ours.
  const ours = `${failure.message} ${failure.fix}`.replace((body as { error: string }).error, '');
  expect(ours).not.toMatch(HARSH_WORDS);
  expect(failure.fix).toMatch(/\.$/);
});

test('The error about a template that has passes keeps their number', () => {
  const body = { error: 'x', code: 'template_has_passes', passCount: 3 };
  expect(mapped(409, body).details).toMatchObject({ passCount: 3 });
});

const declared = ROWS.filter(([, , , , call]) => call !== undefined);

test.each(declared)('The response %i %j means nothing to a call without its rule', (...row) => {
  const [status, body, , , declaringCall] = row;
  for (const [, , , , call] of [[0, {}, {}, /-/, {}] as Row, ...declared]) {
    if (JSON.stringify(call) === JSON.stringify(declaringCall)) continue;
    expect(mapped(status, body, call)).toMatchObject({ kind: 'unavailable', status });
  }
});

const EVERYTHING: Call = {
  sendsUrl: true,
  namesFiles: true,
  ifMissing: {
    ...missingObject(TEMPLATE, 'x'),
    responses: [PASS_TO_READ, TEMPLATE, TEMPLATE_TO_ISSUE, BADGE].flatMap((one) => one.responses),
  },
};
test.each([
  [401, 'Unauthorized'],
  [402, 'Payment Required'],
  [403, 'Forbidden'],
  [404, 'no Route matched with those values'],
  [404, 'Not found'],
  [409, 'Conflict'],
  [504, 'The upstream server did not respond'],
])('The response %i %s of a proxy is no refusal of the service', (status, error) => {
  const failure = mapped(status, { error }, EVERYTHING);
  expect(failure).toMatchObject({ kind: 'unavailable', status });
  expect(failure.message).toContain(error);
});

const FOREIGN = [
  ...['', '<html><h1>Oops</h1></html>', '[]', 'null', '"text"', '{"error":{}}'],
  ...['{"error":7,"code":8}', '{"message":"no Route matched with those values"}'],
];

const STATUSES = [302, 400, 401, 402, 403, 404, 408, 409, 413, 418, 422, 500, 502, 503, 504];
test.each(STATUSES)('A %i that is not from the service is mapped by its status alone', (status) => {
  for (const body of FOREIGN) {
    const failure = mapped(status, body);
    expect(failure).toMatchObject({ kind: 'unavailable', status });
    expect(failure.message).not.toMatch(/<html|undefined|\[object/);
    expect(`${failure.message} ${failure.fix}`).not.toMatch(HARSH_WORDS);
  }
});

test('The error about a response that is not from the service has a fix for its origin', () => {
  expect(mapped(404, FOREIGN[1]).fix).toContain("'Base URL'");
  expect(mapped(413, FOREIGN[1]).fix).toContain('smaller file');
});

test('A 429 that is not from the service is rate limiting as well: gateways throttle, too', () => {
  for (const body of FOREIGN) expect(mapped(429, body).kind).toBe('rateLimited');
});

test.each([
  ['3', 3000],
  [' 0 ', 0],
  ['1.5', 1500],
  [new Date(NOW + 90_000).toUTCString(), 90_000],
  [new Date(NOW - 90_000).toUTCString(), 0],
  // Nobody waits for longer than a day.
  ['86401', 86_400_000],
  ['1000000000000', 86_400_000],
  ['9'.repeat(400), 86_400_000],
  ['Fri, 31 Dec 9999 23:59:59 GMT', 86_400_000],
  ['soon', undefined],
  ['', undefined],
])('Retry-After %p is %p ms', (value, ms) => {
  expect(retryAfterMs({ 'retry-after': value }, NOW)).toBe(ms);
});

test('A missing Retry-After means that the wait is unknown', () => {
  expect(retryAfterMs({}, NOW)).toBeUndefined();
});
