/**
 * Records of the service, without behavior; the rules are in `resources/`. Each is declared once, as a schema:
 * a data file and the test controls are checked against it. Times are epoch ms of the service's clock.
 */
import { z } from 'zod';

import { PRESETS, type Preset, SCOPES } from '../../shared/service/scopes';
import {
  BARCODE_TYPES,
  INVALIDATED_REASONS,
  MESSAGE_CHANNELS,
  TEMPLATE_TYPES,
} from '../../shared/service/vocabulary';

/** The maximum distance of a `Date` from 1970, ms. */
const FARTHEST = 8.64e15;

const id = z.string().min(1);
const text = z.string();
const count = z.number().int().min(0);
const time = z.number().min(-FARTHEST).max(FARTHEST);
/** What the plan allows; `null` for no limit. */
const quota = count.nullable();
/** An object with an optional entry for each key. */
const optionalKeys = <Key extends string, Value extends z.ZodTypeAny>(
  keys: readonly Key[],
  value: Value,
) => {
  const shape = Object.fromEntries(keys.map((key) => [key, value.optional()]));
  return z.object(shape as Record<Key, z.ZodOptional<Value>>);
};

/** Dashboard settings of an account; the test controls can change all of them. */
export const accountSettings = z.object({
  /** "Send new passes automatically" by email. Default on. */
  sendNewPassesToEmail: z.boolean(),
  /** "Send new passes automatically" by text message. Default on. */
  sendNewPassesToPhone: z.boolean(),
  /** Whether text messaging is set up; if not, text messages are skipped silently. */
  messagingSetUp: z.boolean(),
  /** The account's channels in its order of preference. */
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  /** Total number of passes. */
  passQuota: quota,
  /** Name of the plan in the 402 texts. */
  plan: text,
  /** Whether the plan has API access, required to create a key. */
  apiAccess: z.boolean(),
  templateQuota: quota,
  /** The template types the plan allows; `null` for all. */
  templateTypes: z.array(z.enum(TEMPLATE_TYPES)).nullable(),
  /** Number of locations per template. */
  locationQuota: quota,
  accessBadges: z.boolean(),
});
export type AccountSettings = z.infer<typeof accountSettings>;

export const account = z.object({
  id,
  displayName: text,
  /** The owner's email address; replies to messages go here. */
  email: text,
  settings: accountSettings,
});
export type Account = z.infer<typeof account>;

/** `'all'` is Full access, which includes owner actions. */
export const keyScopes = z.union([z.literal('all'), z.array(z.enum(SCOPES)).readonly()], {
  errorMap: () => ({ message: `must be "all" or a list of these: ${SCOPES.join(', ')}` }),
});

export const apiKey = z.object({
  id,
  accountId: id,
  /** SHA-256 of the value, which itself is not stored. */
  fingerprint: text,
  label: text,
  /** The first characters of the value: enough to distinguish keys, too few to use one. */
  prefix: text,
  scopes: keyScopes,
  preset: z.enum(Object.keys(PRESETS) as [Preset, ...Preset[]]).optional(),
  /** Only for the account's Default key: its value, the only one the service stores. */
  defaultValue: text.optional(),
  createdAt: time,
  lastUsedAt: time.nullable(),
  disabledAt: time.nullable(),
  rotatedAt: time.nullable(),
});
export type ApiKey = z.infer<typeof apiKey>;

/** The design keys for images. */
// prettier-ignore
export const IMAGE_KEYS = ['logo', 'icon', 'hero', 'strip', 'thumbnail', 'background', 'stamp'] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

/** One field of a design; `{}` is an empty column. */
const designField = z.object({ id: id.optional(), label: text.optional() });
export type DesignField = z.infer<typeof designField>;

/** The design in a template's `pass` (docs/service.md#design-keys). Images are URLs. */
const design = optionalKeys(IMAGE_KEYS, text).extend({
  backgroundColor: text.optional(),
  textColor: text.optional(),
  labelColor: text.optional(),
  adjustTextColor: z.boolean().optional(),
  header: designField.optional(),
  rows: z.array(z.array(designField)).optional(),
  linkRows: z.array(designField).optional(),
  barcode: z.boolean().optional(),
  barcodeType: z.enum(BARCODE_TYPES).optional(),
  useStampCollection: z.boolean().optional(),
  stampCount: count.optional(),
  /** Rewards before the card is full. Tiers are documented, their place in the design is not. */
  stampTiers: z.array(z.object({ threshold: count, reward: text })).optional(),
  /** Places where the phone offers the pass; other keys are kept. */
  locations: z
    .array(z.object({ latitude: z.number(), longitude: z.number() }).passthrough())
    .optional(),
});
export type Design = z.infer<typeof design>;

