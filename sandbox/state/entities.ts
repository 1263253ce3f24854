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
  /** "Send new passes automatically" by email. Default on. */
  sendNewPassesToEmail: boolean;
  /** "Send new passes automatically" by text message. Default on. */
  sendNewPassesToPhone: boolean;
  /** Whether text messaging is set up; if not, text messages are skipped silently. */
  messagingSetUp: boolean;
  /** The account's channels in its order of preference. */
  channels: readonly MessageChannel[];
  /** Total number of passes the plan allows; `null` for no limit. */
  passQuota: number | null;
  /** Name of the plan in the 402 texts. */
  plan: string;
  /** Whether the plan has API access, required to create a key. */
  apiAccess: boolean;
  /** Number of templates the plan allows; `null` for no limit. */
  templateQuota: number | null;
  /** The template types the plan allows; `null` for all. */
  templateTypes: readonly TemplateType[] | null;
  /** Number of locations the plan allows per template; `null` for no limit. */
  locationQuota: number | null;
  /** Whether the account has access badges. */
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
  label: string;
  /** The first characters of the value: enough to distinguish keys, too few to use one. */
  prefix: string;
  /** `'all'` is a Full access key, which may also perform owner actions. */
  scopes: 'all' | readonly Scope[];
  preset?: Preset;
  /** Only for the account's Default key: its value, the only one the service stores. */
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
  /** Rewards before the card is full. Tiers are documented, their place in the design is not. */
  stampTiers?: { threshold: number; reward: string }[];
  locations?: Location[];
}

/** A place where the phone offers the pass; other keys are kept. */
export interface Location {
  latitude: number;
  longitude: number;
  [key: string]: unknown;
}

/** The design keys for images. */
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
  /** The uploaded files the design shows, without images supplied by the service. */
  images: Partial<Record<ImageKey, string>>;
  /** When its wallet identities are ready, epoch ms: they are set up in the background. */
  walletsReadyAt: number;
  created: number;
  updated: number;
  /** Order of creation; breaks ties of `created`. */
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
  /** False once voided. Expiry does not change it: see `passState`. */
  isValid: boolean;
  invalidatedReason?: InvalidatedReason;
  /** When `isValid: true` last reactivated it; an expiry before that no longer counts. */
  revivedAt?: number;
  walletADevices: number;
  walletBDevices: number;
  /** Whether the wallet B copy was ever created; without it a notification is refused. */
  walletBCopy: boolean;
  message?: PassMessage;
  /** When wallet B showed notifications for this pass, epoch ms; only the last day matters. */
  walletBAlerts: number[];
  created: number;
  updated: number;
  /** Order of issue; breaks ties of `created`. */
  sequence: number;
}

export interface PassGroup {
  id: string;
  accountId: string;
  passIds: string[];
}
