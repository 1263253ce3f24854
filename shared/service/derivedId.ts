import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';

import { asSeen, comparable } from './text';

/** 80 bits: a collision among a million rows is less likely than one in a trillion. */
const HEX_DIGITS = 20;

/**
 * A stable external ID for a row that has none: `row-` and the first 20 hex digits of the SHA-256 hash
 * of the values as a JSON array (UTF-8). Values that look the same have the same ID; case matters, but not in an email
 * address.
 */
export function deriveExternalId(values: readonly string[]): string {
  const compared = values.map((value) => (value.includes('@') ? comparable : asSeen)(value));
  const hash = sha256(new TextEncoder().encode(JSON.stringify(compared)));
  return `row-${bytesToHex(hash).slice(0, HEX_DIGITS)}`;
}
