import { statement } from '../../check-service/statements';
import {
  account,
  error,
  exactly,
  issue,
  later,
  outbox,
  patch,
  send,
  stored,
  type Rule,
  type Step,
} from './contract';
import { DAY, T0 } from './harness';

const iso = (ms: number) => new Date(ms).toISOString();
const VALUE = 'Pass field values must be a string or number';
const UNTIL = 'Invalid valid until string! Must be ISO 8601';
const FROM = 'Invalid valid from string! Must be ISO 8601';
const NO_TEMPLATE = error(
  "You don't have permission to access this resource or resource does not exist",
);
const contact = { email: 'Ada@Example.com', phone: '+15550100' };
const quiet = { sendToEmail: false, sendToPhone: false };
const many = (count: number) => ({ passes: Array(count).fill({ templateId: '$generic' }) });
const query = (path: string, rest = '') => `GET ${path}?templateId=$generic${rest}`;

const issuing: Rule[] = [
  [
    'Issuing one pass returns its IDs, its links and button images in the requested language',
    issue({ externalId: 'M-1' }, { locale: 'de' }).as('made'),
    ({ values, fill }) =>
      expect(values.made).toEqual(
        fill({
          id: '$id',
          externalId: 'M-1',
          link: '$base/p/$id',
          pass: { wallet_a: '$base/wallet/wallet_a/$id', wallet_b: '$base/wallet/wallet_b/$id' },
          badge: {
            wallet_a: '$base/buttons/wallet_a/de.svg',
            wallet_b: '$base/buttons/wallet_b/de.svg',
          },
        }),
      ),
    stored({ isValid: true, deviceCount: 0, created: T0, redemptionValue: 'M-1' }),
  ],
  ...[0, 11].map((count): Rule => [
    `A request for ${count} passes is refused`,
    send('POST /pass', many(count)).gives(400, 'passes: '),
  ]),
  [
    statement('issue.twice').says,
    issue({ externalId: 'twice' }).as('first'),
    issue({ externalId: 'twice' }),
    send(query('/pass', '&externalId=twice')).gives({ id: '$first.id' }),
  ],
  [
    'Unknown templates and those of another account are skipped if others can be issued',
    send('POST /pass', {
      passes: ['unknown', '$generic', '$foreign.templateId', '$generic'].map((templateId) => ({
        templateId,
      })),
    }),
    send('GET /pass?id=$id').gives({ id: '$id', link: '$base/g/$id' }),
    send(query('/passes')).gives({ totalCount: 2 }),
  ],
  ...['unknown', '$foreign.templateId'].map((templateId): Rule => [
    `A request for passes of the template ${templateId} alone is refused`,
    issue({}, {}, templateId).gives(403, NO_TEMPLATE),
  ]),
  ...[true, null, {}, ['a']].flatMap((value) =>
    ['templateFields', 'customFields'].map((bag): Rule => [
      `A value ${JSON.stringify(value)} in ${bag} is refused, on issue and update`,
      issue({ [bag]: { x: value } }).gives(400, VALUE),
      issue(),
      patch({ [bag]: { x: value } }).gives(400, VALUE),
    ]),
  ),
  ...(
    [
      ['validUntil', '31/12/2030', UNTIL],
      ['validUntil', 1_900_000_000_000, UNTIL],
      ['validUntil', '2030-02-30', UNTIL],
      ['validFrom', 'tomorrow', FROM],
    ] as const
  ).map(([key, value, error]): Rule => [
    `The date ${value} in ${key} is refused, on issue and update`,
    issue({ templateFields: { [key]: value } }).gives(400, error),
    issue(),
    patch({ templateFields: { [key]: value } }).gives(400, error),
  ]),
  ...(
    [
      ['$loyalty', 'accountName'],
      ['$eventTicket', 'ticketHolderName'],
    ] as const
  ).flatMap(([template, to]) =>
    ['templateFields', 'customFields'].map((bag): Rule => [
      `The value memberName in ${bag} becomes ${to}, on issue and update`,
      issue({ [bag]: { memberName: 'Ada' } }, {}, template),
      stored({ templateFields: { [to]: 'Ada' }, customFields: {} }),
      patch({ [bag]: { memberName: 'Bo' } }),
      stored({ templateFields: { [to]: 'Bo' } }),
    ]),
  ),
  [
    'A request that exceeds the pass quota is refused as a whole',
    account({ passQuota: 2, plan: 'Starter' }),
    send('POST /pass', many(3)).gives(
      402,
      exactly({
        error: 'Your plan does not allow more passes.',
        code: 'upgrade_required',
        reason: 'The Starter plan allows 2 passes.',
      }),
    ),
    send('POST /pass', many(2)),
    send('POST /pass', many(1)).gives(402),
  ],
];

