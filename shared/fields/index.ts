import type { FileSource } from './files';
import { readFileSource } from './files';
import type {
  FieldTexts,
  Group,
  InputField,
  InputFields,
  InputOf,
  Option,
  PassRef,
  RefTarget,
} from './kinds';
import type { BareDateMeans } from '../service/dates';
import {
  isEmpty,
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
  readInput,
  readJson,
  readLocale,
  readNumber,
  readPassRef,
  readPhone,
  readReference,
  readText,
} from './read';
import type { NumberRules } from './read';
import { invalidInput, isFailure } from '../http/failures';

export * from './kinds';
export { readInput } from './read';

/**
 * Builders of input fields: `text({ label: 'External ID' })`. Fields are optional; `required(...)`
 * makes one required and takes the `undefined` out of its type.
 */
type Texts = FieldTexts & { group?: Group };
type Optional<T> = InputField<T | undefined>;

/** Makes a field required: an empty value is refused before anything is sent. */
export function required<T>(field: InputField<T | undefined>): InputField<T> {
  return {
    ...field,
    required: true,
    read(raw, key, context) {
      const value = field.read(raw, key, context);
      if (value === undefined) throw missing(field.label, key);
      return value;
    },
  } as InputField<T>;
}

interface TextRules {
  multiline?: boolean;
  /** Blanks around it mean nothing. */
  trimmed?: boolean;
  /** Refuses blanks alone where it matters whether there is a value. */
  notBlank?: boolean;
  /** It is looked up by: it travels in an address, which can be only so long. */
  lookedUp?: boolean;
  /**
   * Most characters. How the service counts is not said, so an emoji counts as the two or more that
   * the widest count makes of it.
   */
  maxLength?: number;
}

/**
 * One text, kept exactly as typed; numbers from a sheet become text (trap 9). Blanks alone look empty
 * to a person and are empty.
 */
export function text(texts: Texts & TextRules): Optional<string> {
  return {
    kind: 'text',
    required: false,
    ...texts,
    read(raw, key) {
      const value = readText(raw[key], texts.label, key);
      if (value?.trim() === '') {
        if (texts.notBlank) throw blank(texts.label, key);
        return undefined;
      }
      if (texts.lookedUp) readReference(value, texts.label, key);
      return notTooLong(texts.trimmed ? value?.trim() : value, texts, key);
    },
  };
}

function blank(label: string, key: string) {
  return invalidInput(
    label,
    key,
    'holds nothing but blanks',
    `Leave '${label}' empty, or give a value.`,
  );
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

/** A language as the two letters the service takes; `en-US` is cut to `en` (trap 34). */
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

/** True or false, never unset. */
export function boolean(texts: Texts & { default: boolean }): InputField<boolean> {
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
export function templateRef(texts: Partial<Texts> = {}): Optional<string> {
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
export function templateRefs(texts: Texts): Optional<string[]> {
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
export function passRef(
  template: 'withExternalId' | 'always' = 'withExternalId',
): InputField<PassRef> {
  return {
    kind: 'passRef',
    label: 'Pass',
    required: true,
    template,
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
    read: (raw, key) => (isEmpty(raw[key]) ? undefined : readJson(raw[key], texts.label, key)),
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
      const given = isEmpty(raw[key]) ? [] : raw[key];
      if (!Array.isArray(given) || given.length < min || given.length > max) {
        throw invalidInput(
          label,
          key,
          `must hold ${min} to ${max} entries`,
          `Add ${min} to ${max} entries to '${label}'.`,
        );
      }
      return given.map((one: unknown, i) => {
        const at = `${entryLabel} ${i + 1}`;
        if (typeof one !== 'object' || one === null) {
          throw invalidInput(label, key, `has no values in ${at}`, `Fill in ${at}.`);
        }
        try {
          return readInput(entry, one as Record<string, unknown>, context);
        } catch (thrown) {
          throw isFailure(thrown) ? thrown.retold({ what: `${at}: ${thrown.message}` }) : thrown;
        }
      });
    },
  };
}

/** Return All and Limit, as n8n words them; other platforms show the limit alone. */
export function paging() {
  return {
    returnAll: boolean({
      label: 'Return All',
      default: false,
      description: 'Whether to return all results or only up to a given limit',
    }),
    limit: number({
      label: 'Limit',
      integer: true,
      min: 1,
      default: 50,
      description: 'Max number of results to return',
    }),
  };
}
