/** Records of the service, without behavior; the rules are in `resources/`. Times are epoch ms of its clock. */
import type { Preset, Scope } from '../../shared/service/scopes';
import type {
  BarcodeType,
  InvalidatedReason,
  MessageChannel,
  TemplateType,
} from '../../shared/service/vocabulary';

/** Dashboard settings of an account; the test controls can change all of them. */
export interface AccountSettings {
  /** "Send new passes automatically" by email. Default on. */
  sendNewPassesToEmail: boolean;
  /** "Send new passes automatically" by text message. Default on. */
  sendNewPassesToPhone: boolean;
  /** Whether text messaging is set up; if not, text messages are skipped silently. */
  messagingSetUp: boolean;
  /** The account's channels in its order of preference. */
  channels: MessageChannel[];
  /** Total number of passes. */
  passQuota: number | null;
  /** Name of the plan in the 402 texts. */
  plan: string;
  /** Whether the plan has API access, required to create a key. */
  apiAccess: boolean;
  templateQuota: number | null;
  /** The template types the plan allows; `null` for all. */
  templateTypes: TemplateType[] | null;
  /** Number of locations per template. */
  locationQuota: number | null;
  accessBadges: boolean;
}

export interface Account {
  id: string;
  displayName: string;
  /** The owner's email address; replies to messages go here. */
  email: string;
  settings: AccountSettings;
}

export interface ApiKey {
  id: string;
  accountId: string;
  /** SHA-256 of the value, which itself is not stored. */
  fingerprint: string;
  label: string;
  /** The first characters of the value: enough to distinguish keys, too few to use one. */
  prefix: string;
  /** `'all'` is Full access, which includes owner actions. */
  scopes: 'all' | readonly Scope[];
  preset?: Preset;
  /** Only for the account's Default key: its value, the only one the service stores. */
  defaultValue?: string;
  createdAt: number;
  lastUsedAt: number | null;
  disabledAt: number | null;
  rotatedAt: number | null;
}

/** The design keys for images. */
// prettier-ignore
export const IMAGE_KEYS = ['logo', 'icon', 'hero', 'strip', 'thumbnail', 'background', 'stamp'] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

/** One field of a design; `{}` is an empty column. */
export interface DesignField {
  id?: string;
  label?: string;
}

/** The design in a template's `pass` (docs/service.md#design-keys). Images are URLs. */
export interface Design extends Partial<Record<ImageKey, string>> {
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  adjustTextColor?: boolean;
  header?: DesignField;
  rows?: DesignField[][];
  linkRows?: DesignField[];
  barcode?: boolean;
  barcodeType?: BarcodeType;
  useStampCollection?: boolean;
  stampCount?: number;
  /** Rewards before the card is full. Tiers are documented, their place in the design is not. */
  stampTiers?: { threshold: number; reward: string }[];
  /** Places where the phone offers the pass; other keys are kept. */
  locations?: { latitude: number; longitude: number; [key: string]: unknown }[];
}

export interface Template {
  id: string;
  accountId: string;
  name: string;
  type: TemplateType;
  design: Design;
  enrollForm: Record<string, unknown>;
  passPage: Record<string, unknown>;
  /** The uploaded files the design shows, without images supplied by the service. */
  images: Partial<Record<ImageKey, string>>;
  /** When its wallet identities are ready: they are set up in the background. */
  walletsReadyAt: number;
  created: number;
  updated: number;
  /** Its passes still exist and are shown. */
  deleted: boolean;
}

/** Values of a pass keyed by field ID (docs/service.md#field-values). */
export type FieldValues = Record<string, string | number>;

export interface StampCard {
  /** Stamps on the card now. */
  collectedStamps: number;
  /** Stamps ever collected, over all rounds of the card. */
  totalCollected: number;
  claimedTiers: number[];
  stampsUpdated: number;
  /** The last idempotency keys counted on this card, oldest first. */
  stampKeys: string[];
  redemptions: { at: number; stamps: number }[];
}

/** The message last put on a pass by a notification. */
export interface PassMessage {
  title: string;
  content: string;
  validFrom: number;
  validUntil: number;
}

