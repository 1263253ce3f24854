import { exactNumber, plainNumber } from '../service/numbers';
import type { InputField, Optional, Texts } from './kinds';
import { InvalidValue, formatValue } from './problem';

interface NumberRules {
  min?: number;
  /** It must be greater than this. */
  above?: number;
  max?: number;
  integer: boolean;
}

/** One number. With a default, it is never unset. */
export function number(texts: Texts & NumberRules & { default: number }): InputField<number>;
export function number(texts: Texts & NumberRules): Optional<number>;
export function number(texts: Texts & NumberRules & { default?: number }): InputField {
  return { kind: 'number', required: false, ...texts, parse: (value) => parseNumber(value, texts) };
}

/** The raw value of a `limit` for all results. A symbol, so that no mapped value can equal it. */
export const ALL_RESULTS = Symbol('all results');

const DEFAULT_LIMIT = 50;

/**
 * How many results to return; `Infinity` for all of them. A mapped limit must not be empty, because the default would
 * cut the list.
 */
export function limit(): InputField<number> {
  return {
    kind: 'limit',
    label: 'Limit',
    description: 'Max number of results to return',
    required: false,
    default: DEFAULT_LIMIT,
    mappedEmptyFix: `Fill it, or clear the mapping to get up to ${DEFAULT_LIMIT} results.`,
    parse: (value) =>
      value === ALL_RESULTS ? Infinity : parseNumber(value, { integer: true, min: 1 }),
  };
}

/** Parses a number, and rounds decimals that are not exact. */
function parseNumber(value: unknown, { min, above, max, integer }: NumberRules): number {
  const entered = plainNumber(value);
  const exact = exactNumber(entered, typeof value === 'string' ? value.includes('.') : undefined);
  const parsed = exact ?? entered;
  const isInRange =
    Number.isFinite(parsed) &&
    (!integer || Number.isSafeInteger(parsed)) &&
    (min === undefined || parsed >= min) &&
    (above === undefined || parsed > above) &&
    (max === undefined || parsed <= max);
  if (!isInRange) {
    const example = Math.min(Math.max(integer ? 12 : 12.5, min ?? 0), max ?? Infinity);
    const expected = `${integer ? 'a whole number' : 'a number'}${above === undefined ? rangeText(min, max) : ` greater than ${above}`}`;
    throw new InvalidValue(
      `must be ${expected}, not ${formatValue(value)}`,
      `Correct the value, e.g. ${integer ? example : example.toFixed(2)}.`,
    );
  }
  if (exact === undefined) {
    throw new InvalidValue(
      `has more digits than can be stored exactly: ${formatValue(value)}`,
      'Enter a number with at most 15 digits.',
    );
  }
  return exact;
}

function rangeText(min?: number, max?: number): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return ` of at least ${min}`;
  return max === undefined ? '' : ` of at most ${max}`;
}
