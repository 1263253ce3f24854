import { ownValue } from '../runtime/records';
import { isBlank, trimmed } from '../service/text';
import type { InputField, Option, Optional, Texts } from './kinds';
import { listOf } from './parseText';
import { InvalidValue, formatValue } from './problem';

type OptionsOf<V extends string> = readonly (Option & { value: V })[];

/**
 * One of several options. With a default, it is never unset.
 * @param replaced values that are no longer offered, with the options that replaced them: saved workflows may still
 *   have them
 */
export function choice<const V extends string>(
  texts: Texts & { options: OptionsOf<V>; default: V },
  replaced?: Readonly<Record<string, V>>,
): InputField<V>;
export function choice<const V extends string>(
  texts: Texts & { options: OptionsOf<V> },
): Optional<V>;
export function choice(
  texts: Texts & { options: readonly Option[]; default?: string },
  replaced: Readonly<Record<string, string>> = {},
): InputField {
  const currentValue = (value: unknown) =>
    (typeof value === 'string' ? ownValue(replaced, value) : undefined) ?? value;
  return {
    kind: 'choice',
    required: false,
    ...texts,
    parse: (value) => parseOption(currentValue(value), texts.options),
  };
}

/** Any of several options, in the order in which they were entered: a list, or text with commas. */
export function choices<V extends string>(texts: Texts & { options: OptionsOf<V> }): Optional<V[]> {
  return {
    kind: 'choices',
    required: false,
    ...texts,
    parse(value) {
      const chosen = listOf(value)
        .flatMap((part) => (typeof part === 'string' ? part.split(',').map(trimmed) : part))
        .filter((part) => !isBlank(part))
        .map((part) => parseOption(part, texts.options));
      return chosen.length === 0 ? undefined : chosen;
    },
  };
}

/** Finds the option with exactly this value, or else with exactly this label. */
function parseOption<V extends string>(value: unknown, options: OptionsOf<V>): V {
  const option =
    options.find((known) => known.value === value) ??
    options.find((known) => known.label === value);
  if (option) return option.value;
  throw new InvalidValue(
    `is ${formatValue(value)}, but must be one of: ${options.map(({ label }) => label).join(', ')}`,
    'Choose one of the listed values.',
  );
}
