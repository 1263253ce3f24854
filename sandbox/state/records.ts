/** Schemas of the records, to validate untrusted input. */
import { z } from 'zod';

import { PRESETS, type Preset, SCOPES } from '../../shared/service/scopes';
import {
  BARCODE_TYPES,
  INVALIDATED_REASONS,
  MESSAGE_CHANNELS,
  TEMPLATE_TYPES,
} from '../../shared/service/vocabulary';
import {
  BADGE_PASS_STATUSES,
  type BadgeHolder,
  type BadgeInvite,
  type BadgePass,
  type BadgeTemplate,
  LIFECYCLE_ACTIONS,
} from './badgeEntities';
import {
  type Account,
  type AccountSettings,
  type ApiKey,
  type Design,
  IMAGE_KEYS,
  type Pass,
  type PassGroup,
  type Template,
} from './entities';
import { FILE_PURPOSES, LOGO_TREATMENTS, SCALES, type StoredFile } from './fileEntities';
import type { OutboxEntry } from './outbox';

/** The maximum distance of a `Date` from 1970, ms. */
const FARTHEST = 8.64e15;

const id = z.string().min(1);
const text = z.string();
const count = z.number().int().min(0);
/** Epoch ms. */
const moment = z.number().min(-FARTHEST).max(FARTHEST);
const quota = count.nullable();
/** A record with an optional entry for each key. */
const optionalKeys = <Key extends string, Value extends z.ZodTypeAny>(
  keys: readonly Key[],
  value: Value,
) =>
  z.object(
    Object.fromEntries(keys.map((key) => [key, value.optional()])) as Record<
      Key,
      z.ZodOptional<Value>
    >,
  );

export const accountSettings = z.object({
  sendNewPassesToEmail: z.boolean(),
  sendNewPassesToPhone: z.boolean(),
  messagingSetUp: z.boolean(),
  channels: z.array(z.enum(MESSAGE_CHANNELS)),
  passQuota: quota,
  plan: text,
  apiAccess: z.boolean(),
  templateQuota: quota,
  templateTypes: z.array(z.enum(TEMPLATE_TYPES)).nullable(),
  locationQuota: quota,
  accessBadges: z.boolean(),
}) satisfies z.ZodType<AccountSettings>;

export const account = z.object({
  id,
  displayName: text,
  email: text,
  settings: accountSettings,
}) satisfies z.ZodType<Account>;

export const keyScopes = z.union([z.literal('all'), z.array(z.enum(SCOPES))], {
  errorMap: () => ({ message: `must be "all" or a list of these: ${SCOPES.join(', ')}` }),
});

export const apiKey = z.object({
  id,
  accountId: id,
  label: text,
  prefix: text,
  scopes: keyScopes,
  preset: z.enum(Object.keys(PRESETS) as [Preset, ...Preset[]]).optional(),
  defaultValue: text.optional(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
  disabledAt: moment.nullable(),
  rotatedAt: moment.nullable(),
}) satisfies z.ZodType<ApiKey>;

const designField = z.object({ id: id.optional(), label: text.optional() });

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
  stampTiers: z.array(z.object({ threshold: count, reward: text })).optional(),
  locations: z.array(z.object({ latitude: z.number(), longitude: z.number() })).optional(),
}) satisfies z.ZodType<Design>;

export const template = z.object({
  id,
  accountId: id,
  name: text,
  type: z.enum(TEMPLATE_TYPES),
  design,
  enrollForm: z.record(z.unknown()),
  passPage: z.record(z.unknown()),
  images: optionalKeys(IMAGE_KEYS, id),
  walletsReadyAt: moment,
  created: moment,
  updated: moment,
  sequence: count,
}) satisfies z.ZodType<Template>;

const fieldValues = z.record(z.union([text, z.number()]));

