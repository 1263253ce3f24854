import { createHash } from 'node:crypto';

import type { ApiKey } from './entities';

/** What is kept of a key's value (spec, API key: "Only a fingerprint is stored"). */
function fingerprint(value: string): string {
  return createHash('sha256').update(value).digest('hex');
}

/** The API keys, found by their value without storing it. */
export class KeyStore {
  private readonly byFingerprint = new Map<string, ApiKey>();

  add(value: string, key: ApiKey): void {
    this.byFingerprint.set(fingerprint(value), key);
  }

  find(value: string): ApiKey | undefined {
    return this.byFingerprint.get(fingerprint(value));
  }
}
