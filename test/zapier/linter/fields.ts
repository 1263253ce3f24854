import { type Finding, type Rule, stepsOf, visibleSteps } from './app';

const KEY = /^[a-zA-Z]+[a-zA-Z0-9_]*$/;

/** Schema: keys of steps and fields, each once in its place. */
const keys: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs, outputs }): Finding[] => [
    ...(KEY.test(key) && key.length >= 2 ? [] : [`Key: ${key}` as const]),
    ...inputs.flatMap((field): Finding[] =>
      KEY.test(field.key) && !field.key.includes('__') ? [] : [`Key: ${key}.${field.key}`],
    ),
    ...twice([...inputs]).map((one): Finding => `Key: ${key}.${one} is used twice`),
    ...twice([...outputs]).map((one): Finding => `Key: ${key}.${one} is used twice`),
  ]);

function twice(fields: { key: string }[]): string[] {
  return fields.map(({ key }) => key).filter((key, i, all) => all.indexOf(key) !== i);
}

/** D001: no step asks for a secret. */
const noSecrets: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs }) =>
    inputs.flatMap((field): Finding[] =>
      /api_?key|secret|token|password/i.test(`${field.key} ${field.label ?? ''}`) ||
      field.type === 'password'
        ? [`D001: ${key}.${field.key}`]
        : [],
    ),
  );

/** D002, D003: where to find the key, and the account of a connection. */
const connection: Rule = ({ auth }) => [
  ...(auth.fields.some(({ helpText }) => /\[[^\]]+\]\(https:\/\//.test(helpText ?? ''))
    ? []
    : (['D002: no help text of the connection links to where the key is found'] as const)),
  ...(auth.connectionLabel ? [] : (['D003: the connection has no label'] as const)),
  ...auth.fields
    .filter(({ key, type }) => /key|secret|token/i.test(key) && type !== 'password')
    .map(({ key }): Finding => `Secrets: auth.${key} is no password`),
];

/** The user's own references, IDs of new design fields, and files: no list exists to choose from. */
const TYPED_ID = /^(externalId|fileId|headerId|rows_(first|second|third)Id|linkRows_id)$/;

/** D004: an input for an ID offers a list. */
const idsHaveDropdowns: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs }) =>
    inputs.flatMap((field): Finding[] =>
      /(Id|_id|^id)$/.test(field.key) && !TYPED_ID.test(field.key) && !field.dynamic
        ? [`D004: ${key}.${field.key} has no dropdown`]
        : [],
    ),
  );

/** D005: a dropdown uses an existing trigger that returns those fields. */
const dropdowns: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs }) =>
    inputs.flatMap((field): Finding[] => {
      if (!field.dynamic) return [];
      const [triggerKey, ...parts] = field.dynamic.split('.');
      const trigger = app.triggers.find((one) => one.key === triggerKey);
      const given = new Set(trigger?.outputs.map((output) => output.key));
      const whole = parts.length === 2 && parts.every((part) => given.has(part));
      return trigger && whole ? [] : [`D005: ${key}.${field.key}: '${field.dynamic}'`];
    }),
  );

/** D013, D014: a search to add exists, next to a dropdown. */
const searchConnectors: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs }) =>
    inputs.flatMap((field): Finding[] => {
      if (typeof field.search !== 'string') return [];
      const [searchKey, output] = field.search.split('.');
      const search = app.searches.find((one) => one.key === searchKey);
      const gives = search?.outputs.some((one) => one.key === output);
      if (!gives) return [`D013: ${key}.${field.key}: '${field.search}'`];
      return field.dynamic ? [] : [`D014: ${key}.${field.key} has no dropdown`];
    }),
  );

/** D009, D022: searches and creates have inputs. */
const haveInputs: Rule = (app) =>
  [...app.searches, ...app.creates].flatMap(({ key, kind, inputs }): Finding[] =>
    inputs.some(({ type }) => type !== 'copy')
      ? []
      : [`${kind === 'search' ? 'D009' : 'D022'}: ${key} has no inputs`],
  );

/** D015: find-or-create pairs steps that exist, under the key of its search. */
const searchOrCreates: Rule = (app) =>
  app.searchOrCreates.flatMap(({ key, search, create }): Finding[] =>
    key === search &&
    app.searches.some((one) => one.key === search) &&
    app.creates.some((one) => one.key === create)
      ? []
      : [`D015: ${key}`],
  );

/**
 * Required inputs come first; before them only notes, the inputs that identify the pass (one of which is
 * required), and inputs that one of their lists depends on.
 */
const requiredFirst: Rule = (app) =>
  visibleSteps(app).flatMap(({ key, inputs }): Finding[] => {
    const parents = inputs.flatMap(({ required, dynamic }) => {
      const list = app.triggers.find((one) => one.key === dynamic?.split('.')[0]);
      return required && list ? list.inputs.map((input) => input.key) : [];
    });
    const asked = inputs.filter(
      ({ key: input, type, group }) =>
        type !== 'copy' && group !== 'pass' && !parents.includes(input),
    );
    const firstOptional = asked.findIndex(({ required }) => required !== true);
    const late = firstOptional < 0 ? [] : asked.slice(firstOptional).filter((one) => one.required);
    return late.map((field): Finding => `Order: ${key}.${field.key} is required and not first`);
  });

/** Every visible input has a label; the default of choices is one of them. */
const wholeInputs: Rule = (app) =>
  stepsOf(app).flatMap(({ key, inputs, groups }) =>
    inputs.flatMap((field): Finding[] => {
      const where = `${key}.${field.key}`;
      const choices = (field.choices ?? []) as { value: string }[];
      const { group, default: preset } = field as { group?: string; default?: string };
      return [
        ...(field.label || field.type === 'copy' ? [] : [`Label: ${where} has none` as const]),
        ...(preset === undefined ||
        choices.length === 0 ||
        choices.some(({ value }) => value === preset)
          ? []
          : [`Default: ${where}: no choice is '${preset}'` as const]),
        ...(group === undefined || groups.some((one) => one.key === group)
          ? []
          : [`Group: ${where}: '${group}'` as const]),
      ];
    }),
  );

/** Locks belong to a connection, name inputs of the step, and end with it. */
const locks: Rule = (app) =>
  stepsOf(app).flatMap(({ key, lock, inputs }): Finding[] => {
    if (!lock) return [];
    const named = [...lock.key.matchAll(/{{bundle\.inputData\.(\w+)}}/g)].map(([, one]) => one);
    const known =
      named.length > 0 && named.every((one) => inputs.some((input) => input.key === one));
    const right = known && lock.scope?.join() === 'auth' && (lock.timeout ?? 0) <= 180;
    return right ? [] : [`Lock: ${key}: ${JSON.stringify(lock)}`];
  });

export const fieldRules: readonly Rule[] = [
  keys,
  noSecrets,
  connection,
  idsHaveDropdowns,
  dropdowns,
  searchConnectors,
  haveInputs,
  searchOrCreates,
  requiredFirst,
  wholeInputs,
  locks,
];
