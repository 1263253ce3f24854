/**
 * How a value becomes a text: as entered, or as an identifier, which must not be the same text for everybody. Each parser
 * refuses what the one above it does, too:
 *
 *     parseText         what is neither a text nor a number
 *     parseNaming       placeholders and error values, also within a contact
 *     parseVisible      characters that nobody sees
 *     parseIdentifier   words for a missing value
 *     parseReference    what is too long for a URL
 *     wholeId           an ID of the user's own that lacks a part
 */

import { parseJson } from '../runtime/records';
import {
  ERROR_VALUE_HINT,
  PLACEHOLDER,
  errorValueIn,
  hasShortenedNumber,
  isNoValue,
  lacksPart,
} from '../service/errorValues';
import { exactNumber, withoutExponent } from '../service/numbers';
import {
  HIDDEN,
  hasLoneSurrogate,
  isBlank,
  namedCharacter,
  plain,
  quoted,
  shortened,
  trimmed,
} from '../service/text';
import { InvalidValue, formatValue, typeName } from './problem';

/** Text unchanged; numbers from a sheet, such as IDs and phone numbers, become text. */
export function parseText(value: unknown): string {
  if (typeof value === 'string') {
    if (!hasLoneSurrogate(value)) return value;
    throw new InvalidValue(
      'contains a broken character',
      'An emoji may have been cut in half. Map the complete text.',
    );
  }
  if (typeof value === 'bigint') return String(value);
  if (Number.isFinite(value)) {
    const exact = exactNumber(value as number);
    if (exact !== undefined) return String(exact);
    throw new InvalidValue(
      'is too large to keep exactly as a number; its last digits are already lost',
      'Map it as text instead of a number.',
    );
  }
  throw new InvalidValue(`must be text, not ${typeName(value)}`, 'Map a single text value.');
}

/** Longest URL-encoded text in a URL; servers accept URLs with three of them. */
const MAX_ENCODED_LENGTH = 4000;

/** An identifier or a contact, in the one form in which it is compared and sent. */
export function parseNaming(value: unknown): string {
  const naming = plain(unwrapped(value));
  assertIdentifies(naming);
  return naming;
}

/**
 * A text without what sheets make of it: blanks around it, the formula `="0042"`, which keeps zeros in an export, and the
 * exponent of a whole number.
 */
function unwrapped(value: unknown): string {
  const text = trimmed(parseText(value));
  const inFormula = /^="(.*)"$/su.exec(text)?.[1];
  return withoutExponent(inFormula === undefined ? text : trimmed(inFormula.replaceAll('""', '"')));
}

/** The content of a barcode identifies, too, but a scanner reads each byte of it. */
export function parseBarcode(value: unknown): string {
  wholeId(parseIdentifier(value));
  return unwrapped(value);
}

/** An identifier. */
export function parseIdentifier(value: unknown): string {
  const identifier = parseVisible(value);
  if (!isNoValue(identifier)) return identifier;
  throw new InvalidValue(`marks a missing value: ${quoted(identifier)}`, ERROR_VALUE_HINT);
}

function parseVisible(value: unknown): string {
  const text = parseNaming(value);
  const hidden = text.search(HIDDEN);
  if (hidden < 0) return text;
  throw new InvalidValue(
    `contains ${namedCharacter(text, hidden)}: ${quoted(text)}`,
    'Remove this character where the value comes from: with it, the ID is another one that looks the same.',
  );
}

/** An ID of the user's own, e.g. of a member or an order; refused if a part of it is missing. */
export function wholeId(id: string): string {
  if (!lacksPart(id)) return id;
  throw new InvalidValue(
    `begins or ends with a separator: ${quoted(id)}`,
    'A part of its expression is probably empty for this item. Correct it, or map the ID itself.',
  );
}

/** An identifier used for lookups: sent in a URL, so its length is limited. */
export function parseReference(value: unknown): string {
  return short(parseIdentifier(value));
}

function short(reference: string): string {
  if (encodeURIComponent(reference).length <= MAX_ENCODED_LENGTH) return reference;
  throw new InvalidValue(
    `is too long (${Array.from(reference).length} characters): ${formatValue(reference)}`,
    'Check the mapped value: it should be a short reference.',
  );
}

/** The values of a list, or of one as JSON text, as AI tools deliver it; without blank ones. */
export function listOf(value: unknown): unknown[] {
  const json = typeof value === 'string' ? parseJson(trimmed(value)) : undefined;
  return [Array.isArray(json) ? json : value].flat().filter((part) => !isBlank(part));
}

/** The beginning of references. Without the space at its end, which nobody sees, it would mean more of them. */
export function parsePrefix(value: unknown): string {
  const prefix = short(parseVisible(value));
  const entered = parseText(value);
  if (entered.endsWith(trimmed(entered))) return prefix;
  throw new InvalidValue(`ends with a space: ${quoted(prefix)}`, 'Remove the space.');
}

/**
 * Refuses what is the same text for everybody, so that one person would get what is about another: what remains if
 * nothing filled a placeholder (`M-{{contact.id}}`), an error value of a sheet or an expression, a number that a
 * sheet shows shortened.
 */
function assertIdentifies(text: string): void {
  const shown = shortened(trimmed(text));
  if (PLACEHOLDER.test(text)) {
    throw new InvalidValue(
      `contains an unresolved placeholder: ${shown}`,
      'Enter or map the value itself: nothing has filled the placeholder.',
    );
  }
  const errorValue = errorValueIn(text);
  if (errorValue !== undefined) {
    throw new InvalidValue(
      `contains the error value ${quoted(errorValue)}: ${shown}`,
      ERROR_VALUE_HINT,
    );
  }
  if (hasShortenedNumber(text)) {
    throw new InvalidValue(
      `is a number that the sheet shows shortened: ${shown}`,
      'Format the column as text or as a number without decimals, so that the sheet shows all digits.',
    );
  }
}