const resent = (body: object, refusal: string | object) =>
  send('POST /pass/$id/resend', body).gives(400, refusal);
const sent = { passId: '$id', link: '$base/p/$id', locale: 'fr' };
const delivering: Rule[] = [
  [
    'A new pass is sent by email and by text message if the request says nothing else',
    issue({}, { ...contact, locale: 'fr' }),
    outbox(
      {
        ...{ kind: 'email', to: 'ada@example.com', channel: 'EMAIL', ...sent, at: T0 },
        title: 'Harbor Library Card via Wallet Pass Service',
        body: 'Votre carte « Harbor Library Card » est prête : $base/p/$id',
        replyTo: 'owner@harbor-and-pine.example',
      },
      { kind: 'text', to: '+15550100', channel: 'SMS', ...sent },
    ),
    stored({ email: 'ada@example.com', phone: '+15550100' }),
  ],
  ...(
    [
      [{ sendToEmail: false }, ['text']],
      [{ sendToPhone: false }, ['email']],
      [quiet, []],
    ] as const
  ).map(([flags, kinds]): Rule => [
    `A new pass with ${JSON.stringify(flags)} is not sent by that channel`,
    issue({}, { ...contact, ...flags }),
    outbox(...kinds.map((kind) => ({ kind }))),
  ]),
  [
    'A flag of a request overrides the setting of the account',
    account({ sendNewPassesToEmail: false, sendNewPassesToPhone: false }),
    issue({}, contact),
    outbox(),
    issue({}, { ...contact, sendToEmail: true }),
    outbox({ kind: 'email' }),
  ],
  [
    'Several passes are sent in one email and one text message, with one link',
    send('POST /pass', { ...many(3), ...contact }),
    outbox(
      { kind: 'email', groupId: '$id', link: '$base/g/$id' },
      { kind: 'text', groupId: '$id', link: '$base/g/$id' },
    ),
  ],
  [
    'A resend needs a channel, and a contact for each requested channel',
    issue({}, { email: contact.email, ...quiet }),
    resent({ sendToEmail: true }, error('No phone number available to resend the pass to.')),
    resent(quiet, 'Nothing to resend'),
    issue(),
    resent({ sendToEmail: true, sendToPhone: false }, 'No email address'),
    outbox(),
  ],
  [
    'A resend uses the first requested channel that the account has',
    issue({}, { ...contact, ...quiet }),
    send('POST /pass/$id/resend', { channels: ['CHAT_APP_2', 'CHAT_APP_1', 'SMS'] }),
    outbox({ channel: 'CHAT_APP_1' }),
    send('POST /pass/$id/resend', { channels: ['FAX'] }).gives(400),
  ],
  [
    'A resend reports that nothing could be sent',
    issue({}, { ...contact, ...quiet }),
    account({ messagingSetUp: false }),
    send('POST /pass/$id/resend').gives({ success: false }),
  ],
];

const NO_PASS = error('Pass not found');
const message = { title: 'Hello', content: 'We open at nine' };
const notified = (body: object, sent: object = message): Step =>
  send('POST /pass/$id/notify', sent).gives(exactly(body));
