/** Records of access badges; the rules live in `resources/badges`. */

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
export type LifecycleAction = (typeof LIFECYCLE_ACTIONS)[number];

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

/** A single-use link giving one person one badge pass. It stays after use and expiry. */
export interface BadgeInvite {
  code: string;
  accountId: string;
  badgeTemplateId: string;
  email?: string;
  phone?: string;
  firstName?: string;
  lastName?: string;
  days: number;
  createdAt: number;
  expiresAt: number;
  /** When the badge was added to a wallet. */
  usedAt: number | null;
  /** Order of creation; breaks ties of `createdAt`. */
  sequence: number;
}

/** One account's name for a person. */
export interface HolderName {
  firstName?: string;
  lastName?: string;
}

/** A person who added a badge; the same person may hold badges of several accounts. */
export interface BadgeHolder {
  id: string;
  email?: string;
  phone?: string;
  /** By account ID, without accounts that removed the person. */
  names: Record<string, HolderName>;
}

/** An accepted change that takes effect a moment later. */
interface PendingAction {
  action: LifecycleAction;
  /** When it takes effect, epoch ms of the service's clock. */
  at: number;
}

/** Entry in the history of a badge pass. */
interface AuditEntry {
  action: LifecycleAction | 'added' | 'renamed' | 'removed';
  reason?: string;
  at: number;
}

export interface BadgePass {
  id: string;
  accountId: string;
  badgeTemplateId: string;
  holderId: string;
  status: BadgePassStatus;
  cardNumber: number;
  issuedAt: number;
  pending: PendingAction[];
  audit: AuditEntry[];
  /** Order of issue; breaks ties of `issuedAt`. */
  sequence: number;
}
