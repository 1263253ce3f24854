import { ENDPOINTS as API } from '../../sandbox/http/app';
import { PRESETS, SCOPES } from '../../shared/service/scopes';
import {
  type Context,
  type Rule,
  type Step,
  account,
  error,
  exactly,
  later,
  send,
} from './contract';
import { T0 } from './harness';

/** Method and path, the scope needed, others that are enough, and whether the refusal has a code. */
const ENDPOINTS: [route: string, scope: string, also?: readonly string[], coded?: boolean][] = [
  ['POST /pass', 'passes.create', [], true],
  ['GET /pass?id=x', 'passes.viewAll', [], true],
  ['PATCH /pass', 'passes.edit', [], true],
  ['POST /pass/x/notify', 'campaigns.send', [], true],
  ['POST /pass/x/resend', 'campaigns.send', [], true],
  ['POST /template/x/notification', 'campaigns.send', [], true],
  ['GET /passes?templateId=x', 'passes.viewAll'],
  ['GET /passes/search?templateId=x&searchQuery=y', 'passes.viewAll'],
  ['GET /passes/export?templateId=x', 'members.export'],
  ['GET /templates', 'templates.viewAll'],
  ['GET /templates/x', 'templates.viewAll'],
  ['POST /templates', 'templates.create'],
  ['PATCH /templates/x', 'templates.edit'],
  ['DELETE /templates/x', 'templates.delete'],
  ['POST /files', 'files.write', ['templates.create', 'templates.edit']],
  ['POST /files/x/logo', 'files.write', ['templates.create', 'templates.edit']],
  ['GET /files/x', 'files.read', ['templates.viewAll']],
  ['DELETE /files/x', 'files.delete', ['templates.delete']],
  ['GET /badge/templates', 'badges.viewAll'],
  ['GET /badge/templates/x', 'badges.viewAll'],
  ['GET /badge/templates/x/invites', 'badges.viewAll'],
  ['POST /badge/templates/x/invites', 'badges.issue'],
  ['DELETE /badge/templates/x/invites', 'badges.issue'],
  ['GET /badge/users', 'badges.viewAll'],
  ['GET /badge/users/x/passes', 'badges.viewAll'],
  ['POST /badge/passes/x/lifecycle', 'badges.revoke'],
  ['PATCH /badge/users/x', 'badges.edit'],
  ['DELETE /badge/users/x', 'badges.revoke'],
];
const OWNER_ENDPOINTS = [
  'GET /api-keys',
  'POST /api-keys',
  'PATCH /api-keys/x',
  'POST /api-keys/x/rotate',
];
/** Every endpoint of the API. */
const ROUTES = [
  'POST /auth',
  ...ENDPOINTS.map(([route]) => route),
  'POST /templates/x/duplicate',
  ...OWNER_ENDPOINTS,
];
const NO_BEARER = [
  'POST /pass',
  'GET /pass?id=x',
  'PATCH /pass',
  'POST /pass/x/notify',
  'POST /pass/x/resend',
];
/** As the sandbox declares it: `/templates/x` is `/templates/:id`. */
const declared = (route: string) => route.replace(/\?.*/, '').replace(/\/x(?=\/|$)/, '/:id');
const missing = (scope: string, coded = false) =>
  exactly({ error: `Missing permission: ${scope}`, ...(coded && { code: 'insufficient_scope' }) });
/** Refused to a key with these scopes, because another one is missing. */
const lacks = (route: string, scope: string, scopes: readonly string[], body?: object) =>
  send(route, body, { scopes }).gives(403, missing(scope));
/** Sent without problems of permission: answered 200, 400 or 404. */
const letThrough = (
  route: string,
  headersOf: (context: Context) => Record<string, string>,
): Step => {
  const [method = '', path = ''] = route.split(' ');
  return async (context) => {
    const headers = headersOf(context);
    const answer = await fetch(context.fill('$base') + path, { method, headers });
    expect([200, 400, 404]).toContain(answer.status);
  };
};
const NOT_AUTHORIZED = error('You are not authorized for this action');
const NO_OWNER = error('This API key is scoped and cannot perform owner actions.');
const INVALID = error('Invalid API key');
const bearer = {
  headers: { Authorization: 'Bearer $fullAccess', 'Content-Type': 'application/json' },
};

