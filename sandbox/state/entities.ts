/** Records of the service, without behavior; the rules are in `resources/`. */
import type { Preset, Scope } from '../../shared/service/scopes';
import type {
  BarcodeType,
  InvalidatedReason,
  MessageChannel,
  TemplateType,
} from '../../shared/service/vocabulary';

/** Values of a pass keyed by field ID (docs/service.md#field-values). */
export type FieldValues = Record<string, string | number>;

/** Dashboard settings of an account; the test controls can change all of them. */
export interface AccountSettings {
  /** "Send new passes automatically", email side. Default on. */
  sendNewPassesToEmail: boolean;
  /** "Send new passes automatically", text side. Default on. */
  sendNewPassesToPhone: boolean;
  /** Whether text messaging is set up; without it texts are silently not sent. */
  messagingSetUp: boolean;
  /** The account's channels in its order of preference. */
  channels: readonly MessageChannel[];
  /** How many passes the plan allows in all; `null` is no limit. */
  passQuota: number | null;
  /** Name of the plan as shown in the 402 texts. */
  plan: string;
  /** Whether the plan has API access, which making a key needs. */
  apiAccess: boolean;
  /** How many templates the plan allows; `null` is no limit. */
  templateQuota: number | null;
  /** The template types the plan allows; `null` is all. */
  templateTypes: readonly TemplateType[] | null;
  /** How many locations the plan allows on a template; `null` is no limit. */
  locationQuota: number | null;
  /** Whether the account has access badges. */
  accessBadges: boolean;
}

export interface Account {
  id: string;
  displayName: string;
  /** The owner's address; replies to messages go here. */
  email: string;
  settings: AccountSettings;
}

export interface ApiKey {
  id: string;
  accountId: string;
  label: string;
  /** The first characters of the value: enough to distinguish keys, too few to use one. */
  prefix: string;
  /** `'all'` is a Full access key, which may also perform owner actions. */
  scopes: 'all' | readonly Scope[];
  preset?: Preset;
  /** Only on the account's Default key: its value, the one value the service keeps. */
  defaultValue?: string;
  createdAt: number;
  lastUsedAt: number | null;
  disabledAt: number | null;
  rotatedAt: number | null;
}

/** One field of a design; `{}` is an empty column. */
export interface DesignField {
  id?: string;
  label?: string;
}

/** The design in a template's `pass` (docs/service.md#design-keys). Images are URLs. */
export interface Design {
  backgroundColor?: string;
  textColor?: string;
  labelColor?: string;
  adjustTextColor?: boolean;
  logo?: string;
  icon?: string;
  hero?: string;
  strip?: string;
  thumbnail?: string;
  background?: string;
  stamp?: string;
  header?: DesignField;
  rows?: DesignField[][];
  linkRows?: DesignField[];
  barcode?: boolean;
  barcodeType?: BarcodeType;
  useStampCollection?: boolean;
  stampCount?: number;
  /** Rewards on the way to a full card. Tiers are documented, their place in the design is not. */
  stampTiers?: { threshold: number; reward: string }[];
  locations?: Location[];
}

/** A place at which the phone offers the pass; further keys are kept as they come. */
export interface Location {
  latitude: number;
  longitude: number;
  [key: string]: unknown;
}

/** The design keys that hold images. */
export const IMAGE_KEYS = [
  'logo',
  'icon',
  'hero',
  'strip',
  'thumbnail',
  'background',
  'stamp',
] as const;
export type ImageKey = (typeof IMAGE_KEYS)[number];

export interface Template {
  id: string;
  accountId: string;
  name: string;
  type: TemplateType;
  design: Design;
  enrollForm: Record<string, unknown>;
  passPage: Record<string, unknown>;
  /** The uploaded files the design shows; images the service supplies are not among them. */
  images: Partial<Record<ImageKey, string>>;
  /** When its wallet identities are there, epoch ms: they are set up in the background. */
  walletsReadyAt: number;
  created: number;
  updated: number;
  /** Order of creation; settles ties of `created`. */
  sequence: number;
}

/** The message last put on a pass by a notification; times in epoch ms. */
export interface PassMessage {
  title: string;
  content: string;
  validFrom: number;
  validUntil: number;
}

interface Redemption {
  at: number;
  stamps: number;
}

export interface StampCardState {
  /** Stamps on the card now. */
  collectedStamps: number;
  /** Stamps ever collected, over all rounds of the card. */
  totalCollected: number;
  claimedTiers: number[];
  stampsUpdated: number;
  /** The last idempotency keys counted on this card, oldest first. */
  stampKeys: string[];
  redemptions: Redemption[];
}

export interface Pass extends StampCardState {
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
  /** False once voided. Natural expiry does not touch it: see `passState`. */
  isValid: boolean;
  invalidatedReason?: InvalidatedReason;
  /** When `isValid: true` last brought it back; an expiry before that no longer counts. */
  revivedAt?: number;
  walletADevices: number;
  walletBDevices: number;
  /** Whether the wallet B copy was ever made; without it a notification is refused. */
  walletBCopy: boolean;
  message?: PassMessage;
  /** When wallet B raised a notification for this pass, epoch ms; only the last day matters. */
  walletBAlerts: number[];
  created: number;
  updated: number;
  /** Order of issue; settles ties of `created`. */
  sequence: number;
}

export interface PassGroup {
  id: string;
  accountId: string;
  passIds: string[];
}