const notifying: Rule[] = [
  [
    'A message to a pass that is on no phone stays on the pass for 24 hours',
    issue(),
    notified({ success: false, code: 'no_registered_devices' }),
    stored({ message: { ...message, validFrom: T0, validUntil: T0 + DAY } }),
    outbox(),
  ],
  [
    'Wallet A alerts once about the same message',
    issue(),
    ({ control, fill }) => control.phoneAdded(fill('$id'), 'a'),
    notified({ success: true }),
    notified({ success: false, code: 'unchanged_message' }),
    notified({ success: true }, { title: 'Hello', content: 'Other' }),
    outbox({ channel: 'wallet_a', passId: '$id', body: message.content }, { channel: 'wallet_a' }),
  ],
  [
    'A pass without a copy in wallet B takes no message until an update creates the copy again',
    issue(),
    ({ control, fill }) => control.setWalletBCopy(fill('$id'), false),
    send('POST /pass/$id/notify', message).gives(404, 'Google Wallet object not found'),
    patch({}),
    notified({ success: false, code: 'no_registered_devices' }),
  ],
  ...['none', '$foreign.passId'].flatMap((id) =>
    (['notify', 'resend'] as const).map((action): Rule => [
      `The request to ${action} the pass ${id} is refused`,
      send(`POST /pass/${id}/${action}`, { ...message, phone: '+15559999' }).gives(404, NO_PASS),
    ]),
  ),
  [
    'A message to all holders of a template alerts wallet B at once, and wallet A within minutes',
    issue().as('a'),
    issue().as('b'),
    issue(),
    issue({}, {}, '$offer').as('other'),
    ({ control, fill }) => {
      control.phoneAdded(fill('$a.id'), 'a');
      control.phoneAdded(fill('$b.id'), 'b');
      control.phoneAdded(fill('$other.id'), 'b');
    },
    send('POST /template/$generic/notification', message).gives(exactly({ success: true })),
    outbox({ channel: 'wallet_b', passId: '$b.id' }),
    later(5 * 60_000),
    outbox({ channel: 'wallet_b', passId: '$b.id' }, { channel: 'wallet_a', passId: '$a.id' }),
  ],
];

