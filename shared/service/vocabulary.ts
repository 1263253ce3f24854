/**
 * The service's exact words and limits (docs/service.md#fixed-words). Only data, no logic: the sandbox
 * imports this file as well.
 */

/** Header that carries the API key on every request. */
export const KEY_HEADER = 'X-API-Key';
/** Header that selects the API version; template and file endpoints echo it. */
export const VERSION_HEADER = 'Service-Version';
/** The version that this project is built for. */
export const SERVICE_VERSION = '2026-05-13';
/** Prefix of every key value. */
export const KEY_PREFIX = 'svc_sk_';

/** Keys of the `pass` and `badge` objects in pass responses. */
export const WALLET_A = 'wallet_a';
export const WALLET_B = 'wallet_b';
/** The only documented `platform` of badge credentials. */
export const WALLET_A_PLATFORM = 'A_WALLET';
/** Badge template field with its state in wallet A. */
export const WALLET_A_STATUS = 'walletAStatus';

/** Messaging channels of resend, in order. */
export const MESSAGE_CHANNELS = ['SMS', 'CHAT_APP_1', 'CHAT_APP_2'] as const;
export type MessageChannel = (typeof MESSAGE_CHANNELS)[number];

export const TEMPLATE_TYPES = ['generic', 'loyalty', 'giftCard', 'eventTicket', 'offer'] as const;
export type TemplateType = (typeof TEMPLATE_TYPES)[number];

/** Fields of each template type; the service reads them only from `templateFields`. */
export const PASS_TYPE_FIELDS: Readonly<Record<TemplateType, readonly string[]>> = {
  generic: [],
  loyalty: ['accountName', 'accountId', 'balance', 'rewards', 'currencyCode'],
  giftCard: ['balance', 'currencyCode', 'cardNumber', 'pin', 'eventNumber', 'balanceUpdateTime'],
  eventTicket: [
    'ticketHolderName',
    'ticketType',
    'ticketNumber',
    'gate',
    'section',
    'row',
    'seat',
    'confirmationCode',
  ],
  offer: [],
};

export const INVALIDATED_REASONS = ['used', 'refunded', 'exchanged', 'manual'] as const;
export type InvalidatedReason = (typeof INVALIDATED_REASONS)[number];

export const PASS_LIST_STATUSES = ['all', 'installed', 'not_installed'] as const;

export const STAMP_OPERATIONS = ['add', 'remove', 'removeAll', 'set', 'claimTier'] as const;

export const BALANCE_OPERATIONS = ['add', 'subtract', 'set'] as const;
export type BalanceOperation = (typeof BALANCE_OPERATIONS)[number];

export const BARCODE_TYPES = [
  'qrcode',
  'code128',
  'pdf417',
  'azteccode',
  'code39',
  'codabar',
  'ean13',
  'itf',
] as const;
export type BarcodeType = (typeof BARCODE_TYPES)[number];

/** Documented limits (docs/service.md). */
export const LIMITS = {
  passesPerIssue: 10,
  maxCollectedStamps: 50,
  idempotencyKeysPerCard: 20,
  templatePageDefault: 15,
  templatePageMax: 100,
  templateDuplicateNameLength: 200,
  fileUploadBytes: 10 * 1024 * 1024,
  imageFetchMs: 10_000,
  inviteDaysMax: 365,
  inviteDaysDefault: 30,
  lifecycleReasonLength: 200,
  walletBNotificationsPerDay: 3,
  fieldsPerRow: 3,
} as const;
