import {
  NodeHelpers,
  type INode,
  type INodeParameters,
  type INodeProperties,
  type INodeTypeDescription,
} from 'n8n-workflow';

import { switchName } from '../../nodes/WalletPass/controls/boolean';
import { COLLECTIONS } from '../../nodes/WalletPass/controls/form';
import { type InputField, type RawInput, parseInputsOrThrow } from '../../shared/fields';
import { RESOURCES } from '../../shared/operations';
import type { Operation } from '../../shared/operations/operation';
import { TRIGGERS } from '../../shared/triggers';
import { isPersonOnly } from '../support/scenarios/platformInputs';
import { useN8n } from '../support/n8n';
import { type Found, allProperties, choicesOf, shownNames } from '../support/properties';

/**
 * n8n's lint and UX rules for every generated property: its lint reads sources only.
 */
const n8n = useN8n();

let node: INodeTypeDescription;
let trigger: INodeTypeDescription;
let found: Found[];

beforeAll(() => {
  node = n8n.engine.nodeType('walletPass').description;
  trigger = n8n.engine.nodeType('walletPassTrigger').description;
  // Poll Times is n8n's own.
  const own = trigger.properties.filter(({ name }) => name !== 'pollTimes');
  found = [...allProperties(node.properties), ...allProperties(own)];
});

const OFFERED = RESOURCES.flatMap(({ operations }) =>
  operations.filter(({ zapierOnly }) => !zapierOnly),
);

/** The parameters of an operation. */
const parametersOf = ({ resource, key }: Operation) =>
  node.properties.filter(
    ({ displayOptions: { show } = {} }) =>
      show?.resource?.includes(resource) && show.operation?.includes(key),
  );

/** Paths of the properties that break a rule. */
function breaking(
  rule: (property: INodeProperties, found: Found) => boolean,
  of = found,
): string[] {
  return of.filter((one) => !rule(one.property, one)).map(({ path }) => path);
}

/** The parameter of an input that has one. */
function nameOf(operation: Pick<Operation, 'resource' | 'key'>, key: string, field: InputField) {
  return isPersonOnly(field) ? switchName(key, operation) : key;
}

const context = { timezone: 'UTC' };
const SIMPLE = ['text', 'number', 'boolean', 'choice', 'choices', 'dateTime', 'color'];
const options = OFFERED.flatMap((operation) =>
  Object.entries(operation.input).flatMap(([key, field]): [string, string, InputField][] =>
    field.section !== undefined && SIMPLE.includes(field.kind)
      ? [[`${operation.resource}.${operation.key}`, nameOf(operation, key, field), field]]
      : [],
  ),
);

test.each(options)('An unchanged option has no effect: %s %s', (operation, name, field) => {
  const collection = field.section && COLLECTIONS[field.section].name;
  const path = `${collection}(${operation})/${name}`;
  const control = found.find((one) => one.path === path)?.property;
  expect(control).toBeDefined();
  const read = (raw: RawInput) => parseInputsOrThrow({ [name]: field }, raw, context);
  expect(read({ [name]: control?.default })).toEqual(read({}));
});

test('Options that could do harm are among those without an effect until they are changed', () => {
  const names = options.map(([operation, name]) => `${operation} ${name}`);
  expect(names).toEqual(
    expect.arrayContaining([
      'badgeInvite.create days',
      'template.update stampCount',
      'pass.update collectedStamps',
      'pass.void invalidatedReason',
    ]),
  );
});

test('Names of options are not cut off in the panel', () => {
  const collections = found.filter(({ property }) => property.type === 'collection');
  const fit = (property: Found['property']) =>
    shownNames(property).every((name) => name.length <= 30);
  expect(breaking(fit, collections)).toEqual([]);
});

const isSorted = (names: string[]) =>
  names.every((name, i) => i === 0 || (names[i - 1] ?? '').localeCompare(name, 'en') <= 0);

test('Five or more choices are in alphabetical order', () => {
  const long = found.filter(({ property }) => choicesOf(property).length >= 5);
  expect(long.length).toBeGreaterThan(0);
  expect(breaking((property) => isSorted(shownNames(property)), long)).toEqual([]);
});

test('Entries of collections are in alphabetical order, before the limits of a long run', () => {
  const limits = ['Max Parallel Requests', 'Max Wait (Minutes)'];
  const inOrder = (names: string[]) => {
    const own = names.filter((name) => !limits.includes(name));
    return isSorted(own) && own.every((name, i) => name === names[i]);
  };
  const collections = found.filter(({ property }) => property.type === 'collection');
  expect(collections.length).toBeGreaterThan(0);
  expect(breaking((property) => inOrder(shownNames(property)), collections)).toEqual([]);
});