const READ = exactly({
  id: '$id',
  externalId: 'E',
  link: '$base/p/$id',
  pass: { wallet_a: '$base/wallet/wallet_a/$id', wallet_b: '$base/wallet/wallet_b/$id' },
  badge: { wallet_a: '$base/buttons/wallet_a/nl.svg', wallet_b: '$base/buttons/wallet_b/nl.svg' },
  deviceCount: 1,
});
const full = { externalId: 'E', email: 'a@example.com', templateFields: { memberName: 'Ada' } };
const reading: Rule[] = [
  [
    'Reading a pass returns its links and number of devices, and no field values',
    issue({ externalId: 'E', templateFields: { memberName: 'A' } }),
    ({ control, fill }) => control.phoneAdded(fill('$id'), 'b'),
    send('GET /pass?id=$id&locale=nl').gives(READ),
    send(query('/pass', '&externalId=E&locale=nl')).gives(READ),
  ],
  ...['id=$foreign.passId', 'externalId=F-001&templateId=$foreign.templateId'].map(
    (named): Rule => [
      `Reading a pass of another account by ${named} is not authorized`,
      send(`GET /pass?${named}`).gives(401, error('You are not authorized for this action')),
    ],
  ),
  [
    'The ID of a group of passes can be read like a pass, and is accepted nowhere else',
    send('POST /pass', many(2)),
    ({ control, fill }) =>
      control.passes(fill('$generic')).forEach(({ id }) => control.phoneAdded(id, 'a')),
    send('GET /pass?id=$id&includeTemplate=true').gives({
      id: '$id',
      link: '$base/g/$id',
      deviceCount: 2,
      template: { name: 'Harbor Library Card' },
    }),
    patch({ isValid: false }).gives(404),
    send('POST /pass/$id/resend', { phone: '+15550' }).gives(404),
    send('POST /pass/$id/notify', message).gives(404),
  ],
  [
    'A row of a list has the documented keys, except those of absent values',
    issue(full).as('full'),
    issue().as('bare'),
    send(query('/passes')).gives(
      exactly({
        passes: [{ id: '$bare.id' }, { id: '$full.id', ...full }].map((known) => ({
          ...{ templateId: '$generic', templateFields: {}, collectedStamps: 0, isValid: true },
          ...{ deviceCount: 0, created: T0, updated: T0 },
          ...known,
        })),
        totalCount: 2,
      }),
    ),
  ],
  [
    'The status filters the passes of a page, and totalCount counts all passes',
    ({ control, fill }) => {
      const ids = control.seedPasses(fill('$generic'), 10, { installedShare: 0.5 });
      control.phoneAdded(ids[0] ?? '', 'b');
      control.phoneRemoved(ids[0] ?? '', 'b');
    },
    send(query('/passes', '&status=installed')).gives({ passes: { length: 5 }, totalCount: 10 }),
    send(query('/passes', '&status=not_installed&limit=4')).gives({ passes: { length: 2 } }),
    send(query('/passes', '&status=all')).gives({ passes: { length: 10 } }),
    ({ control }) => control.setPageCap(3),
    send(query('/passes', '&limit=5')).gives({ passes: { length: 3 }, totalCount: 10 }),
    send(query('/passes')).gives({ passes: { length: 3 }, totalCount: 10 }),
  ],
  ...['/passes', '/passes/search', '/passes/export'].map((path): Rule => [
    `GET ${path} needs a template of the account`,
    send(`GET ${path}?searchQuery=x`).gives(400),
    send(`GET ${path}?searchQuery=x&templateId=none`).gives(404, error('Resource not found')),
    send(`GET ${path}?searchQuery=x&templateId=$foreign.templateId`).gives(404),
  ]),
  [
    'A search returns the passes whose current email or phone is exactly the same, newest first',
    issue({ email: 'Ada@Example.com' }).as('first'),
    later(1),
    issue({ email: 'ada@example.com', phone: '+1 555' }).as('second'),
    send(query('/passes/search', '&searchQuery=ada%40example.com')).gives([
      { id: '$second.id' },
      { id: '$first.id' },
    ]),
    send(query('/passes/search', '&searchQuery=%2B1%20555')).gives([{ id: '$second.id' }]),
    ...['Ada%40Example.com', 'ada%40example', '%2B1555'].map((near): Step =>
      send(query('/passes/search', `&searchQuery=${near}`)).gives(exactly([])),
    ),
    send('GET /passes/search?templateId=$offer&searchQuery=ada%40example.com').gives(exactly([])),
    send('PATCH /pass', { id: '$first.id', email: 'New@example.com' }),
    send(query('/passes/search', '&searchQuery=ada%40example.com')).gives([{ id: '$second.id' }]),
    send(query('/passes/search', '&searchQuery=new%40example.com')).gives([{ id: '$first.id' }]),
  ],
];

