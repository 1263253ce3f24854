/** The input of Sync List that says how many passes it may void. */

import {
  type InputField,
  type Texts,
  InvalidValue,
  required,
  text,
  transform,
} from '../../../fields';
import { trimmed } from '../../../service/text';

/** How many passes a run may void. */
export interface MaxVoid {
  /** As entered. */
  text: string;
  /** A percentage allows at least one pass, except 0%. @param count the passes that the list is about */
  limitFor(count: number): number;
}

/** An input for a number such as `10`, or a percentage such as `5%`. */
export function maxVoid(texts: Texts): InputField<MaxVoid> {
  return {
    ...required(transform(text(texts), parseMaxVoid)),
    default: '5%',
  } as InputField<MaxVoid>;
}

function parseMaxVoid(entered: string): MaxVoid {
  const [, digits, percent] = /^(\d{1,9}(?:\.\d{1,2})?) ?(%?)$/.exec(trimmed(entered)) ?? [];
  const number = Number(digits);
  if (percent === '%' && number <= 100) {
    // Count in hundredths of a percent, which are whole numbers.
    const hundredths = Math.round(number * 100);
    return {
      text: entered,
      limitFor: (count) => atLeastOne(hundredths, (hundredths * count) / 10_000),
    };
  }
  if (percent === '' && Number.isInteger(number)) return { text: entered, limitFor: () => number };
  throw new InvalidValue(
    'must be a whole number or a percentage',
    'Enter a number, e.g. 10, or a percentage, e.g. 5%.',
  );
}

function atLeastOne(share: number, limit: number): number {
  return share === 0 ? 0 : Math.max(1, Math.floor(limit));
}