test('Preview Only is directly below the inputs that identify the template or pass', () => {
  const above = OFFERED.filter(({ preview }) => preview).map((operation) => {
    const names = parametersOf(operation).map(({ name }) => name);
    return names.slice(0, names.indexOf('previewOnly')).join();
  });
  expect([...new Set(above)].sort()).toEqual([
    'badgeTemplateId',
    'identifyBy,templateId,passId,externalId,contact',
    'identifyBy,templateId,templateId,passId,externalId,contact',
    'name',
    'passes',
    'templateId',
  ]);
});

test('Preview Only takes an expression in a workflow, and no value of a model in a tool', () => {
  const switches = node.properties.filter(({ name }) => name === 'previewOnly');
  const panels = switches.map(({ displayOptions, noDataExpression = false }) => [
    displayOptions?.show?.['@tool'],
    noDataExpression,
  ]);
  const different = new Set(panels.map((panel) => JSON.stringify(panel)));
  expect(different).toEqual(new Set(['[[false],false]', '[[true],true]']));
});

test('No choice appears twice', () => {
  expect(
    breaking(
      (property) =>
        new Set(choicesOf(property).map(({ value }) => value)).size === choicesOf(property).length,
    ),
  ).toEqual([]);
  expect(
    breaking((property) => new Set(shownNames(property)).size === shownNames(property).length),
  ).toEqual([]);
});

/** Defaults without a value: a text, entries, a list and a resource locator. */
const EMPTY = ['', {}, [], { mode: 'list', value: '' }].map((value) => JSON.stringify(value));

test('Every property has a default of its type', () => {
  const right: Record<string, (value: unknown) => boolean> = {
    string: (value) => typeof value === 'string',
    // Empty if a value must be entered.
    number: (value) => typeof value === 'number' || value === '',
    boolean: (value) => typeof value === 'boolean',
    multiOptions: Array.isArray,
    collection: (value) => JSON.stringify(value) === '{}',
    fixedCollection: (value) => JSON.stringify(value) === '{}',
  };
  expect(
    breaking(({ type, default: value }) => (right[type] ?? (() => value !== undefined))(value)),
  ).toEqual([]);
});

test('The editor marks a required input without a value, numbers and lists included', () => {
  const required = [node, trigger].flatMap((description) =>
    description.properties
      // A switch that is off is not empty; a confirmation is checked when the node runs.
      .filter(({ required, type }) => required === true && type !== 'boolean')
      .filter(({ default: value }) => EMPTY.includes(JSON.stringify(value)))
      .map((property) => ({ description, property })),
  );
  const names = required.map(({ property }) => property.displayName);
  expect(names).toEqual(
    expect.arrayContaining([
      'Amount',
      'Number of Stamps',
      'Stamps for the Reward',
      'Passes',
      'Email',
    ]),
  );
  const isMarked = ({ description, property }: (typeof required)[number]) => {
    const show = property.displayOptions?.show ?? {};
    const shown = Object.entries(show).map(([key, values]) => [key, values?.[0]] as const);
    const parameters = NodeHelpers.getNodeParameters(
      description.properties,
      Object.fromEntries(shown) as INodeParameters,
      true,
      false,
      null,
      description,
    );
    const issues = NodeHelpers.getParameterIssues(
      property,
      parameters ?? {},
      '',
      { name: description.displayName, typeVersion: 1 } as INode,
      description,
    );
    return issues.parameters?.[property.name] !== undefined;
  };
  expect(required.filter((one) => !isMarked(one)).map(({ property }) => property.name)).toEqual([]);
});

test('Every method that a control names exists', () => {
  const methods = [
    n8n.engine.nodeType('walletPass').methods,
    n8n.engine.nodeType('walletPassTrigger').methods,
  ];
  const has = (
    of: number,
    kind: 'listSearch' | 'loadOptions' | 'resourceMapping',
    name: string | undefined,
  ) => name === undefined || typeof methods[of]?.[kind]?.[name] === 'function';
  [node, trigger].forEach(({ properties }, of) => {
    const wrong = breaking(
      ({ typeOptions, modes = [] }) =>
        has(of, 'loadOptions', typeOptions?.loadOptionsMethod) &&
        has(of, 'resourceMapping', typeOptions?.resourceMapper?.resourceMapperMethod) &&
        modes.every((mode) => has(of, 'listSearch', mode.typeOptions?.searchListMethod)),
      allProperties(properties),
    );
    expect(wrong).toEqual([]);
  });
});

test('Passes are identified the same way for all items, so that each has one concurrency key', () => {
  const choices = node.properties.filter(
    ({ name, displayOptions }) =>
      // Removing a holder twice is harmless.
      name === 'identifyBy' && displayOptions?.show?.resource?.[0] !== 'badgeHolder',
  );
  expect(choices.length).toBeGreaterThan(10);
  expect(choices.every(({ noDataExpression }) => noDataExpression)).toBe(true);
});

