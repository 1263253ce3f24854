/**
 * Turns a value into a text: as entered, or as an identifier, which must not be the same text for everybody. Each
 * parser also refuses everything that the parser above it refuses:
 *
 *     parseText         anything but a text or a number
 *     parseNaming       placeholders and error values, also within a contact
 *     parseVisible      invisible characters
 *     parseIdentifier   words for a missing value
 *     parseReference    a text that is too long for a URL
 *
 * `IDENTIFIER_PARSERS` combines them: the user's own IDs are also refused if a part of them is missing (`wholeId`), and
 * a prefix may be a word for a missing value.
 */

import { parseJson } from '../runtime/records';
import {
  ERROR_VALUE_FIX,
  PLACEHOLDER,
  errorValueIn,
  hasShortenedNumber,
  isNoValue,
  lacksPart,
  missingValueIn,
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
import type { Identifies } from './kinds';
import { InvalidValue, formatValue, typeName } from './problem';

/** Returns text unchanged. Numbers from a sheet, such as IDs and phone numbers, become text. */
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

/** Longest URL-encoded text in a URL. Servers accept URLs with three of them. */
const MAX_ENCODED_LENGTH = 4000;

/** An identifier or a contact, in the form in which it is compared and sent. */
export function parseNaming(value: unknown): string {
  const naming = plain(unwrapped(value));
  assertIdentifies(naming);
  return naming;
}

/**
 * Undoes the changes that sheets make to a text: blanks around it, the formula `="0042"`, which keeps zeros in an
 * export, and the exponent of a whole number.
 */
function unwrapped(value: unknown): string {
  const text = trimmed(parseText(value));
  const inFormula = /^="(.*)"$/su.exec(text)?.[1];
  return withoutExponent(inFormula === undefined ? text : trimmed(inFormula.replaceAll('""', '"')));
}

/** The parser of a text that identifies something. */
export const IDENTIFIER_PARSERS: Record<Identifies, (value: unknown) => string> = {
  externalId: (value) => wholeId(parseReference(value)),
  externalIdPrefix: parsePrefix,
  ownId: (value) => wholeId(parseIdentifier(value)),
  barcode: parseBarcode,
  name: parseIdentifier,
};

/** The content of a barcode is an identifier, too, but stays as entered, because a scanner reads each byte of it. */
function parseBarcode(value: unknown): string {
  wholeId(parseIdentifier(value));
  return unwrapped(value);
}

/** An identifier. */
export function parseIdentifier(value: unknown): string {
  const identifier = parseVisible(value);
  if (!isNoValue(identifier)) return identifier;
  throw new InvalidValue(`marks a missing value: ${quoted(identifier)}`, ERROR_VALUE_FIX);
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

/** The user's own ID, e.g. of a member or an order; refused if a part of it is missing. */
function wholeId(id: string): string {
  if (!lacksPart(id)) return id;
  throw emptyPart(`begins or ends with a separator: ${quoted(id)}`);
}

function emptyPart(problem: string): InvalidValue {
  return new InvalidValue(
    problem,
    'A part of its expression is probably empty for this item. Correct it, or map the ID itself.',
  );
}

/** An identifier for lookups. It is sent in a URL, so its length is limited. */
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

/** The values of a list, which AI tools deliver as JSON text, without blank values. */
export function listOf(value: unknown): unknown[] {
  const json = typeof value === 'string' ? parseJson(trimmed(value)) : undefined;
  return [Array.isArray(json) ? json : value].flat().filter((part) => !isBlank(part));
}

/**
 * The beginning of references. Refuses a space at its end, because nobody sees it, and without it the prefix would
 * match more references.
 */
function parsePrefix(value: unknown): string {
  const prefix = short(parseVisible(value));
  const entered = parseText(value);
  if (entered.endsWith(trimmed(entered))) return prefix;
  throw new InvalidValue(`ends with a space: ${quoted(prefix)}`, 'Remove the space.');
}

/**
 * Refuses a text that may be the same for everybody, so that one person would get another person's data: the rest of an
 * unfilled placeholder (`M-{{contact.id}}`), an error value of a sheet or an expression, or a number that a sheet shows
 * shortened.
 */
function assertIdentifies(text: string): void {
  const shown = shortened(trimmed(text));
  if (PLACEHOLDER.test(text)) {
    throw new InvalidValue(
      `contains an unresolved placeholder: ${shown}`,
      'Enter or map the value itself: nothing has filled the placeholder.',
    );
  }
  const missing = missingValueIn(text);
  const errorValue = errorValueIn(text) ?? missing;
  if (errorValue !== undefined && errorValue === shown) {
    throw new InvalidValue(`is the error value ${quoted(errorValue)}`, ERROR_VALUE_FIX);
  }
  if (missing !== undefined && errorValue === missing) {
    throw emptyPart(`has an empty part, ${quoted(missing)}: ${shown}`);
  }
  if (errorValue !== undefined) {
    const problem = `contains the error value ${quoted(errorValue)}: ${shown}`;
    throw new InvalidValue(problem, ERROR_VALUE_FIX);
  }
  if (hasShortenedNumber(text)) {
    throw new InvalidValue(
      `is a number that the sheet shows shortened: ${shown}`,
      'Format the column as text or as a number without decimals, so that the sheet shows all digits.',
    );
  }
}