/** Rules of keys, scopes and requests. */
export const accessRules: readonly Rule[] = [
  [
    'Any key may read the name of its account',
    send('POST /auth', undefined, { scopes: [] }).gives(
      exactly({ displayName: 'Harbor & Pine', email: 'owner@harbor-and-pine.example' }),
    ),
  ],
  [
    'A request without a key is refused',
    send('GET /templates', undefined, { headers: {} }).gives(401, NOT_AUTHORIZED),
  ],
  [
    'A disabled key is refused immediately',
    ({ control, values }) => {
      values.till = control.addKey('all');
    },
    send('POST /auth', undefined, { key: '$till' }),
    ({ control, fill }) => control.disableKey(fill('$till')),
    send('POST /auth', undefined, { key: '$till' }).gives(401, INVALID),
  ],
  ...ROUTES.map((route): Rule =>
    NO_BEARER.includes(route)
      ? [`${route} reads only X-API-Key`, send(route, undefined, bearer).gives(401, NOT_AUTHORIZED)]
      : [`${route} reads a Bearer key too`, letThrough(route, ({ fill }) => fill(bearer.headers))],
  ),
  ...ENDPOINTS.map(([route, scope, also = [], coded]): Rule => [
    `${route} needs ${scope}`,
    send(route, undefined, { scopes: [] }).gives(403, missing(scope, coded)),
    send(route, undefined, {
      scopes: SCOPES.filter((other) => other !== scope && !also.includes(other)),
    }).gives(403, missing(scope, coded)),
    ...[scope, ...also].map((enough) =>
      letThrough(route, ({ control }) => ({ 'X-API-Key': control.addKey([enough as never]) })),
    ),
  ]),
  [
    'Duplicating a template needs two scopes',
    lacks('POST /templates/x/duplicate', 'templates.duplicate', ['templates.create']),
    lacks('POST /templates/x/duplicate', 'templates.create', ['templates.duplicate']),
  ],
  ...['suspend', 'resume', 'revoke', 'refresh'].map((action): Rule => {
    const [needed, other] =
      action === 'refresh' ? ['badges.edit', 'badges.revoke'] : ['badges.revoke', 'badges.edit'];
    return [
      `The lifecycle action ${action} needs ${needed}`,
      lacks('POST /badge/passes/x/lifecycle', needed, [other], { action }),
      send('POST /badge/passes/x/lifecycle', { action }, { scopes: [needed] }).gives(404),
    ];
  }),
  ...(
    [
      [{ stampOperation: {} }, ['scanning.stamp'], 400],
      [{ balanceOperation: {} }, ['scanning.redeem'], 400],
      [{ templateFields: {} }, ['passes.edit'], 404],
      [{ collectedStamps: 1 }, ['passes.edit'], 404],
      [{}, ['passes.edit'], 404],
      [{ isValid: false, stampOperation: {} }, ['passes.edit', 'scanning.stamp'], 400],
      [{ stampOperation: {}, balanceOperation: {} }, ['scanning.stamp', 'scanning.redeem'], 400],
    ] as const
  ).map(([change, scopes, status]): Rule => [
    `PATCH /pass with ${JSON.stringify(change)} needs ${scopes.join(' and ')}`,
    ...scopes.map((needed): Step => {
      const others = SCOPES.filter((scope) => scope !== needed);
      const refused = send('PATCH /pass', { id: 'x', ...change }, { scopes: others });
      return refused.gives(403, missing(needed, true));
    }),
    send('PATCH /pass', { id: 'x', ...change }, { scopes }).gives(status),
  ]),
  ...OWNER_ENDPOINTS.map((route): Rule => [
    `${route} is refused to a key with every scope but not Full access`,
    send(route, undefined, { scopes: SCOPES }).gives(403, NO_OWNER),
  ]),
  [
    'A body that is not sent as JSON is refused',
    send('POST /pass', undefined, {
      raw: '{}',
      headers: { 'X-API-Key': '$fullAccess', 'Content-Type': 'text/plain' },
    }).gives(400, 'Send the body as JSON'),
  ],
  [
    'The rules of access cover every endpoint',
    () => {
      const all = API.map(({ method, path }) => `${method} ${path}`);
      expect(ROUTES.map(declared).sort()).toEqual(all.sort());
    },
  ],
];

