import { prefixed, throwIfAny } from '../errors/serviceError';
import { isRecord } from '../runtime/records';
import type { InputField, InputFields, InputOf, Texts } from './kinds';
import { InvalidValue } from './problem';
import { parseInputs } from './read';

/** A list of entries with the same inputs. Errors name the entry by its number, from 1. */
export function list<F extends InputFields>(
  texts: Texts & { entryLabel: string; entry: F; min: number; max: number },
): InputField<InputOf<F>[]> {
  const { entryLabel, entry, min, max } = texts;
  const wrongNumber = {
    problem: `must have ${min} to ${max} entries`,
    fix: `Add ${min} to ${max} entries.`,
  };
  return {
    kind: 'list',
    required: min > 0,
    default: Object.freeze([]),
    ...(min > 0 ? { missing: wrongNumber } : {}),
    ...texts,
    parse(value, context) {
      if (!Array.isArray(value) || value.length < min || value.length > max) {
        throw new InvalidValue(wrongNumber.problem, wrongNumber.fix);
      }
      const entries = value.map((raw: unknown, i) => {
        const name = `${entryLabel} ${i + 1}`;
        if (isRecord(raw)) return { name, raw };
        throw new InvalidValue(`has no values in ${name}`, `Fill in ${name}.`);
      });
      const inputs = entries.map(({ name, raw }) => ({
        name,
        ...parseInputs(entry, raw, context),
      }));
      throwIfAny(
        inputs.flatMap(({ name, errors }) =>
          [...errors.values()].map((failure) => prefixed(failure, name)),
        ),
      );
      return inputs.map(({ values }) => values);
    },
  };
}
