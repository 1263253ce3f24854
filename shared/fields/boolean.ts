import type { Scope } from '../service/scopes';
import type { InputField, Texts } from './kinds';
import { trimmed } from '../service/text';
import { InvalidValue, type Problem, formatValue } from './problem';

/**
 * True or false, never unset. `noExpression`: no expression or model may set it, for switches that destroy data or
 * reveal secrets. `notByModel`: an expression may set it, but the panel offers it to no model.
 */
export function boolean(
  texts: Texts & {
    default: boolean;
    noExpression?: true;
    notByModel?: true;
    scopes?: readonly Scope[];
  },
): InputField<boolean> {
  return { kind: 'boolean', required: false, ...texts, parse: parseBoolean };
}

/** The error of a switch that must be on. */
export function notConfirmed(label: string): Problem {
  return {
    problem: 'is not confirmed',
    fix: `{Turn on '${label}'} to confirm. Nothing was sent or changed.`,
  };
}

/** A switch that must be turned on to run, for actions that cannot be undone or that reach many people. */
export function confirmation(texts: Texts): InputField<true> {
  const { problem, fix } = notConfirmed(texts.label);
  return {
    kind: 'confirmation',
    required: true,
    missing: { problem, fix },
    ...texts,
    parse(value) {
      if (parseBoolean(value)) return true;
      throw new InvalidValue(problem, fix);
    },
  };
}

/** Words and numbers that forms, sheets and platforms deliver for true and false, in any case. */
const TRUE_WORDS = ['true', 't', 'yes', 'y', 'on', '1'];
const FALSE_WORDS = ['false', 'f', 'no', 'n', 'off', '0'];

function parseBoolean(value: unknown): boolean {
  const word = ['boolean', 'string', 'number'].includes(typeof value)
    ? trimmed(String(value)).toLowerCase()
    : '';
  if (TRUE_WORDS.includes(word)) return true;
  if (FALSE_WORDS.includes(word)) return false;
  throw new InvalidValue(`must be true or false, not ${formatValue(value)}`, 'Use true or false.');
}
