import { createHash } from 'node:crypto';

import { withoutExponent } from './numbers';
import { comparable, asSeen } from './text';

/**
 * The same text for external IDs that may mean the same to a person, or that a sheet or a form may have changed. It
 * ignores everything that {@link plain} folds, case, blanks, the kinds of dashes, accents as apostrophes, `ß` and `ss`,
 * leading zeros, a leading `+` or apostrophe, separators of thousands, decimal commas, a trailing `.0`, an exponent and
 * the formula `="0042"`. Use it only to leave a pass alone in doubt, because the service treats each spelling as
 * another external ID.
 */
export function looseExternalId(externalId: string): string {
  return (
    comparable(withoutExponent(externalId).replace(/[`´]/g, "'").normalize('NFKC'))
      .replace(/\s/g, '')
      .replace(/^="(.*)"$/, '$1')
      .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
      .replace(/^['+]+/, '')
      .replace(/\d[\d.,']*/g, withoutThousands)
      .replace(/(\d),(?=\d)/g, '$1.')
      .replace(/ß/g, 'ss')
      // `İ` in lower case is `i` with a dot above it.
      .replace(/\u0307/g, '')
      .replace(/\.0+$/, '')
      .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''))
  );
}

/** `1,000`, `1.000` and `1'000`, also with decimals that are zero: `1,000.00`. */
function withoutThousands(number: string): string {
  const isGrouped = /^\d{1,3}(?:[.,']\d{3})+(?:[.,]0{1,2})?$/.test(number);
  return isGrouped ? number.replace(/[.,]0{1,2}$/, '').replace(/\D/g, '') : number;
}

/** 80 bits: a collision among a million rows is less likely than one in a trillion. */
const HEX_DIGITS = 20;

/**
 * A stable external ID for a row that has none: `row-` and the first 20 hex digits of the SHA-256 hash of the values as
 * a JSON array (UTF-8). Values that look the same have the same ID. Case matters, except in an email address.
 */
export function deriveExternalId(values: readonly string[]): string {
  const compared = values.map((value) => (value.includes('@') ? comparable : asSeen)(value));
  const hash = createHash('sha256').update(JSON.stringify(compared)).digest('hex');
  return `row-${hash.slice(0, HEX_DIGITS)}`;
}
