import { parseJson, isRecord } from '../runtime/records';
import { hasLoneSurrogate } from '../service/text';
import { type InputField, type Texts, builder } from './kinds';
import { InvalidValue } from './problem';

/** A JSON object, typed or mapped. */
export const json = builder({ kind: 'json' }, (value) => {
  const sent = jsonForm(value);
  if (isRecord(sent)) return sent;
  throw new InvalidValue(
    'must be a JSON object without broken characters',
    'Enter an object, e.g. {"backgroundColor": "#1A2B3C"}.',
  );
});

/** Values for the fields of the chosen template, by field ID; `{}` if there are none. */
export function fieldValues(texts: Texts): InputField<Record<string, unknown>> {
  return {
    kind: 'fieldValues',
    required: false,
    default: Object.freeze({}),
    ...texts,
    parse(value) {
      // AI tools deliver the object as JSON text.
      const values = typeof value === 'string' ? parseJson(value) : value;
      const readable = isRecord(values) ? readValues(values) : undefined;
      if (readable) return readable;
      throw new InvalidValue(
        'must be an object with field IDs and values',
        'Map each value to its field, e.g. {"memberId": "0042"}.',
      );
    },
  };
}

/** A copy of the values; `undefined` if reading one of them throws, as a getter of an expression's result may. */
function readValues(values: Record<string, unknown>): Record<string, unknown> | undefined {
  try {
    return { ...values };
  } catch {
    return undefined;
  }
}

/** The value in its JSON form (dates as text, no maps); `undefined` if it has no JSON form. */
function jsonForm(value: unknown): unknown {
  try {
    const text = typeof value === 'string' ? value : JSON.stringify(value);
    return JSON.parse(text, withoutLoneSurrogates) as unknown;
  } catch {
    return undefined;
  }
}

/** For `JSON.parse`: refuses text that has no UTF-8 form. */
function withoutLoneSurrogates(name: string, value: unknown): unknown {
  if (hasLoneSurrogate(name) || (typeof value === 'string' && hasLoneSurrogate(value))) {
    throw new SyntaxError('lone surrogate');
  }
  return value;
}
