import type { FileSource } from './files';
import { readFileSource } from './files';
import type {
  FieldTexts,
  Group,
  InputField,
  InputFields,
  InputOf,
  Option,
  RawInput,
  RefTarget,
  TemplateUse,
} from './kinds';
import type { PassRef } from '../service/passRef';
import type { BareDateMeans } from '../service/dates';
import { isBlank } from '../service/text';
import {
  missing,
  readBoolean,
  readChoice,
  readChoices,
  readColor,
  readConfirmation,
  readDate,
  readEmail,
  readFieldValues,
  readId,
  readInputs,
  readJson,
  readLocale,
  readNumber,
  readPassRef,
  readPhone,
  readReference,
  readText,
} from './read';
import type { NumberRules } from './read';
import { invalidInput, prefixed, refuseAll } from '../errors/serviceError';
import type { ServiceError } from '../errors/serviceError';

export * from './kinds';
export { UnresolvedValue, holdsIds, notLiteral, readInput, readInputs } from './read';
export type { InputsRead } from './read';

/**
 * Builders of input fields: `text({ label: 'External ID' })`. Fields are optional; `required(...)`
 * makes one required and takes the `undefined` out of its type.
 */
type Texts = FieldTexts & { group?: Group };
type Optional<T> = InputField<T | undefined>;

/**
 * Makes a field required: a blank value is refused before anything is sent. A `default` is then only
 * what the control starts with, never what a blank value means.
 */
export function required<T>(field: InputField<T | undefined>): InputField<T> {
  return {
    ...field,
    required: true,
    read(raw, key, context) {
      const value = isBlank(raw[key]) ? undefined : field.read(raw, key, context);
      if (value === undefined) throw missing(field.label, key);
      return value;
    },
  } as InputField<T>;
}

interface TextRules {
  multiline?: boolean;
  /** Spaces around it mean nothing. */
  trimmed?: boolean;
  /** An ID of the user's own, looked up by: see {@link readReference}. */
  isId?: boolean;
  /** It is looked up by: it travels in an address, which can be only so long. */
  inUrl?: boolean;
  /**
   * Most characters. How the service counts is not said, so an emoji counts as the two or more that
   * the widest count makes of it.
   */
  maxLength?: number;
}

/**
 * One text, kept exactly as typed unless it is an ID; numbers from a sheet become text, so that
 * leading zeros and long numbers stay what they are.
 */
export function text(texts: Texts & TextRules): Optional<string> {
  return {
    kind: 'text',
    required: false,
    ...texts,
    read(raw, key) {
      const value = texts.isId
        ? readReference(raw[key], texts.label, key)
        : readText(raw[key], texts.label, key);
      if (texts.inUrl) readReference(value, texts.label, key);
      return notTooLong(texts.trimmed ? value?.trim() : value, texts, key);
    },
  };
}

function notTooLong(
  value: string | undefined,
  { label, maxLength = Infinity }: Texts & TextRules,
  key: string,
): string | undefined {
  if (value === undefined || value.length <= maxLength) return value;
  throw invalidInput(
    label,
    key,
    `is longer than ${maxLength} characters`,
    `Shorten the text to ${maxLength} characters or less.`,
  );
}

/** One email address; blanks around it are dropped. */
export function email(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'email',
    required: false,
    placeholder: 'e.g. name@email.com',
    ...texts,
    read: (raw, key) => readEmail(raw[key], texts.label, key),
  };
}

/** One phone number, in any of the usual spellings. */
export function phone(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'phone',
    required: false,
    placeholder: 'e.g. +49 151 12345678',
    ...texts,
    read: (raw, key) => readPhone(raw[key], texts.label, key),
  };
}

/** A pass by its ID alone; where external ID and template do as well, see {@link passRef}. */
export function passId(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    format: 'passId',
    required: false,
    ...texts,
    read: (raw, key) => readId(raw[key], texts.label, key),
  };
}

