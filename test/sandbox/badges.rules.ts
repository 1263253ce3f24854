import { BADGE_PASS_STATUSES } from '../../sandbox/state/entities';
import { error, exactly, later, outbox, send, type Rule, type Step } from './contract';
import { DAY, T0 } from './harness';

const NOT_FOUND = error('not found');
const INVITES = '/badge/templates/$published/invites';
const ada = { email: 'ada@example.com' };
const invite = (body: object = ada, save?: string): Step => send(`POST ${INVITES}`, body).as(save);
/** A phone adds the badge of the last invite; `$userId` and `$passId` are the holder's. */
const add: Step = ({ control, values, fill }) =>
  Object.assign(values, control.badgeAdded(fill('$code')));
const hire = (body: object = ada): Step[] => [invite(body), add];
const statusIs = (status: string): Step =>
  send('GET /badge/users/$userId/passes').gives({ passes: { 0: { status } } });
const act = (body: object, status = 202): Step =>
  send('POST /badge/passes/$passId/lifecycle', body).gives(status);
const settle = later(2000);
const states =
  (...expected: string[]): Step =>
  ({ control }) =>
    expect(control.badgeInvites().map(({ state }) => state)).toEqual(expected);

/** As the seed has it. */
const credential = {
  ...{ passId: '$passId', platform: 'A_WALLET', format: 'W26', bits: 26, facilityCode: '42' },
  ...{ cardNumber: '20001', wiegandHex: '0549C42', keyset: 'pier-2026' },
};
const visitor = { name: 'Workshop Visitor Badge', walletAStatus: 'DRAFT' };
const staff = { name: 'Pier House Staff Badge', walletAStatus: 'APPROVED' };
const bodyOf = (route: string) => (route.startsWith('GET') ? undefined : ada);
const phone = '+15550100777';