export const template = z.object({
  id,
  accountId: id,
  name: text,
  type: z.enum(TEMPLATE_TYPES),
  design,
  enrollForm: z.record(z.unknown()),
  passPage: z.record(z.unknown()),
  /** The uploaded files the design shows, without images supplied by the service. */
  images: optionalKeys(IMAGE_KEYS, id),
  /** When its wallet identities are ready: they are set up in the background. */
  walletsReadyAt: time,
  created: time,
  updated: time,
  /** Its passes still exist and are shown. */
  deleted: z.boolean(),
});
export type Template = z.infer<typeof template>;

/** Values of a pass keyed by field ID (docs/service.md#field-values). */
const fieldValues = z.record(z.union([text, z.number()]));
export type FieldValues = z.infer<typeof fieldValues>;

const stampCard = z.object({
  /** Stamps on the card now. */
  collectedStamps: count,
  /** Stamps ever collected, over all rounds of the card. */
  totalCollected: count,
  claimedTiers: z.array(count),
  stampsUpdated: time,
  /** The last idempotency keys counted on this card, oldest first. */
  stampKeys: z.array(text),
  redemptions: z.array(z.object({ at: time, stamps: count })),
});
export type StampCard = z.infer<typeof stampCard>;

/** The message last put on a pass by a notification. */
const passMessage = z.object({ title: text, content: text, validFrom: time, validUntil: time });
export type PassMessage = z.infer<typeof passMessage>;

export const pass = stampCard.extend({
  id,
  accountId: id,
  templateId: id,
  /** The multi-pass issue it came from. */
  groupId: id.optional(),
  externalId: text.optional(),
  templateFields: fieldValues,
  customFields: fieldValues,
  redemptionValue: text,
  email: text.optional(),
  phone: text.optional(),
  /** False once voided. Expiry does not change it: see `passState`. */
  isValid: z.boolean(),
  invalidatedReason: z.enum(INVALIDATED_REASONS).optional(),
  /** When `isValid: true` last reactivated it; an expiry before that no longer counts. */
  revivedAt: time.optional(),
  walletADevices: count,
  walletBDevices: count,
  /** Whether the wallet B copy was ever created; without it a notification is refused. */
  walletBCopy: z.boolean(),
  message: passMessage.optional(),
  /** When wallet B showed notifications for this pass; only the last day matters. */
  walletBAlerts: z.array(time),
  created: time,
  updated: time,
});
export type Pass = z.infer<typeof pass>;

/** Several passes issued together. */
export const passGroup = z.object({ id, accountId: id, passIds: z.array(id) });
export type PassGroup = z.infer<typeof passGroup>;

/** A message that the real service would have sent. */
export const outboxEntry = z.object({
  id,
  kind: z.enum(['email', 'text', 'walletNotification']),
  /** Email address, phone number, or for a wallet notification the pass ID. */
  to: text,
  channel: z.enum(['EMAIL', 'wallet_a', 'wallet_b', ...MESSAGE_CHANNELS]),
  /** The passes it is about; several only for a multi-pass issue. */
  passIds: z.array(id),
  passId: id.optional(),
  groupId: id.optional(),
  /** The template, or the access badge of an invite. */
  templateId: id,
  /** The invite it contains. */
  inviteCode: id.optional(),
  /** Subject of an email, title of a notification; empty for texts. */
  title: text,
  body: text,
  link: text.optional(),
  /** Reply-To address of an email. */
  replyTo: text.optional(),
  locale: text,
  /** May be in the future; until then the message is not visible. */
  at: time,
});
export type OutboxEntry = z.infer<typeof outboxEntry>;

/** What an image is for; the sizes depend on it. */
export type FilePurpose = `template_${ImageKey}`;
export const FILE_PURPOSES = IMAGE_KEYS.map((key): FilePurpose => `template_${key}`) as [
  FilePurpose,
  ...FilePurpose[],
];

