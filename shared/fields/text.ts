import { hasLostDigits } from '../service/numbers';
import { hasLoneSurrogate, shortened } from '../service/text';
import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue, typeName } from './problem';

interface TextRules {
  format?: 'fileId';
  multiline?: boolean;
  /** Removes spaces around the value. */
  trimmed?: boolean;
  /** The user's own ID, used for lookups: see {@link parseReference}. */
  isId?: boolean;
  /** Sent in a URL: its length is limited, and spaces around it are removed. */
  inUrl?: boolean;
  /** Identifies something without being an ID: see {@link withoutPlaceholder}. */
  identifies?: boolean;
  /** In UTF-16 units: the service does not document how it counts, and no count is stricter. */
  maxLength?: number;
}

/**
 * One text, kept exactly as typed unless it is an ID; numbers from a sheet become text, so that
 * leading zeros and long numbers survive.
 */
export function text({
  trimmed,
  inUrl,
  identifies,
  maxLength = Infinity,
  ...texts
}: Texts & TextRules): Optional<string> {
  return {
    kind: 'text',
    required: false,
    ...texts,
    parse(value) {
      const parsed = texts.isId || inUrl ? parseReference(value) : parseText(value);
      const checked = identifies ? withoutPlaceholder(parsed) : parsed;
      return upTo(maxLength, trimmed ? checked.trim() : checked);
    },
  };
}

/** A two-letter language code; `en-US` and `pt_BR` are shortened. */
export function locale(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'language',
    required: false,
    placeholder: 'e.g. es',
    ...texts,
    parse(value) {
      const code = parseText(value).trim();
      const language = /^([A-Za-z]{2})([-_].*)?$/.exec(code)?.[1]?.toLowerCase();
      if (language) return language;
      throw new InvalidValue(
        `is not a language code: ${formatValue(code)}`,
        'Enter two letters, e.g. en or es.',
      );
    },
  };
}

/** Text unchanged; numbers from a sheet, such as IDs and phone numbers, become text. */
export function parseText(value: unknown): string {
  if (typeof value === 'string') {
    if (!hasLoneSurrogate(value)) return value;
    throw new InvalidValue(
      'contains a broken character',
      'An emoji may have been cut in half. Map the complete text.',
    );
  }
  if (hasLostDigits(value)) {
    throw new InvalidValue(
      'is too large to keep exactly as a number; its last digits are already lost',
      'Map it as text instead of a number.',
    );
  }
  if (typeof value === 'bigint' || Number.isFinite(value)) return String(value);
  throw new InvalidValue(`must be text, not ${typeName(value)}`, 'Map a single text value.');
}

/**
 * The text of an identifier or a contact. `M-{{contact.id}}` is what remains if nothing filled a placeholder:
 * the same text for everybody, so that one person would get what is about another.
 */
export function withoutPlaceholder(text: string): string {
  if (!/\{\{|\}\}/.test(text)) return text;
  throw new InvalidValue(
    `contains an unresolved placeholder: ${shortened(text.trim())}`,
    'Enter or map the value itself: nothing has filled the part in double braces.',
  );
}

/** Longest URL-encoded text in a URL; servers accept URLs with three of them. */
const MAX_ENCODED_LENGTH = 4000;

/** An identifier or a contact, without the spaces that sheets leave around it. */
export function parseIdentifier(value: unknown): string {
  return withoutPlaceholder(parseText(value).trim());
}

/** An identifier used for lookups: sent in a URL, so its length is limited. */
export function parseReference(value: unknown): string {
  const reference = parseIdentifier(value);
  if (encodeURIComponent(reference).length <= MAX_ENCODED_LENGTH) return reference;
  throw new InvalidValue(
    `is too long (${Array.from(reference).length} characters): ${formatValue(reference)}`,
    'Check the mapped value: it should be a short reference.',
  );
}

function upTo(maxLength: number, value: string): string {
  if (value.length <= maxLength) return value;
  throw new InvalidValue(
    `is longer than ${maxLength} characters`,
    `Shorten the text to ${maxLength} characters or fewer.`,
  );
}