/** Rules of access badges. */
export const badgeRules: readonly Rule[] = [
  [
    'Badges are listed published or not, newest first',
    send('GET /badge/templates').gives({
      templates: [
        { ...visitor, id: '$unpublished', active: false },
        { ...staff, id: '$published', active: true },
      ],
    }),
    send('GET /badge/templates/$published').gives({ id: '$published', active: true }),
  ],
  ...[
    'GET /badge/templates/$x',
    'GET /badge/templates/$x/invites',
    'POST /badge/templates/$x/invites',
    'DELETE /badge/templates/$x/invites',
  ].map((route): Rule => [
    `${route.replace('$x', '{id}')} gets 404 for an unknown badge, and 403 for another account's`,
    send(route.replace('$x', 'none'), bodyOf(route)).gives(404, NOT_FOUND),
    send(route.replace('$x', '$foreign.badgeId'), bodyOf(route)).gives(403, error('forbidden')),
  ]),
  [
    'An invite is a single-use link for 30 days, and is not sent',
    invite({ email: ' Ada@Example.com', phone }, 'made'),
    ({ fill }) =>
      expect(fill('$made')).toEqual({
        code: fill('$code'),
        url: fill('$base/i/$code'),
        ...{ email: 'ada@example.com', phone },
        ...{ expiresAt: T0 + 30 * DAY, days: 30, reused: false },
        delivery: { email: 'skipped', phone: 'skipped' },
      }),
    outbox(),
    send(`POST ${INVITES}`, { phone: '+1 (555) 0100-778' }).gives({
      email: null,
      phone: '+1 (555) 0100-778',
    }),
  ],
  ...[
    {},
    { email: '' },
    { email: 'ada' },
    { email: 'ada@example' },
    { phone: '12' },
    { phone: 'call me' },
    { email: 'ada', phone },
  ].map((body): Rule => [
    `An invite to ${JSON.stringify(body)} is refused`,
    send(`POST ${INVITES}`, body).gives(
      400,
      error('a valid email address or phone number is required'),
    ),
  ]),
  [
    'An invite to an unpublished badge is refused',
    send('POST /badge/templates/$unpublished/invites', ada).gives(409, error('not_published')),
  ],
  [
    'An invite is sent by email and text message if requested',
    send(`POST ${INVITES}`, { ...ada, phone, sendToEmail: true, sendToPhone: true }).gives({
      delivery: { email: 'sent', phone: 'sent' },
    }),
    outbox(
      {
        kind: 'email',
        to: ada.email,
        title: 'Pier House Staff Badge via Wallet Pass Service',
        replyTo: 'owner@harbor-and-pine.example',
        link: '$url',
        inviteCode: '$code',
      },
      { kind: 'text', channel: 'SMS', to: phone, link: '$url' },
    ),
  ],
  [
    'A person who has a live invite gets the same link again, also by email if requested',
    invite(ada, 'first'),
    later(DAY),
    send(`POST ${INVITES}`, { ...ada, days: 90, sendToEmail: true }).gives({
      code: '$first.code',
      days: 30,
      expiresAt: T0 + 30 * DAY,
      reused: true,
      delivery: { email: 'sent' },
    }),
    outbox({ to: ada.email }),
    states('live'),
  ],
  [
    'A person who is invited is identified by email or, without one, by phone',
    invite({ phone }, 'first'),
    send(`POST ${INVITES}`, { phone }).gives({ code: '$first.code', reused: true }),
    send(`POST ${INVITES}`, { ...ada, phone }).gives({ reused: false }),
    states('live', 'live'),
  ],
  [
    'A used, expired or canceled invite is followed by a new one, and only a canceled one is unlisted',
    invite({ ...ada, days: 1 }, 'expired'),
    later(2 * DAY),
    send(`POST ${INVITES}`, ada).gives({ reused: false }).as('used'),
    add,
    send(`POST ${INVITES}`, ada).gives({ reused: false }).as('canceled'),
    send(`DELETE ${INVITES}`, { email: 'ADA@example.com ' }).gives(exactly({ success: true })),
    send(`POST ${INVITES}`, { phone }).gives({ reused: false }).as('other'),
    send(`GET ${INVITES}`).gives(
      exactly({
        invites: ['other', 'used', 'expired'].map((name) => ({
          url: `$${name}.url`,
          email: `$${name}.email`,
          expiresAt: `$${name}.expiresAt`,
        })),
      }),
    ),
    ({ control, fill }) => expect(() => control.badgeAdded(fill('$canceled.code'))).toThrow(),
    statusIs('ACTIVE'),
    send(`POST ${INVITES}`, ada).gives({ reused: false }),
  ],
  [
    'Canceling an invite needs the email address of a live one',
    send(`DELETE ${INVITES}`, ada).gives(404, NOT_FOUND),
    ...hire(),
    invite({ email: 'late@example.com', days: 1 }),
    later(2 * DAY),
    send(`DELETE ${INVITES}`, ada).gives(404, NOT_FOUND),
    send(`DELETE ${INVITES}`, { email: 'late@example.com' }).gives(404, NOT_FOUND),
    ...[{}, { email: '' }, { phone }].map((body): Step =>
      send(`DELETE ${INVITES}`, body).gives(400, 'email: '),
    ),
  ],
  [
    'A holder is listed with the credentials of the badge',
    ...hire({ ...ada, firstName: 'Ada', lastName: 'B' }),
    send('GET /badge/users').gives(
      exactly({
        users: [
          {
            ...{ id: '$userId', email: 'ada@example.com', phone: null, name: 'Ada B' },
            ...{ active: true, credentials: [credential] },
          },
        ],
      }),
    ),
    send('GET /badge/users/$userId/passes').gives(
      exactly({
        passes: [
          {
            ...{ id: '$passId', status: 'ACTIVE', platform: 'A_WALLET', issuedAt: T0 },
            credentials: '$users.0.credentials',
          },
        ],
      }),
    ),
  ],
  [
    'A person who is only invited is listed without an ID, also after the invite expires',
    invite({ phone, lastName: 'Guest', days: 2 }, 'made'),
    later(2 * DAY),
    send('GET /badge/users').gives(
      exactly({
        users: [
          {
            ...{ id: null, email: null, phone, name: 'Guest', active: false, credentials: [] },
            ...{ invited: true, invitedAt: T0, expiresAt: T0 + 2 * DAY, inviteUrl: '$made.url' },
          },
        ],
      }),
    ),
  ],
  ...(
    [
      ['/badge/users', 'users'],
      ['/badge/users/$userId/passes', 'passes'],
    ] as const
  ).map(([path, key]): Rule => [
    `GET ${path.replace('$userId', '{id}')} filters by badge`,
    ...hire(),
    send(`GET ${path}?badgeTemplateId=$published`).gives({ [key]: { length: 1 } }),
    send(`GET ${path}?badgeTemplateId=$unpublished`).gives({ [key]: [] }),
    send(`GET ${path}?badgeTemplateId=none`).gives(404, NOT_FOUND),
    send(`GET ${path}?badgeTemplateId=$foreign.badgeId`).gives(403),
  ]),
  ...['none', '$foreign.badgeUserId'].map((id): Rule => [
    `The holder ${id} is not found`,
    send(`GET /badge/users/${id}/passes`).gives(404, NOT_FOUND),
    send(`PATCH /badge/users/${id}`, { firstName: 'x' }).gives(404, NOT_FOUND),
    send(`DELETE /badge/users/${id}`).gives(404, NOT_FOUND),
  ]),
  [
    'Renaming a holder changes the given parts, and returns the badge passes that have not ended',
    ...hire({ ...ada, firstName: 'Ada', lastName: 'Byron' }),
    ({ control, fill }) => control.setBadgePassStatus(fill('$passId'), 'REVOKED'),
    ...hire(),
    send('PATCH /badge/users/$userId', { lastName: 'Lovelace' }).gives({
      id: '$userId',
      name: 'Ada Lovelace',
      refreshed: [{ passId: '$passId', status: 'ACTIVE' }],
    }),
    send('GET /badge/users').gives({ users: [{ name: 'Ada Lovelace' }] }),
  ],
  [
    'Removing a holder revokes every badge at once, cancels live invites and ends pending changes',
    ...hire(),
    ...hire(),
    act({ action: 'suspend' }),
    act({ action: 'resume' }),
    invite(),
    send('DELETE /badge/users/$userId').gives(exactly({ success: true, holderKept: false })),
    settle,
    send('GET /badge/users').gives({ users: [] }),
    states('used', 'used'),
    ({ control, fill }) =>
      expect(
        control.badgePasses().filter(({ holderId }) => holderId === fill('$userId')),
      ).toMatchObject([{ status: 'REVOKED' }, { status: 'REVOKED' }]),
    send('DELETE /badge/users/$userId').gives(404),
  ],
  [
    'Removing a holder keeps a person who has a badge of another account, and that badge',
    ...hire({ email: 'somebody@else.example' }),
    ({ fill }) => expect(fill('$userId')).toBe(fill('$foreign.badgeUserId')),
    send('DELETE /badge/users/$userId').gives({ holderKept: true }),
    ({ control, fill }) =>
      expect(
        control.badgePasses().find(({ id }) => id === fill('$foreign.badgePassId'))?.status,
      ).toBe('ACTIVE'),
  ],
  ...BADGE_PASS_STATUSES.map((status): Rule => [
    `A badge pass has credentials only while a wallet holds it: ${status}`,
    ...hire(),
    ({ control, fill }) => control.setBadgePassStatus(fill('$passId'), status),
    statusIs(status),
    send('GET /badge/users').gives({
      users: [
        {
          active: status === 'ACTIVE',
          credentials: { length: /^(USER_)?SUSPENDED$|^ACTIVE$/.test(status) ? 1 : 0 },
        },
      ],
    }),
  ]),
  ...(
    [
      ['suspend', 'ACTIVE', 'SUSPENDED'],
      ['resume', 'SUSPENDED', 'ACTIVE'],
      ['revoke', 'ACTIVE', 'REVOKED'],
      ['suspend', 'ISSUING', 'ISSUING'],
      ['suspend', 'USER_SUSPENDED', 'USER_SUSPENDED'],
      ['resume', 'USER_SUSPENDED', 'USER_SUSPENDED'],
      ['resume', 'REVOKED', 'REVOKED'],
      ['resume', 'EXPIRED', 'EXPIRED'],
      ['revoke', 'USER_SUSPENDED', 'REVOKED'],
      ['revoke', 'CREATED', 'REVOKED'],
      ['revoke', 'USER_REVOKED', 'USER_REVOKED'],
      ['revoke', 'CANCELLED', 'CANCELLED'],
      ['refresh', 'ACTIVE', 'ACTIVE'],
      ['refresh', 'SUSPENDED', 'SUSPENDED'],
    ] as const
  ).map(([action, from, to]): Rule => [
    `The lifecycle action ${action} on ${from} leads to ${to} after a moment`,
    ...hire(),
    ({ control, fill }) => control.setBadgePassStatus(fill('$passId'), from),
    act({ action }),
    later(1999),
    statusIs(from),
    later(1),
    statusIs(to),
  ]),
  ...['none', '$foreign.badgePassId'].map((id): Rule => [
    `The badge pass ${id} is not found`,
    send(`POST /badge/passes/${id}/lifecycle`, { action: 'suspend' }).gives(404, NOT_FOUND),
  ]),
];