export interface Pass extends StampCard {
  id: string;
  accountId: string;
  templateId: string;
  /** The multi-pass issue it came from. */
  groupId?: string;
  externalId?: string;
  templateFields: FieldValues;
  customFields: FieldValues;
  redemptionValue: string;
  email?: string;
  phone?: string;
  /** False once voided. Expiration does not change it: see `passState`. */
  isValid: boolean;
  invalidatedReason?: InvalidatedReason;
  /** When `isValid: true` last reactivated it; an expiration before that no longer counts. */
  revivedAt?: number;
  walletADevices: number;
  walletBDevices: number;
  /** Whether the wallet B copy was ever created; without it a notification is refused. */
  walletBCopy: boolean;
  message?: PassMessage;
  /** When wallet B showed notifications for this pass; only the last day matters. */
  walletBAlerts: number[];
  created: number;
  updated: number;
}

/** Several passes issued together. */
export interface PassGroup {
  id: string;
  accountId: string;
  passIds: string[];
}

/** A message that the real service would have sent. */
export interface OutboxEntry {
  id: string;
  kind: 'email' | 'text' | 'walletNotification';
  /** Email address, phone number, or for a wallet notification the pass ID. */
  to: string;
  channel: 'EMAIL' | 'wallet_a' | 'wallet_b' | MessageChannel;
  /** The passes it is about; several only for a multi-pass issue. */
  passIds: string[];
  passId?: string;
  groupId?: string;
  /** The template, or the access badge of an invite. */
  templateId: string;
  /** The invite it contains. */
  inviteCode?: string;
  /** Subject of an email, title of a notification; empty for texts. */
  title: string;
  body: string;
  link?: string;
  /** Reply-To address of an email. */
  replyTo?: string;
  locale: string;
  /** May be in the future; until then the message is not visible. */
  at: number;
}

/** What an image is for; the sizes depend on it. */
export type FilePurpose = `template_${ImageKey}`;
export const FILE_PURPOSES = IMAGE_KEYS.map((key): FilePurpose => `template_${key}`) as [
  FilePurpose,
  ...FilePurpose[],
];

export const SCALES = ['1x', '2x', '3x'] as const;
export type Scale = (typeof SCALES)[number];

export const LOGO_TREATMENTS = ['original', 'transparent', 'onecolor'] as const;
type LogoTreatment = (typeof LOGO_TREATMENTS)[number];

export interface Image {
  bytes: Buffer;
  mime: string;
  /** Pixels. */
  width: number;
  height: number;
}

export interface StoredFile {
  id: string;
  accountId: string;
  purpose: FilePurpose | null;
  templateId: string | null;
  /** URL it was fetched from, if any. */
  sourceUrl: string | null;
  /** Content of `url`: the 1x image, or, without a purpose, the original upload. */
  image: Image;
  /** Resized images; empty without a purpose. */
  variants: Partial<Record<Scale, Image>>;
  /** Only on logos: which variant of a logo it is. */
  logo?: {
    treatment: LogoTreatment;
    /** The original of this variant; an original refers to itself. */
    originalId: string;
    /** Only for a one-color variant, `#rrggbb`. */
    color?: string;
    /** Whether the original had a solid background. */
    solidBackground: boolean;
  };
  created: number;
}

/** A badge's design, created and published in the dashboard. */
export interface BadgeTemplate {
  id: string;
  accountId: string;
  name: string;
  /** Published. */
  active: boolean;
  walletAStatus: string;
  /** Shown on its pages, `#rrggbb`. */
  color: string;
  /** Numbers in every credential of this badge. */
  facilityCode: number;
  keyset: string;
  /** Number of the next badge pass: a card number is never reused. */
  nextCardNumber: number;
  created: number;
  updated: number;
}

/** One account's name for a person. */
export interface HolderName {
  firstName?: string;
  lastName?: string;
}

/** A single-use link giving one person one badge pass. It stays after use and expiration. */
export interface BadgeInvite extends HolderName {
  code: string;
  accountId: string;
  badgeTemplateId: string;
  email?: string;
  phone?: string;
  days: number;
  createdAt: number;
  expiresAt: number;
  /** When the badge was added to a wallet. */
  usedAt: number | null;
}

/** A person who added a badge; the same person may hold badges of several accounts. */
export interface BadgeHolder {
  id: string;
  email?: string;
  phone?: string;
  /** By account ID, without accounts that removed the person. */
  names: Record<string, HolderName | undefined>;
}

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
type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

export interface BadgePass {
  id: string;
  accountId: string;
  badgeTemplateId: string;
  holderId: string;
  status: BadgePassStatus;
  cardNumber: number;
  issuedAt: number;
  /** Accepted changes, and when they take effect. */
  pending: { action: LifecycleAction; at: number }[];
  /** Its history. */
  audit: {
    action: LifecycleAction | 'added' | 'renamed' | 'removed';
    reason?: string;
    at: number;
  }[];
}