const claim = { operation: 'claimTier', threshold: 5 };
const updating: Rule[] = [
  [
    'An update changes only the values that it has',
    issue({
      externalId: 'E',
      email: 'a@example.com',
      templateFields: { a: 1, b: 2 },
      customFields: { c: 'x' },
    }),
    later(5),
    patch({ templateFields: { b: 3 }, customFields: { d: 'y' }, redemptionValue: 'R' }).gives(
      exactly({ id: '$id', externalId: 'E' }),
    ),
    stored({
      templateFields: { a: 1, b: 3 },
      customFields: { c: 'x', d: 'y' },
      redemptionValue: 'R',
      email: 'a@example.com',
      created: T0,
      updated: T0 + 5,
    }),
  ],
  [
    'An update finds the pass by ID, or else by external ID and template',
    issue({ externalId: 'E' }).as('first'),
    issue().as('other'),
    send('PATCH /pass', { externalId: 'E', templateId: '$generic', phone: '1' }).gives({
      id: '$first.id',
    }),
    send('PATCH /pass', { id: '$other.id', externalId: 'E', templateId: '$generic' }).gives({
      id: '$other.id',
    }),
  ],
  ...[{ isValid: true }, { externalId: 'E' }, { templateId: '$generic' }].map((body): Rule => [
    `An update with ${JSON.stringify(body)} alone identifies no pass`,
    send('PATCH /pass', body).gives(400, 'Identify the pass to update'),
  ]),
  ...[{ id: '$foreign.passId' }, { externalId: 'F-001', templateId: '$foreign.templateId' }].map(
    (body): Rule => [
      `An update of a pass of another account finds nothing: ${JSON.stringify(body)}`,
      send('PATCH /pass', { ...body, isValid: false }).gives(404, error('Resource not found')),
      stored({ isValid: true }, '$foreign.passId'),
    ],
  ),
  [
    'An update stores a new contact without a message, and removes an empty one',
    issue(),
    patch({ email: 'New@Example.com', phone: '+15550100' }),
    stored({ email: 'new@example.com', phone: '+15550100' }),
    patch({ email: '', phone: '' }),
    stored({ email: undefined, phone: undefined }),
    outbox(),
  ],
  [
    'An update with a part that is refused changes nothing',
    issue({}, {}, '$stampCard'),
    later(10),
    patch({ templateFields: { a: 'new' }, isValid: false, stampOperation: claim }).gives(400),
    stored({ templateFields: {}, isValid: true, updated: T0, collectedStamps: 0 }),
  ],
  [
    'Voiding stores its reason, and reactivating removes it',
    issue(),
    patch({ invalidatedReason: 'used' }),
    stored({ isValid: true, invalidatedReason: undefined }),
    patch({ isValid: false, invalidatedReason: 'refunded' }),
    stored({ isValid: false, invalidatedReason: 'refunded', state: 'voided' }),
    patch({ isValid: true }),
    stored({ isValid: true, invalidatedReason: undefined, state: 'valid' }),
  ],
  [
    'A future validUntil reactivates a voided pass, unless the same update voids it',
    issue(),
    patch({ isValid: false, templateFields: { validUntil: '2099-01-01' } }),
    stored({ state: 'voided' }),
    patch({ templateFields: { validUntil: iso(T0 - 1) } }),
    stored({ state: 'voided' }),
    patch({ templateFields: { validUntil: iso(T0 + 1) } }),
    stored({ state: 'valid', isValid: true }),
  ],
  [
    'A pass expires by the clock while isValid stays true, and isValid true reactivates it',
    issue({ templateFields: { validUntil: '2026-06-02' } }),
    later(DAY / 2 - 1),
    stored({ state: 'valid' }),
    later(1),
    stored({ state: 'expired', isValid: true }),
    patch({ isValid: true }),
    stored({ state: 'valid' }),
    patch({ templateFields: { validUntil: iso(T0) } }),
    stored({ state: 'expired' }),
  ],
  ...(
    [
      [undefined, 'add', 5, 5],
      [20, 'add', '5.5', 25.5],
      ['20', 'add', 1, 21],
      [0.1, 'add', 0.2, 0.3],
      [20, 'subtract', 5, 15],
      [20, 'subtract', 50, 0],
      [20, 'set', 7, 7],
      ['€20', 'set', 7, 7],
      [20, 'add', 7, 7, true],
      [20, 'subtract', '7', 7, true],
      [20, 'add', 7, 27, false],
    ] as const
  ).map(([before, operation, amount, after, isTotal]): Rule => [
    `A balance of ${before} after ${operation} ${amount} (isTotal ${isTotal}) is ${after}`,
    issue(before === undefined ? {} : { templateFields: { balance: before } }, {}, '$giftCard'),
    patch({ balanceOperation: { operation, amount, isTotal } }).gives({
      pointsBalance: after,
      templateFields: { balance: after },
    }),
  ]),
];