const make: Step = send('POST /api-keys', { label: 'Till', scopes: ['passes.create'] }).as('made');
const auth = (key: string, status: number): Step =>
  send('POST /auth', undefined, { key }).gives(status);
const findDefault: Step = send('GET /api-keys').gives({ keys: { 0: { label: 'Default' } } });

/** Rules of managing API keys. */
export const keyRules: readonly Rule[] = [
  [
    "The list of keys has only the account's own, and the value of the Default key alone",
    send('GET /api-keys').as('list'),
    ({ fill }) => {
      const { keys } = fill('$list') as unknown as { keys: Record<string, unknown>[] };
      const values = fill('$presets') as unknown as Record<string, string>;
      expect(keys.map(({ label }) => label)).toEqual([
        'Default',
        'Manage passes',
        'Issue access badges',
        'Read only',
      ]);
      expect(keys[0]?.plaintext).toBe(values['Full access']);
      expect(keys[0]?.scopes).toEqual(SCOPES);
      expect(keys[3]).toEqual({
        id: expect.any(String),
        label: 'Read only',
        prefix: values['Read only']?.slice(0, 15),
        scopes: PRESETS['Read only'],
        createdAt: T0,
        lastUsedAt: null,
        disabledAt: null,
        rotatedAt: null,
      });
    },
  ],
  [
    'A new API key works with its scopes, and its value is shown once',
    make,
    ({ fill }) =>
      expect(fill('$made')).toMatchObject({
        key: { label: 'Till', scopes: ['passes.create'], lastUsedAt: null },
        plaintext: expect.stringMatching(/^svc_sk_\w{20,}$/),
      }),
    auth('$made.plaintext', 200),
    send('GET /templates', undefined, { key: '$made.plaintext' }).gives(403),
    send('GET /api-keys').as('list'),
    ({ fill }) => expect(JSON.stringify(fill('$list'))).not.toContain(fill('$made.plaintext')),
  ],
  [
    'A new API key with an owner-only permission is refused',
    send('POST /api-keys', { label: 'x', scopes: ['billing.view'] }).gives(400, /owner-only/),
  ],
  [
    'A new API key needs API access in the plan',
    account({ apiAccess: false }),
    send('POST /api-keys', { label: 'x', scopes: ['passes.create'] }).gives(
      402,
      error('API keys is available on a paid plan.'),
    ),
  ],
  [
    'An API key can be renamed, disabled, and enabled with the same value',
    make,
    send('PATCH /api-keys/$made.key.id', { label: 'Till 2' }).gives({
      key: { id: '$made.key.id', label: 'Till 2' },
    }),
    send('PATCH /api-keys/$made.key.id', { disabled: true }).gives({ key: { disabledAt: T0 } }),
    auth('$made.plaintext', 401),
    later(1),
    send('PATCH /api-keys/$made.key.id', { disabled: true }).gives({ key: { disabledAt: T0 } }),
    send('PATCH /api-keys/$made.key.id', { disabled: false }).gives({ key: { disabledAt: null } }),
    auth('$made.plaintext', 200),
  ],
  [
    'The Default key can be neither renamed nor disabled',
    findDefault,
    send('PATCH /api-keys/$keys.0.id', { label: 'Main' }).gives(400, 'The Default key cannot be'),
    send('GET /api-keys'),
    send('PATCH /api-keys/$keys.0.id', { disabled: true }).gives(400, 'The Default key cannot be'),
  ],
  [
    'Rotating a key ends its old value and enables it, while label and scopes stay',
    make,
    send('PATCH /api-keys/$made.key.id', { disabled: true }),
    later(7),
    send('POST /api-keys/$made.key.id/rotate').as('rotated'),
    auth('$made.plaintext', 401),
    auth('$rotated.plaintext', 200),
    ({ fill }) =>
      expect(fill('$rotated.key')).toEqual({
        ...(fill('$made.key') as unknown as object),
        prefix: fill('$rotated.plaintext').slice(0, 15),
        rotatedAt: T0 + 7,
      }),
  ],
  [
    'The Default key is listed with its new value after it was rotated',
    findDefault,
    send('POST /api-keys/$keys.0.id/rotate').as('rotated'),
    send('GET /api-keys', undefined, { key: '$rotated.plaintext' }).gives({
      keys: { 0: { label: 'Default', plaintext: '$rotated.plaintext' } },
    }),
  ],
];
