import { createHash } from 'node:crypto';

import type { ApiKey } from './entities';

/** SHA-256 of a key's value, which itself is not stored. */
function fingerprintOf(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** The API keys, found by value without storing it. */
export class KeyStore {
  private readonly byFingerprint = new Map<string, ApiKey>();
  /** In order of creation. */
  private readonly fingerprints = new Map<ApiKey, string>();

  add(value: string, key: ApiKey): void {
    this.restore(fingerprintOf(value), key);
  }

  /** Restore a key by its fingerprint. */
  restore(fingerprint: string, key: ApiKey): void {
    this.byFingerprint.set(fingerprint, key);
    this.fingerprints.set(key, fingerprint);
  }

  find(value: string): ApiKey | undefined {
    return this.byFingerprint.get(fingerprintOf(value));
  }

  /** The account's keys in order of creation. */
  ofAccount(accountId: string): ApiKey[] {
    return [...this.fingerprints.keys()].filter((key) => key.accountId === accountId);
  }

  /** Replace the value of a key; the old one no longer works. */
  replaceValue(key: ApiKey, value: string): void {
    const old = this.fingerprints.get(key);
    if (old !== undefined) this.byFingerprint.delete(old);
    this.add(value, key);
  }

  /** Every key with its fingerprint, in order of creation. */
  entries(): [fingerprint: string, key: ApiKey][] {
    return [...this.fingerprints].map(([key, fingerprint]) => [fingerprint, key]);
  }
}