const stamp = (stampOperation: object, status = 200, expected: object | string = {}): Step =>
  patch({ stampOperation }).gives(
    status,
    typeof expected === 'string' ? exactly({ error: expected }) : { stampCollection: expected },
  );
const card = (collectedStamps = 0) => issue({ collectedStamps }, {}, '$stampCard');
const redeem = { operation: 'removeAll', intent: 'redeem' };
const addOnce = { operation: 'add', count: 1, idempotencyKey: 'k' };
const stamping: Rule[] = [
  ...(
    [
      [0, { operation: 'add', count: 1 }, 1],
      [8, { operation: 'add', count: 5 }, 10],
      [30, { operation: 'add', count: 1 }, 30],
      [5, { operation: 'remove' }, 4],
      [5, { operation: 'remove', count: 3 }, 2],
      [2, { operation: 'remove', count: 9 }, 0],
      [7, { operation: 'removeAll' }, 0],
      [7, { operation: 'set', count: 3 }, 3],
      [7, { operation: 'set', count: 0 }, 0],
      [7, { operation: 'set', count: 40 }, 10],
    ] as const
  ).map(([before, operation, after]): Rule => [
    `A card of ten with ${before} stamps has ${after} after ${JSON.stringify(operation)}`,
    card(before),
    later(50),
    stamp(operation, 200, {
      collectedStamps: after,
      totalCollected: after,
      totalStamps: 10,
      isComplete: after >= 10,
      claimedTiers: [],
      lastUpdated: T0 + 50,
    }),
  ]),
  [
    'A stamp operation needs a stamp card',
    issue({}, {}, '$loyalty'),
    stamp({ operation: 'add', count: 1 }, 400, 'Stamp operations need a stamp card template.'),
  ],
  [
    'Removing all stamps to redeem them records a redemption and starts the next round',
    card(10),
    stamp(claim),
    stamp(redeem, 200, { collectedStamps: 0, totalCollected: 10, claimedTiers: [] }),
    stored({ redemptions: [{ at: T0, stamps: 10 }] }),
  ],
  [
    'A reached tier is claimed once, and the stamps stay',
    card(6),
    stamp(claim, 200, { claimedTiers: [5], collectedStamps: 6 }),
    stamp(claim, 400, 'Tier already claimed'),
    stamp({ operation: 'claimTier', threshold: 10 }, 400, 'Threshold not reached'),
    stamp({ operation: 'claimTier', threshold: 6 }, 400, 'Unknown tier threshold'),
  ],
  [
    'A refused claim does not use up its idempotency key',
    card(4),
    stamp({ ...claim, idempotencyKey: 'k' }, 400, 'Threshold not reached'),
    stamp({ operation: 'add', count: 1 }),
    stamp({ ...claim, idempotencyKey: 'k' }, 200, { claimedTiers: [5] }),
    stamp({ ...claim, idempotencyKey: 'k' }),
  ],
  [
    'A stamp operation counts once per idempotency key, while the rest of an update applies',
    card(),
    stamp(addOnce),
    later(1000),
    stamp(addOnce, 200, { collectedStamps: 1, lastUpdated: T0 }),
    stored({ updated: T0 }),
    patch({ stampOperation: addOnce, templateFields: { a: 1 } }),
    stored({ collectedStamps: 1, templateFields: { a: 1 }, updated: T0 + 1000 }),
    card(),
    stamp(addOnce, 200, { collectedStamps: 1 }),
  ],
];

/** Rules of passes. */
export const passRules: readonly Rule[] = [
  ...issuing,
  ...delivering,
  ...notifying,
  ...reading,
  ...updating,
  ...stamping,
];