/** A two-letter language code; `en-US` is shortened to `en`. */
export function locale(texts: Texts): Optional<string> {
  return {
    kind: 'text',
    required: false,
    placeholder: 'e.g. de',
    ...texts,
    read: (raw, key) => readLocale(raw[key], texts.label, key),
  };
}

/** With a default the value is never unset. */
export function number(texts: Texts & NumberRules & { default: number }): InputField<number>;
export function number(texts: Texts & NumberRules): Optional<number>;
export function number(texts: Texts & NumberRules & { default?: number }): InputField {
  return {
    kind: 'number',
    required: false,
    ...texts,
    read: (raw, key) => readNumber(raw[key], texts.label, key, texts) ?? texts.default,
  };
}

/** True or false, never unset. `literal`: only a person sets it, for what destroys data or reveals secrets. */
export function boolean(texts: Texts & { default: boolean; literal?: true }): InputField<boolean> {
  return {
    kind: 'boolean',
    required: false,
    ...texts,
    read: (raw, key) => readBoolean(raw[key], texts.label, key) ?? texts.default,
  };
}

type OptionsOf<V extends string> = readonly (Option & { value: V })[];

/** One of a list. With a default the value is never unset. */
export function choice<const V extends string>(
  texts: Texts & { options: OptionsOf<V>; default: V },
): InputField<V>;
export function choice<const V extends string>(
  texts: Texts & { options: OptionsOf<V> },
): Optional<V>;
export function choice(
  texts: Texts & { options: readonly Option[]; default?: string },
): InputField {
  const values = texts.options.map((option) => option.value);
  return {
    kind: 'choice',
    required: false,
    ...texts,
    read: (raw, key) => readChoice(raw[key], texts.label, key, values) ?? texts.default,
  };
}

/** Several of a list, in the order given. */
export function choices<V extends string>(texts: Texts & { options: OptionsOf<V> }): Optional<V[]> {
  const values = texts.options.map((option) => option.value);
  return {
    kind: 'choices',
    required: false,
    ...texts,
    read: (raw, key) => readChoices(raw[key], texts.label, key, values) as V[] | undefined,
  };
}

/** A moment, read into ISO 8601 UTC. `bareDate` says which end of the day a bare date means. */
export function dateTime(texts: Texts & { bareDate: BareDateMeans }): Optional<string> {
  return {
    kind: 'dateTime',
    required: false,
    placeholder: 'e.g. 2026-12-31',
    ...texts,
    read: (raw, key, { timezone }) =>
      readDate(raw[key], texts.label, key, timezone, texts.bareDate),
  };
}

/** One template by its ID; the platforms let a person pick it from a list. */
export function templateRef(texts: Partial<Texts> & { fits?: TemplateUse } = {}): Optional<string> {
  const label = texts.label ?? 'Template';
  return {
    kind: 'templateRef',
    required: false,
    ...texts,
    label,
    read: (raw, key) => readId(raw[key], label, key),
  };
}

/** Several templates, picked from a list or by ID. */
export function templateRefs(texts: Texts & { fits?: TemplateUse }): Optional<string[]> {
  return {
    kind: 'templateRefs',
    required: false,
    ...texts,
    read(raw, key) {
      const ids = [raw[key]].flat().flatMap((one) => readId(one, texts.label, key) ?? []);
      return ids.length === 0 ? undefined : ids;
    },
  };
}

/** One pass, by its ID or by external ID and template. Always required. */
export function passRef({
  template = 'withExternalId',
  fits,
}: {
  template?: 'withExternalId' | 'always';
  fits?: TemplateUse;
} = {}): InputField<PassRef> {
  return {
    kind: 'passRef',
    label: 'Pass',
    required: true,
    template,
    fits,
    read: (raw) => readPassRef(raw),
  };
}

/** Something the service knows by an ID, picked from a list. */
export function ref(
  texts: Texts & { of: RefTarget; dependsOn?: readonly string[] },
): Optional<string> {
  return {
    kind: 'ref',
    required: false,
    ...texts,
    read: (raw, key) => readId(raw[key], texts.label, key),
  };
}

