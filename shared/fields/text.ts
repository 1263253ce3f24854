/** The fields for a text, a language and a color. */

import { HEX_COLOR } from '../design/designJson';
import { ERROR_VALUE_FIX, errorValueProblem } from '../service/errorValues';
import { trimmed } from '../service/text';
import { type Identifies, type Optional, type Texts, builder } from './kinds';
import { IDENTIFIER_PARSERS, parseText } from './parseText';
import { InvalidValue, formatValue } from './problem';

interface TextRules {
  format?: 'fileId';
  multiline?: boolean;
  identifies?: Identifies;
  /** In UTF-16 units, the strictest count, because the service does not document how it counts. */
  maxLength?: number;
}

/**
 * One text, kept exactly as typed unless it is an ID. Numbers from a sheet become text, so that leading zeros and long
 * numbers survive.
 */
export function text({ maxLength = Infinity, ...texts }: Texts & TextRules): Optional<string> {
  return {
    kind: 'text',
    required: false,
    ...texts,
    parse(value) {
      if (texts.identifies) return IDENTIFIER_PARSERS[texts.identifies](value);
      const parsed = parseText(value);
      // On a phone or a badge, everybody whose value is missing would see the same error value.
      const problem = errorValueProblem(parsed);
      if (problem !== undefined) throw new InvalidValue(problem, ERROR_VALUE_FIX);
      return upTo(maxLength, parsed);
    },
  };
}

/** A two-letter language code; `en-US` and `pt_BR` are shortened. */
export const locale = builder(
  { kind: 'text', format: 'language', placeholder: 'e.g. es' },
  (value) => {
    const code = trimmed(parseText(value));
    const language = /^([A-Za-z]{2})([-_].*)?$/.exec(code)?.[1]?.toLowerCase();
    if (language) return language;
    throw new InvalidValue(
      `is not a language code: ${formatValue(code)}`,
      'Enter two letters, e.g. en or es.',
    );
  },
);

function upTo(maxLength: number, value: string): string {
  if (value.length <= maxLength) return value;
  throw new InvalidValue(
    `is longer than ${maxLength} characters`,
    `Shorten the text to ${maxLength} characters or fewer.`,
  );
}

/** `#RRGGBB` or `#RGB`, also without the `#`, because sheets drop it. */
export const color = builder({ kind: 'color', placeholder: 'e.g. #1A2B3C' }, (value) => {
  const entered = trimmed(parseText(value));
  const hex = entered.startsWith('#') ? entered : `#${entered}`;
  if (HEX_COLOR.test(hex)) return hex;
  throw new InvalidValue(
    `is not a color: ${formatValue(entered)}`,
    'Enter a color with six hex digits, e.g. #1A2B3C.',
  );
});
