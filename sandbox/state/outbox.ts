import type { MessageChannel } from '../../shared/service/vocabulary';

/** A message that the real service would have sent. */
export interface OutboxEntry {
  id: string;
  kind: 'email' | 'text' | 'walletNotification';
  /** Email address, phone number, or for a wallet notification the pass ID. */
  to: string;
  channel: 'EMAIL' | MessageChannel | 'wallet_a' | 'wallet_b';
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
  /** Epoch ms of the service's clock. */
  at: number;
}

/** The messages sent so far. An entry dated in the future is not visible before that time. */
export class Outbox {
  private entries: OutboxEntry[] = [];

  add(entry: Omit<OutboxEntry, 'id'>): void {
    this.entries.push({ id: `message_${this.entries.length + 1}`, ...entry });
  }

  /** Messages sent by `now`, oldest first. */
  sentBy(now: number): OutboxEntry[] {
    return this.entries.filter((entry) => entry.at <= now).sort((a, b) => a.at - b.at);
  }

  /** All entries, including future ones; serializable. */
  keep(): OutboxEntry[] {
    return this.entries;
  }

  restore(entries: OutboxEntry[]): void {
    this.entries = entries;
  }
}
