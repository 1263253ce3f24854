import type { Finding, OutputField, Rule } from './app';
import { stepsOf, visibleSteps } from './app';

type Result = Record<string, unknown>;

/** ISO 8601 with a zone, or a date alone. */
const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;
const LOOKS_LIKE_TIME = /^\d{4}-\d{2}-\d{2}[T ]/;

/** All values of an output field: `a__b` inside objects, `a[]b` in each entry. */
export function valuesAt(result: unknown, key: string): unknown[] {
  const [, name = key, separator, rest] = /^(.+?)(__|\[\])(.+)$/.exec(key) ?? [];
  const value = isObject(result) ? result[name] : undefined;
  if (separator === undefined || rest === undefined) return [value];
  if (separator === '__') return valuesAt(value, rest);
  return Array.isArray(value) ? value.flatMap((entry) => valuesAt(entry, rest)) : [];
}

/** D024, T003, T005, Z001: a sample or a result has all required values, of the right types. */
export function typeFindings(result: Result, fields: readonly OutputField[]): string[] {
  return fields.flatMap((field) =>
    valuesAt(result, field.key).flatMap((value) => {
      if (value === undefined || value === null) {
        return field.required ? [`'${field.key}' is missing`] : [];
      }
      const values = field.list && Array.isArray(value) ? value : [value];
      return values.every((one) => hasType(one, field.type))
        ? []
        : [`'${field.key}' is no ${field.type ?? 'value'}: ${JSON.stringify(value)}`];
    }),
  );
}

function hasType(value: unknown, type: string | undefined): boolean {
  switch (type) {
    case undefined:
      return true;
    case 'integer':
      return Number.isInteger(value);
    case 'datetime':
      return typeof value === 'string' && ISO.test(value);
    case 'number':
    case 'boolean':
      return typeof value === type;
    default:
      return typeof value === 'string';
  }
}

/** T004: every result has all keys of the sample. */
export function missingOfSample(sample: Result, result: Result): string[] {
  return pathsOf(sample).filter((path) => {
    const [value] = valuesAt(result, path);
    return value === undefined;
  });
}

function pathsOf(value: Result): string[] {
  return Object.entries(value).flatMap(([key, one]) =>
    isObject(one) ? pathsOf(one).map((path) => `${key}__${path}`) : [key],
  );
}

/** D012: there is a sample. D010: a trigger's has the primary key. */
const samples: Rule = (app) =>
  visibleSteps(app).flatMap(({ kind, key, sample, outputs }): Finding[] => {
    if (!sample || Object.keys(sample).length === 0) return [`D012: ${key} has no sample`];
    const marked = outputs.filter(({ primary }) => primary).map((output) => output.key);
    const primary = marked.length > 0 ? marked : ['id'];
    const whole = kind !== 'trigger' || primary.every((one) => sample[one] !== undefined);
    return whole ? [] : [`D010: ${key}: no ${primary.join(', ')}`];
  });

/** D024: samples obey the output fields. */
const samplesObey: Rule = (app) =>
  stepsOf(app).flatMap(({ key, sample = {}, outputs }) =>
    typeFindings(sample, outputs).map((what): Finding => `D024: ${key}: ${what}`),
  );

/** Every value of a sample has a label: `a__b` for parts of objects; objects of free keys have none. */
const samplesAreDeclared: Rule = (app) =>
  visibleSteps(app).flatMap(({ key, sample = {}, outputs }) =>
    Object.entries(sample).flatMap(([name, value]): Finding[] =>
      isObject(value) || outputs.some(({ key: one }) => one === name || one.startsWith(`${name}[]`))
        ? []
        : [`Output: ${key}: '${name}' is not declared`],
    ),
  );

/** D023: times in samples have a zone. */
const sampleTimes: Rule = (app) =>
  stepsOf(app).flatMap(({ key, sample = {} }) =>
    pathsOf(sample).flatMap((path): Finding[] => {
      const [value] = valuesAt(sample, path);
      const wrong = typeof value === 'string' && LOOKS_LIKE_TIME.test(value) && !ISO.test(value);
      return wrong ? [`D023: ${key}: ${path} is ${value}`] : [];
    }),
  );

/** Every visible step declares its output fields, each with a label. */
const outputs: Rule = (app) =>
  visibleSteps(app).flatMap((step): Finding[] =>
    step.outputs.length > 0 && step.outputs.every(({ label }) => label)
      ? []
      : [`Output: ${step.key}`],
  );

export const resultRules: readonly Rule[] = [
  samples,
  samplesObey,
  samplesAreDeclared,
  sampleTimes,
  outputs,
];

function isObject(value: unknown): value is Result {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
