import { PRESETS, SCOPES } from '../../shared/service/scopes';
import { account, exactly, later, type Rule } from './contract';
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
const missing = (scope: string, coded = false) =>
  exactly({ error: `Missing permission: ${scope}`, ...(coded && { code: 'insufficient_scope' }) });
/** Sent without problems of permission: answered 200, 400 or 404. */
const letThrough = (route: string, key: { scopes?: readonly string[]; key?: string }): Rule[1] => {
  const [method = '', path = ''] = route.split(' ');
  return async ({ control, fill }) => {
    const { baseUrl, keys } = fill({ baseUrl: '$base', keys: '$presets' }) as unknown as {
      baseUrl: string;
      keys: Record<string, string>;
    };
    const value = key.scopes ? control.addKey(key.scopes as []) : (keys[key.key ?? ''] ?? '');
    const answer = await fetch(baseUrl + path, { method, headers: { 'X-API-Key': value } });
    expect([200, 400, 404]).toContain(answer.status);
  };
};
const NOT_AUTHORIZED = exactly({ error: 'You are not authorized for this action' });
const INVALID = exactly({ error: 'Invalid API key' });
const bearer = {
  headers: { Authorization: 'Bearer $fullAccess', 'Content-Type': 'application/json' },
};

/** Rules of keys, scopes and requests. */
export const accessRules: readonly Rule[] = [
  [
    'any key may ask for its account',
    [
      'POST /auth',
      undefined,
      200,
      exactly({ displayName: 'Harbor & Pine', email: 'owner@harbor-and-pine.example' }),
      { scopes: [] },
    ],
  ],
  ['a mistyped key is refused', ['POST /auth', undefined, 401, INVALID, { key: 'svc_sk_wrong' }]],
  [
    'a request without a key is refused',
    ['GET /templates', undefined, 401, NOT_AUTHORIZED, { headers: {} }],
  ],
  [
    'a disabled key is refused immediately',
    ({ control, values }) => {
      values.till = control.addKey('all');
    },
    ['POST /auth', undefined, 200, {}, { key: '$till' }],
    ({ control, fill }) => control.disableKey(fill('$till')),
    ['POST /auth', undefined, 401, INVALID, { key: '$till' }],
  ],
  ...[
    'POST /pass',
    'GET /pass?id=x',
    'PATCH /pass',
    'POST /pass/x/notify',
    'POST /pass/x/resend',
  ].map((route): Rule => [
    `${route} reads only X-API-Key`,
    [route, undefined, 401, NOT_AUTHORIZED, bearer],
  ]),
  ...['POST /auth', 'GET /templates', 'GET /passes?templateId=$generic'].map((route): Rule => [
    `${route} reads a Bearer key too`,
    [route, undefined, 200, {}, bearer],
  ]),
  ...ENDPOINTS.flatMap(([route, scope, also = [], coded]): Rule[] => [
    [
      `${route} needs ${scope}`,
      [route, undefined, 403, missing(scope, coded), { scopes: [] }],
      [
        route,
        undefined,
        403,
        missing(scope, coded),
        { scopes: SCOPES.filter((other) => other !== scope && !also.includes(other)) },
      ],
      ...[scope, ...also].map((enough) => letThrough(route, { scopes: [enough] })),
    ],
    ...Object.entries(PRESETS).map(([preset, scopes]): Rule => {
      const allowed =
        scopes === 'all' ||
        [scope, ...also].some((one) => (scopes as readonly string[]).includes(one));
      return [
        `${route} is ${allowed ? 'allowed' : 'refused'} to the preset ${preset}`,
        allowed
          ? letThrough(route, { key: preset })
          : ({ values, fill }) => {
              values.preset = (fill('$presets') as unknown as Record<string, string>)[preset];
            },
        ...(allowed ? [] : [[route, undefined, 403, {}, { key: '$preset' }] as Rule[1]]),
      ];
    }),
  ]),
  [
    'duplicating a template needs two scopes',
    [
      'POST /templates/x/duplicate',
      undefined,
      403,
      missing('templates.duplicate'),
      { scopes: ['templates.create'] },
    ],
    [
      'POST /templates/x/duplicate',
      undefined,
      403,
      missing('templates.create'),
      { scopes: ['templates.duplicate'] },
    ],
  ],
  ...['suspend', 'resume', 'revoke', 'refresh'].map((action): Rule => {
    const [needed, other] =
      action === 'refresh' ? ['badges.edit', 'badges.revoke'] : ['badges.revoke', 'badges.edit'];
    return [
      `the lifecycle action ${action} needs ${needed}`,
      ['POST /badge/passes/x/lifecycle', { action }, 403, missing(needed), { scopes: [other] }],
      ['POST /badge/passes/x/lifecycle', { action }, 404, {}, { scopes: [needed] }],
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
    ...scopes.map((needed): Rule[1] => [
      'PATCH /pass',
      { id: 'x', ...change },
      403,
      missing(needed, true),
      { scopes: SCOPES.filter((scope) => scope !== needed) },
    ]),
    ['PATCH /pass', { id: 'x', ...change }, status, {}, { scopes }],
  ]),
  ...OWNER_ENDPOINTS.map((route): Rule => [
    `${route} is refused to a key with every scope but not Full access`,
    [
      route,
      undefined,
      403,
      exactly({ error: 'This API key is scoped and cannot perform owner actions.' }),
      { scopes: SCOPES },
    ],
  ]),
  ...['{', 'null', '[1]', '"text"'].map((raw): Rule => [
    `the body ${raw} is refused, before scopes are checked`,
    ['POST /pass', undefined, 400, 'The request body', { raw, scopes: [] }],
  ]),
  [
    'a body that is not sent as JSON is refused',
    [
      'POST /pass',
      undefined,
      400,
      'Send the body as JSON',
      { raw: '{}', headers: { 'X-API-Key': '$fullAccess', 'Content-Type': 'text/plain' } },
    ],
  ],
  ...['GET /nowhere', 'PUT /pass', 'DELETE /passes'].map((route): Rule => [
    `${route} is unknown`,
    [route, undefined, 404, exactly({ error: 'Not found' })],
  ]),
  ...(
    [
      ['GET /templates', true],
      ['GET /templates/none', true],
      ['POST /templates', true],
      ['PATCH /templates/none', true],
      ['DELETE /templates/none', true],
      ['POST /templates/none/duplicate', true],
      ['POST /template/none/notification', true],
      ['POST /files', true],
      ['GET /files/none', true],
      ['POST /files/none/logo', true],
      ['DELETE /files/none', true],
      ['GET /passes?templateId=$generic', false],
      ['POST /auth', false],
    ] as const
  ).map(([route, echoes]): Rule => [
    `${route} ${echoes ? 'echoes' : 'does not echo'} the version, on refusals too`,
    async ({ fill }) => {
      const [method, path = ''] = fill(route).split(' ');
      for (const headers of [undefined, { 'X-API-Key': fill('$fullAccess') }]) {
        const answer = await fetch(fill('$base') + path, { method, headers });
        expect(answer.headers.get('service-version')).toBe(echoes ? '2026-05-13' : null);
      }
    },
  ]),
];

const make: Rule[1] = [
  'POST /api-keys',
  { label: 'Till', scopes: ['passes.create'] },
  200,
  {},
  { save: 'made' },
];
const auth = (key: string, status: number): Rule[1] => [
  'POST /auth',
  undefined,
  status,
  {},
  { key },
];
const findDefault: Rule[1] = [
  'GET /api-keys',
  undefined,
  200,
  { keys: { 0: { label: 'Default' } } },
];

/** Rules of managing API keys. */
export const keyRules: readonly Rule[] = [
  [
    'the list has the Default key with its value, and the others without, and none of another account',
    ['GET /api-keys', undefined, 200, {}, { save: 'list' }],
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
    'lastUsedAt is when the key was last read, refused calls included',
    later(5),
    ({ values, fill }) => {
      values.reader = (fill('$presets') as unknown as Record<string, string>)[
        'Issue access badges'
      ];
    },
    ['GET /templates', undefined, 403, {}, { key: '$reader' }],
    ['GET /api-keys', undefined, 200, { keys: { 2: { lastUsedAt: T0 + 5 } } }],
  ],
  [
    'a new key works with its scopes; its value is shown once',
    make,
    ({ fill }) =>
      expect(fill('$made')).toMatchObject({
        key: { label: 'Till', scopes: ['passes.create'], lastUsedAt: null },
        plaintext: expect.stringMatching(/^svc_sk_\w{20,}$/),
      }),
    auth('$made.plaintext', 200),
    ['GET /templates', undefined, 403, {}, { key: '$made.plaintext' }],
    ['GET /api-keys', undefined, 200, {}, { save: 'list' }],
    ({ fill }) => expect(JSON.stringify(fill('$list'))).not.toContain(fill('$made.plaintext')),
  ],
  ...[
    { scopes: ['passes.create'] },
    { label: ' ', scopes: ['passes.create'] },
    { label: 'x' },
    { label: 'x', scopes: 'passes.create' },
    { label: 'x', scopes: [] },
    { label: 'x', scopes: ['passes.fold'] },
    ...[
      'companies.edit',
      'billing.view',
      'customDomains.edit',
      'apiKeys.create',
      'api-keys.manage',
    ].map((owner) => ({ label: 'x', scopes: ['passes.create', owner] })),
  ].map((body): Rule => [
    `the key ${JSON.stringify(body)} is refused`,
    ['POST /api-keys', body, 400, /owner-only|Unknown scope|scopes|label/],
    ['GET /api-keys', undefined, 200, { keys: { length: 4 } }],
  ]),
  [
    'an owner-only permission is named as such',
    ['POST /api-keys', { label: 'x', scopes: ['billing.view'] }, 400, /owner-only/],
  ],
  [
    'a key needs API access in the plan',
    account({ apiAccess: false }),
    [
      'POST /api-keys',
      { label: 'x', scopes: ['passes.create'] },
      402,
      exactly({ error: 'API keys is available on a paid plan.' }),
    ],
  ],
  [
    'a key can be renamed, disabled and enabled with the same value',
    make,
    [
      'PATCH /api-keys/$made.key.id',
      { label: 'Till 2' },
      200,
      { key: { id: '$made.key.id', label: 'Till 2' } },
    ],
    ['PATCH /api-keys/$made.key.id', { disabled: true }, 200, { key: { disabledAt: T0 } }],
    auth('$made.plaintext', 401),
    later(1),
    ['PATCH /api-keys/$made.key.id', { disabled: true }, 200, { key: { disabledAt: T0 } }],
    ['PATCH /api-keys/$made.key.id', { disabled: false }, 200, { key: { disabledAt: null } }],
    auth('$made.plaintext', 200),
  ],
  [
    'the Default key can be neither renamed nor turned off',
    findDefault,
    ['PATCH /api-keys/$keys.0.id', { label: 'Main' }, 400, 'The Default key cannot be'],
    ['GET /api-keys'],
    ['PATCH /api-keys/$keys.0.id', { disabled: true }, 400, 'The Default key cannot be'],
  ],
  ...[{}, { label: '' }, { disabled: 'yes' }, { label: null }].map((change): Rule => [
    `the key change ${JSON.stringify(change)} is refused`,
    make,
    ['PATCH /api-keys/$made.key.id', change, 400],
  ]),
  [
    'a missing key is not found',
    ['PATCH /api-keys/none', { label: 'x' }, 404, exactly({ error: 'Resource not found' })],
    ['POST /api-keys/none/rotate', undefined, 404],
  ],
  [
    'rotating stops the old value and enables the key; label and scopes stay',
    make,
    ['PATCH /api-keys/$made.key.id', { disabled: true }],
    later(7),
    ['POST /api-keys/$made.key.id/rotate', undefined, 200, {}, { save: 'rotated' }],
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
    'the Default key can be rotated, and is then listed with its new value',
    findDefault,
    ['POST /api-keys/$keys.0.id/rotate', undefined, 200, {}, { save: 'rotated' }],
    [
      'GET /api-keys',
      undefined,
      200,
      { keys: { 0: { label: 'Default', plaintext: '$rotated.plaintext' } } },
      { key: '$rotated.plaintext' },
    ],
  ],
];
