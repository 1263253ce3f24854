import { trimmed } from '../service/text';
import { HEX_COLOR } from '../design/designJson';
import type { Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';
import { parseText } from './parseText';

/** `#RRGGBB` or `#RGB`, also without the `#`, which sheets drop. */
export function color(texts: Texts): Optional<string> {
  return {
    kind: 'color',
    required: false,
    placeholder: 'e.g. #1A2B3C',
    ...texts,
    parse(value) {
      const entered = trimmed(parseText(value));
      const hex = entered.startsWith('#') ? entered : `#${entered}`;
      if (HEX_COLOR.test(hex)) return hex;
      throw new InvalidValue(
        `is not a color: ${formatValue(entered)}`,
        'Enter a color with six hex digits, e.g. #1A2B3C.',
      );
    },
  };
}