test('Resource, operation and event take no expression', () => {
  const chosen = found.filter(({ property }) =>
    ['resource', 'operation', 'event'].includes(property.name),
  );
  expect(breaking(({ noDataExpression }) => noDataExpression === true, chosen)).toEqual([]);
});

test('The node and the trigger offer what is declared, and nothing else', () => {
  const offered = node.properties
    .filter(({ name }) => name === 'operation')
    .flatMap((property) =>
      choicesOf(property).map(({ value }) => [property.displayOptions?.show?.resource?.[0], value]),
    );
  const declared = OFFERED.map(({ resource, key }) => [resource, key]);
  expect(offered.map(String).sort()).toEqual(declared.map(String).sort());
  const events = trigger.properties.find(({ name }) => name === 'event');
  const values = events && choicesOf(events).map(({ value }) => value);
  expect(values?.sort()).toEqual(TRIGGERS.map(({ key }) => key).sort());
});

test('Every declared input can be filled in', () => {
  // Kinds with several parameters, or with other names.
  const spread: Record<string, string[]> = {
    file: [],
    passRef: ['identifyBy', 'passId', 'externalId', 'contact', 'templateId'],
  };
  for (const operation of OFFERED) {
    const names = parametersOf(operation).flatMap((one) => [
      one.name,
      ...(one.type === 'collection' ? (one.options ?? []).map(({ name }) => name) : []),
    ]);
    for (const [name, field] of Object.entries(operation.input)) {
      const parameters = spread[field.kind] ?? [nameOf(operation, name, field)];
      expect(parameters.filter((one) => !names.includes(one))).toEqual([]);
    }
  }
});

const conditions = ({ displayOptions }: INodeProperties) => ({
  ...displayOptions?.show,
  ...displayOptions?.hide,
});

test('Display conditions refer to parameters and choices that exist', () => {
  for (const { properties } of [node, trigger]) {
    const names = new Map<string, Set<unknown>>();
    for (const property of properties) {
      const values =
        property.type === 'boolean'
          ? [true, false]
          : property.type === 'resourceLocator'
            ? [''] // nothing chosen yet
            : choicesOf(property).map(({ value }) => value);
      names.set(property.name, new Set([...(names.get(property.name) ?? []), ...values]));
    }
    const wrong = properties.flatMap((property) =>
      Object.entries(conditions(property)).flatMap(([name, values]) =>
        // `@tool` is n8n's: whether the node is the tool of an AI agent.
        name === '@tool' || (values ?? []).every((value) => names.get(name)?.has(value))
          ? []
          : [`${property.name}: ${name}=${JSON.stringify(values)}`],
      ),
    );
    expect(wrong).toEqual([]);
  }
});

test('The panel shows no option that has no effect', () => {
  const names = (resource: string, operation: string, more: object = {}) => {
    const values = { resource, operation, ...more };
    const isShown = (property: INodeProperties) =>
      NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, null);
    return node.properties.filter(isShown).flatMap((property) => {
      const options = property.type === 'collection' ? property.options : [];
      return [property, ...(options as INodeProperties[]).filter(isShown)].map(({ name }) => name);
    });
  };
  // Of a template that is chosen from the list, the form lists the fields.
  const unlisted = (mode: string) => names('pass', 'create', { templateId: { mode, value: 't' } });
  expect(unlisted('id')).toContain('unknownFields');
  expect(unlisted('list')).not.toContain('unknownFields');
  // The color applies only to One Color, the limit only if not all results are returned.
  const logo = (treatment: string) => names('file', 'createLogo', { treatment });
  expect(logo('transparent')).not.toContain('color');
  expect(logo('onecolor')).toContain('color');
  expect(names('badge', 'getAll', { returnAll: true })).not.toContain('limit');
});

test('The panel shows no parameter twice for one operation', () => {
  const twice = OFFERED.flatMap(({ resource, key: operation }) =>
    ['passId', 'externalId'].flatMap((identifyBy) => {
      const chosen = { resource, operation, identifyBy, returnAll: false, outputAs: 'file' };
      const set: Record<string, unknown> = { ...chosen, '@tool': false };
      const shown = node.properties.filter((property) =>
        Object.entries(property.displayOptions?.show ?? {}).every(
          ([name, values]) => !(name in set) || (values as unknown[]).includes(set[name]),
        ),
      );
      const names = shown.map(({ name }) => name);
      expect(names).toContain('operation');
      return names
        .filter((name, i) => names.indexOf(name) !== i)
        .map((name) => `${resource}.${operation}.${name}`);
    }),
  );
  expect([...new Set(twice)]).toEqual([]);
});