/** `#RRGGBB` or `#RGB`. */
export function color(texts: Texts): Optional<string> {
  return {
    kind: 'color',
    required: false,
    placeholder: 'e.g. #1A2B3C',
    ...texts,
    read: (raw, key) => readColor(raw[key], texts.label, key),
  };
}

/** A JSON object, typed or mapped. */
export function json(texts: Texts): Optional<Record<string, unknown>> {
  return {
    kind: 'json',
    required: false,
    ...texts,
    read: (raw, key) => (isBlank(raw[key]) ? undefined : readJson(raw[key], texts.label, key)),
  };
}

/** Must be ticked for the step to run: for what cannot be undone, or reaches many people. */
export function confirmation(texts: Texts): InputField<true> {
  return {
    kind: 'confirmation',
    required: true,
    ...texts,
    read: (raw, key) => readConfirmation(raw[key], texts.label, key),
  };
}

/** A file to upload, or a public address the service fetches it from. */
export function file(texts: Texts): Optional<Exclude<FileSource, { fileId: string }>> {
  return {
    kind: 'file',
    required: false,
    ...texts,
    read: (raw, key) => {
      const source = readFileSource(raw[key], texts.label, key);
      return source && 'fileId' in source ? undefined : source;
    },
  };
}

/** An image of a design, by file, by address or by the ID of an uploaded one. */
export function image(texts: Texts): Optional<FileSource> {
  return {
    kind: 'image',
    required: false,
    ...texts,
    read: (raw, key) => readFileSource(raw[key], texts.label, key),
  };
}

/** Values for the fields of the chosen template, by field ID; `{}` where there are none. */
export function fieldValues(texts: Texts): InputField<Record<string, unknown>> {
  return {
    kind: 'fieldValues',
    required: false,
    ...texts,
    read: (raw, key) => readFieldValues(raw[key], texts.label, key),
  };
}

/** Entries with inputs of their own; a refusal names the entry by its number, from 1. */
export function list<F extends InputFields>(
  texts: Texts & { entryLabel: string; entry: F; min: number; max: number },
): InputField<InputOf<F>[]> {
  const { label, entryLabel, entry, min, max } = texts;
  return {
    kind: 'list',
    required: min > 0,
    ...texts,
    read(raw, key, context) {
      const given = isBlank(raw[key]) ? [] : raw[key];
      if (!Array.isArray(given) || given.length < min || given.length > max) {
        throw invalidInput(
          label,
          key,
          `must hold ${min} to ${max} entries`,
          `Add ${min} to ${max} entries to '${label}'.`,
        );
      }
      const refused: ServiceError[] = [];
      const values = given.map((one: unknown, i) => {
        const at = `${entryLabel} ${i + 1}`;
        if (typeof one !== 'object' || one === null) {
          refused.push(invalidInput(label, key, `has no values in ${at}`, `Fill in ${at}.`));
          return undefined;
        }
        const inputs = readInputs(entry, one as RawInput, context);
        for (const failure of inputs.refused.values()) refused.push(prefixed(failure, at));
        return inputs.values;
      });
      refuseAll(refused);
      return values as InputOf<F>[];
    },
  };
}

const limit = required(
  number({
    label: 'Limit',
    integer: true,
    min: 1,
    default: 50,
    description: 'Max number of results to return',
  }),
);

/** Return All and Limit, as n8n words them; other platforms show the limit alone. */
export function paging() {
  return {
    returnAll: boolean({
      label: 'Return All',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    }),
    limit: {
      ...limit,
      required: false,
      onlyWith: { returnAll: [false] },
      // Not asked for with Return All; else a limit that comes out blank must not cut the list.
      read: (raw, key, context) =>
        raw.returnAll === true ? Infinity : limit.read(raw, key, context),
    } satisfies InputField<number>,
  };
}
