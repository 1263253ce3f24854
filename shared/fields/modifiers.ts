import type { InputField, Optional } from './kinds';

/** Makes a field required: a blank value is refused, and a `default` is only what the form starts with. */
export function required<T>(field: Optional<T>): InputField<T> {
  return { ...field, required: true } as InputField<T>;
}

/**
 * Checks or converts a parsed value further.
 * @param convert may throw `InvalidValue`
 */
export function transform<T, U>(
  field: Optional<T>,
  convert: (value: T) => U | undefined,
): Optional<U> {
  return {
    ...field,
    parse(value, context) {
      const parsed = field.parse(value, context);
      return parsed === undefined ? undefined : convert(parsed);
    },
  };
}