export const SCALES = ['1x', '2x', '3x'] as const;
export type Scale = (typeof SCALES)[number];

export const LOGO_TREATMENTS = ['original', 'transparent', 'onecolor'] as const;

/** An image as served. */
const storedImage = z.object({
  /** Its bytes in Base64. */
  data: text,
  mime: text,
  /** Bytes. */
  size: count,
  /** Pixels. */
  width: count,
  height: count,
});
export type StoredImage = z.infer<typeof storedImage>;

export const storedFile = z.object({
  id,
  accountId: id,
  purpose: z.enum(FILE_PURPOSES).nullable(),
  templateId: id.nullable(),
  /** URL it was fetched from, if any. */
  sourceUrl: text.nullable(),
  /** Content of `url`: the 1x image, or, without a purpose, the original upload. */
  image: storedImage,
  /** Resized images; empty without a purpose. */
  variants: optionalKeys(SCALES, storedImage),
  /** Only on logos: which variant of a logo it is. */
  logo: z
    .object({
      treatment: z.enum(LOGO_TREATMENTS),
      /** The original of this variant; an original refers to itself. */
      originalId: id,
      /** Only for a one-color variant, `#rrggbb`. */
      color: text.optional(),
      /** Whether the original had a solid background. */
      solidBackground: z.boolean(),
    })
    .optional(),
  created: time,
});
export type StoredFile = z.infer<typeof storedFile>;

/** A badge's design, created and published in the dashboard. */
export const badgeTemplate = z.object({
  id,
  accountId: id,
  name: text,
  /** Published. */
  active: z.boolean(),
  walletAStatus: text,
  /** Shown on its pages, `#rrggbb`. */
  color: text,
  /** Numbers in every credential of this badge. */
  facilityCode: count,
  keyset: text,
  /** Number of the next badge pass: a card number is never reused. */
  nextCardNumber: count,
  created: time,
  updated: time,
});
export type BadgeTemplate = z.infer<typeof badgeTemplate>;

/** One account's name for a person. */
const holderName = z.object({ firstName: text.optional(), lastName: text.optional() });
export type HolderName = z.infer<typeof holderName>;

/** A single-use link giving one person one badge pass. It stays after use and expiry. */
export const badgeInvite = holderName.extend({
  code: id,
  accountId: id,
  badgeTemplateId: id,
  email: text.optional(),
  phone: text.optional(),
  days: count,
  createdAt: time,
  expiresAt: time,
  /** When the badge was added to a wallet. */
  usedAt: time.nullable(),
});
export type BadgeInvite = z.infer<typeof badgeInvite>;

/** A person who added a badge; the same person may hold badges of several accounts. */
export const badgeHolder = z.object({
  id,
  email: text.optional(),
  phone: text.optional(),
  /** By account ID, without accounts that removed the person. */
  names: z.record(holderName),
});
export type BadgeHolder = z.infer<typeof badgeHolder>;

/** Every status of a badge pass (docs/service.md#badge-pass-status). */
export const BADGE_PASS_STATUSES = [
  'ACTIVE',
  'CREATED',
  'ISSUE_INITIATED',
  'ISSUING',
  'SUSPENDED',
  'USER_SUSPENDED',
  'REVOKED',
  'USER_REVOKED',
  'CANCELLED',
  'EXPIRED',
  'ISSUE_FAILED',
] as const;
export type BadgePassStatus = (typeof BADGE_PASS_STATUSES)[number];

export const LIFECYCLE_ACTIONS = ['suspend', 'resume', 'revoke', 'refresh'] as const;

export const badgePass = z.object({
  id,
  accountId: id,
  badgeTemplateId: id,
  holderId: id,
  status: z.enum(BADGE_PASS_STATUSES),
  cardNumber: count,
  issuedAt: time,
  /** Accepted changes, and when they take effect. */
  pending: z.array(z.object({ action: z.enum(LIFECYCLE_ACTIONS), at: time })),
  /** Its history. */
  audit: z.array(
    z.object({
      action: z.enum([...LIFECYCLE_ACTIONS, 'added', 'renamed', 'removed']),
      reason: text.optional(),
      at: time,
    }),
  ),
});
export type BadgePass = z.infer<typeof badgePass>;
