/**
 * Zapier's integration checks (D001 to D024) of everything but texts, and its publishing rules. Zapier runs them
 * on its servers only: neither its schema nor its command line contains them.
 */

import type { ZapierDefinition } from '../engines/zapierEngine';
import { ISO, isObject, pathsOf, typeFindings, valuesAt } from './results';
import { type App, type Step, readApp, stepsOf, visibleSteps } from './steps';

/** The places in an app that break a check. */
type Check = (app: App) => string[];
type Input = Step['inputs'][number];

/** Checks every input of every step. */
function ofInputs(isWrong: (field: Input, step: Step, app: App) => boolean): Check {
  return (app) =>
    stepsOf(app).flatMap((step) =>
      step.inputs
        .filter((field) => isWrong(field, step, app))
        .map((field) => `${step.key}.${field.key}`),
    );
}

/** Checks every step. */
function ofSteps(isWrong: (step: Step, app: App) => boolean): Check {
  return (app) =>
    stepsOf(app)
      .filter((step) => isWrong(step, app))
      .map(({ key }) => key);
}

const KEY = /^[a-zA-Z]+[a-zA-Z0-9_]*$/;
const SECRET = /api_?key|secret|token|password/i;
/** The user's own references, IDs of new design fields, and files: no list exists to choose from. */
const TYPED_ID = /^(externalId|fileId|headerId|rows_(first|second|third)Id|linkRows_id)$/;
const LOOKS_LIKE_TIME = /^\d{4}-\d{2}-\d{2}[T ]/;