export const pass = z.object({
  id,
  accountId: id,
  templateId: id,
  groupId: id.optional(),
  externalId: text.optional(),
  templateFields: fieldValues,
  customFields: fieldValues,
  redemptionValue: text,
  email: text.optional(),
  phone: text.optional(),
  isValid: z.boolean(),
  invalidatedReason: z.enum(INVALIDATED_REASONS).optional(),
  revivedAt: moment.optional(),
  collectedStamps: count,
  totalCollected: count,
  claimedTiers: z.array(count),
  stampsUpdated: moment,
  stampKeys: z.array(text),
  redemptions: z.array(z.object({ at: moment, stamps: count })),
  walletADevices: count,
  walletBDevices: count,
  walletBCopy: z.boolean(),
  message: z
    .object({ title: text, content: text, validFrom: moment, validUntil: moment })
    .optional(),
  walletBAlerts: z.array(moment),
  created: moment,
  updated: moment,
  sequence: count,
}) satisfies z.ZodType<Pass>;

export const passGroup = z.object({
  id,
  accountId: id,
  passIds: z.array(id),
}) satisfies z.ZodType<PassGroup>;

export const outboxEntry = z.object({
  id,
  kind: z.enum(['email', 'text', 'walletNotification']),
  to: text,
  channel: z.enum(['EMAIL', 'wallet_a', 'wallet_b', ...MESSAGE_CHANNELS]),
  passIds: z.array(id),
  passId: id.optional(),
  groupId: id.optional(),
  templateId: id,
  inviteCode: id.optional(),
  title: text,
  body: text,
  link: text.optional(),
  replyTo: text.optional(),
  locale: text,
  at: moment,
}) satisfies z.ZodType<OutboxEntry>;

const storedImage = z.object({
  // It names a file on disk.
  blob: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'),
  mime: text,
  size: count,
  width: count,
  height: count,
});

export const storedFile = z.object({
  id,
  accountId: id,
  purpose: z.enum(FILE_PURPOSES).nullable(),
  templateId: id.nullable(),
  sourceUrl: text.nullable(),
  image: storedImage,
  variants: optionalKeys(SCALES, storedImage),
  logo: z
    .object({
      treatment: z.enum(LOGO_TREATMENTS),
      originalId: id,
      color: text.optional(),
      solidBackground: z.boolean(),
    })
    .optional(),
  created: moment,
}) satisfies z.ZodType<StoredFile>;

export const badgeTemplate = z.object({
  id,
  accountId: id,
  name: text,
  active: z.boolean(),
  walletAStatus: text,
  color: text,
  facilityCode: count,
  keyset: text,
  nextCardNumber: count,
  created: moment,
  updated: moment,
}) satisfies z.ZodType<BadgeTemplate>;

const holderName = z.object({ firstName: text.optional(), lastName: text.optional() });

export const badgeInvite = holderName.extend({
  code: id,
  accountId: id,
  badgeTemplateId: id,
  email: text.optional(),
  phone: text.optional(),
  days: count,
  createdAt: moment,
  expiresAt: moment,
  usedAt: moment.nullable(),
  sequence: count,
}) satisfies z.ZodType<BadgeInvite>;

export const badgeHolder = z.object({
  id,
  email: text.optional(),
  phone: text.optional(),
  names: z.record(holderName),
}) satisfies z.ZodType<BadgeHolder>;

export const badgePassStatus = z.enum(BADGE_PASS_STATUSES);

export const badgePass = z.object({
  id,
  accountId: id,
  badgeTemplateId: id,
  holderId: id,
  status: badgePassStatus,
  cardNumber: count,
  issuedAt: moment,
  pending: z.array(z.object({ action: z.enum(LIFECYCLE_ACTIONS), at: moment })),
  audit: z.array(
    z.object({
      action: z.enum([...LIFECYCLE_ACTIONS, 'added', 'renamed', 'removed']),
      reason: text.optional(),
      at: moment,
    }),
  ),
  sequence: count,
}) satisfies z.ZodType<BadgePass>;