const CHECKS: Readonly<Record<string, Check>> = {
  'D001: no step asks for a secret': ofInputs(
    ({ key, label, type }) => SECRET.test(`${key} ${label ?? ''}`) || type === 'password',
  ),
  'D002: the connection links to where the key is found': ({ auth }) =>
    auth.fields.some(({ helpText }) => /\[[^\]]+\]\(https:\/\//.test(helpText ?? ''))
      ? []
      : ['auth'],
  'D003: the connection has a label': ({ auth }) => (auth.connectionLabel ? [] : ['auth']),
  'D004: an input for an ID has a dropdown': ofInputs(
    ({ key, dynamic }) => /(Id|_id|^id)$/.test(key) && !TYPED_ID.test(key) && !dynamic,
  ),
  'D005: a dropdown uses a trigger that returns its fields': ofInputs(({ dynamic }, _step, app) => {
    if (!dynamic) return false;
    const [key, ...parts] = dynamic.split('.');
    const outputs = app.triggers.find((one) => one.key === key)?.outputs ?? [];
    return parts.length !== 2 || !parts.every((part) => outputs.some((one) => one.key === part));
  }),
  'D009, D022: searches and actions have inputs': ofSteps(
    ({ kind, inputs }) => kind !== 'trigger' && inputs.every(({ type }) => type === 'copy'),
  ),
  'D010: the sample of a trigger has its primary key': (app) =>
    visibleSteps(app).flatMap(({ kind, key, sample, outputs }) => {
      const marked = outputs.filter(({ primary }) => primary).map((output) => output.key);
      const primary = marked.length > 0 ? marked : ['id'];
      return kind === 'trigger' && primary.some((one) => sample?.[one] === undefined) ? [key] : [];
    }),
  'D013, D014: a search to add exists, next to a dropdown': ofInputs(
    ({ search, dynamic }, _step, app) => {
      if (typeof search !== 'string') return false;
      const [key, output] = search.split('.');
      const outputs = app.searches.find((one) => one.key === key)?.outputs ?? [];
      return !dynamic || !outputs.some((one) => one.key === output);
    },
  ),
  'D023: times in samples have a zone': ofSteps(({ sample = {} }) =>
    pathsOf(sample)
      .flatMap((path) => valuesAt(sample, path))
      .some((one) => typeof one === 'string' && LOOKS_LIKE_TIME.test(one) && !ISO.test(one)),
  ),
  'D024: samples follow the output fields': ofSteps(
    ({ sample = {}, outputs }) => typeFindings(sample, outputs).length > 0,
  ),
  'Every value of a sample is an output field, except for objects of free keys': (app) =>
    visibleSteps(app).flatMap(({ key, sample = {}, outputs }) =>
      Object.entries(sample).flatMap(([name, value]) =>
        isObject(value) ||
        outputs.some((one) => one.key === name || one.key.startsWith(`${name}[]`))
          ? []
          : [`${key}.${name}`],
      ),
    ),
  'Outputs have labels': (app) =>
    visibleSteps(app)
      .filter(({ outputs }) => outputs.length === 0 || outputs.some(({ label }) => !label))
      .map(({ key }) => key),
  'Inputs have labels': ofInputs(({ label, type }) => !label && type !== 'copy'),
  'Keys of inputs contain only letters, digits and single underscores': ofInputs(
    ({ key }) => !KEY.test(key) || key.includes('__'),
  ),
  'Keys of outputs are unique in a step': ofSteps(
    ({ outputs }) => new Set(outputs.map(({ key }) => key)).size < outputs.length,
  ),
  'The default is one of the choices': ofInputs((field) => {
    const { choices = [], default: preset } = field as {
      choices?: { value: string }[];
      default?: string;
    };
    return (
      preset !== undefined && choices.length > 0 && !choices.some(({ value }) => value === preset)
    );
  }),
  'A lock names inputs of its step': ofSteps(({ lock, inputs, hasDynamicInputs }) => {
    if (!lock) return false;
    const named = [...lock.key.matchAll(/{{bundle\.inputData\.(\w+)}}/g)].map(([, key]) => key);
    const missing = named.filter((key) => !inputs.some((one) => one.key === key));
    return named.length === 0 || (missing.length > 0 && !hasDynamicInputs);
  }),
  // Before them are only notes, the inputs of which one identifies the pass, and what a list depends on.
  'Required inputs come first': (app) =>
    visibleSteps(app).flatMap(({ key, inputs }) => {
      const parents = inputs.flatMap(({ required, dynamic }) => {
        const list = app.triggers.find((one) => one.key === dynamic?.split('.')[0]);
        return required && list ? list.inputs.map((input) => input.key) : [];
      });
      const asked = inputs.filter(
        (input) => input.type !== 'copy' && input.group !== 'pass' && !parents.includes(input.key),
      );
      const firstOptional = asked.findIndex(({ required }) => required !== true);
      const late = firstOptional < 0 ? [] : asked.slice(firstOptional);
      // A confirmation is asked for when the rest is filled in.
      const isLate = (input: (typeof late)[number]) => input.required && input.key !== 'confirm';
      return late.filter(isLate).map((field) => `${key}.${field.key}`);
    }),
  'The key is a password': ({ auth }) =>
    auth.fields
      .filter(({ key, type }) => /key|secret|token/i.test(key) && type !== 'password')
      .map(({ key }) => key),
  // Zapier wants updates to be separate from creates.
  'Create or Update … is next to an Update …': (app) =>
    app.creates.flatMap(({ key, label }) => {
      const [, noun] = /^Create or Update (.+)$/.exec(label) ?? [];
      return noun === undefined || app.creates.some((one) => one.label === `Update ${noun}`)
        ? []
        : [key];
    }),
  'No two steps of a kind have the same label': (app) =>
    visibleSteps(app).flatMap((step, i, all) =>
      all.slice(0, i).some((one) => one.kind === step.kind && one.label === step.label)
        ? [step.key]
        : [],
    ),
};

/** The findings of all checks: `<check>: <place>`. */
export function checkApp(definition: ZapierDefinition): string[] {
  const app = readApp(definition);
  return Object.entries(CHECKS).flatMap(([name, check]) =>
    check(app).map((place) => `${name}: ${place}`),
  );
}
