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

describe('an option that was added and not changed', () => {
  const context = { timezone: 'UTC' };
  const SIMPLE = ['text', 'number', 'boolean', 'choice', 'choices', 'dateTime', 'color'];
  const options = RESOURCES.flatMap(({ operations }) =>
    operations
      .filter(({ zapierOnly }) => !zapierOnly)
      .flatMap((operation) =>
        Object.entries(operation.input).flatMap(([key, field]): [string, string, InputField][] =>
          field.section !== undefined && SIMPLE.includes(field.kind)
            ? [[`${operation.resource}.${operation.key}`, nameOf(operation, key, field), field]]
            : [],
        ),
      ),
  );

  it.each(options)('means the same as without it: %s %s', (operation, name, field) => {
    const collection = field.section && COLLECTIONS[field.section].name;
    const path = `${collection}(${operation})/${name}`;
    const control = found.find((one) => one.path === path)?.property;
    expect(control).toBeDefined();
    const read = (raw: RawInput) => parseInputsOrThrow({ [name]: field }, raw, context);
    expect(read({ [name]: control?.default })).toEqual(read({}));
  });

  it('includes the ones that could do harm', () => {
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
});

describe('the wording the platform requires', () => {
  it('names of options are not cut off in the panel', () => {
    const collections = found.filter(({ property }) => property.type === 'collection');
    const fit = (property: Found['property']) =>
      shownNames(property).every((name) => name.length <= 30);
    expect(breaking(fit, collections)).toEqual([]);
  });
});

describe('order', () => {
  const isSorted = (names: string[]) =>
    names.every((name, i) => i === 0 || (names[i - 1] ?? '').localeCompare(name, 'en') <= 0);

  it('five or more choices are in alphabetical order', () => {
    const long = found.filter(({ property }) => choicesOf(property).length >= 5);
    expect(long.length).toBeGreaterThan(0);
    expect(breaking((property) => isSorted(shownNames(property)), long)).toEqual([]);
  });

  it('so do the entries of collections, before the limits of a long run', () => {
    const limits = ['Max Parallel Requests', 'Max Wait (Minutes)'];
    const inOrder = (names: string[]) => {
      const own = names.filter((name) => !limits.includes(name));
      return isSorted(own) && own.every((name, i) => name === names[i]);
    };
    const collections = found.filter(({ property }) => property.type === 'collection');
    expect(collections.length).toBeGreaterThan(0);
    expect(breaking((property) => inOrder(shownNames(property)), collections)).toEqual([]);
  });

  it('Preview Only is below whom and what, before the output and the options', () => {
    const after = [
      'simplify',
      'output',
      'selectedFields',
      ...Object.values(COLLECTIONS).map(({ name }) => name),
    ];
    const last = RESOURCES.flatMap(({ operations }) =>
      operations
        .filter(({ preview, zapierOnly }) => preview && !zapierOnly)
        .map(({ resource, key }) => {
          const inputs = node.properties.filter(
            ({ displayOptions }) =>
              displayOptions?.show?.resource?.includes(resource) &&
              displayOptions.show.operation?.includes(key),
          );
          return inputs.findLast(({ name }) => !after.includes(name))?.name;
        }),
    );
    expect(new Set(last)).toEqual(new Set(['previewOnly']));
  });

  it('no choice appears twice', () => {
    expect(
      breaking(
        (property) =>
          new Set(choicesOf(property).map(({ value }) => value)).size ===
          choicesOf(property).length,
      ),
    ).toEqual([]);
    expect(
      breaking((property) => new Set(shownNames(property)).size === shownNames(property).length),
    ).toEqual([]);
  });
});

/** Defaults without a value: a text, entries, a list and a resource locator. */
const EMPTY = ['', {}, [], { mode: 'list', value: '' }].map((value) => JSON.stringify(value));

describe('settings of properties', () => {
  it('every property has a default of its type', () => {
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

  it('a required input without a value is marked in the editor, numbers and lists included', () => {
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
    expect(required.filter((one) => !isMarked(one)).map(({ property }) => property.name)).toEqual(
      [],
    );
  });

  it('every method named by a control exists', () => {
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
});

function operationProperties(): INodeProperties[] {
  return node.properties.filter(({ name }) => name === 'operation');
}

it('passes are identified the same way for all items, so that each has one concurrency key', () => {
  const choices = node.properties.filter(
    ({ name, displayOptions }) =>
      // Removing a holder twice is harmless.
      name === 'identifyBy' && displayOptions?.show?.resource?.[0] !== 'badgeHolder',
  );
  expect(choices.length).toBeGreaterThan(10);
  expect(choices.every(({ noDataExpression }) => noDataExpression)).toBe(true);
});

describe('resources and operations', () => {
  it('are chosen, not computed', () => {
    const chosen = found.filter(({ property }) =>
      ['resource', 'operation', 'event'].includes(property.name),
    );
    expect(breaking(({ noDataExpression }) => noDataExpression === true, chosen)).toEqual([]);
  });

  it('every operation offered is declared, and every declared one offered', () => {
    const offered = operationProperties().map((property) => ({
      key: property.displayOptions?.show?.resource?.[0],
      operations: choicesOf(property)
        .map(({ value }) => value)
        .sort(),
    }));
    const declared = RESOURCES.map(({ key, operations }) => ({
      key,
      operations: operations
        .filter((one) => !one.zapierOnly)
        .map((one) => one.key)
        .sort(),
    }));
    const byKey = <T extends { key: unknown }>(list: T[]) =>
      [...list].sort((a, b) => JSON.stringify(a.key).localeCompare(JSON.stringify(b.key)));
    expect(byKey(offered)).toEqual(byKey(declared));
    const events = trigger.properties.find(({ name }) => name === 'event');
    expect(
      events &&
        choicesOf(events)
          .map(({ value }) => value)
          .sort(),
    ).toEqual(TRIGGERS.map(({ key }) => key).sort());
  });

  it('every declared input can be filled in', () => {
    for (const { key: resource, operations } of RESOURCES) {
      for (const { key, input, zapierOnly } of operations) {
        if (zapierOnly) continue;
        const shown = node.properties.filter(
          ({ displayOptions: { show } = {} }) =>
            show?.resource?.includes(resource) && show.operation?.includes(key),
        );
        const names = new Set(
          shown.flatMap((one) => [
            one.name,
            ...(one.type === 'collection' ? (one.options ?? []).map(({ name }) => name) : []),
          ]),
        );
        // Kinds with several parameters, or with other names.
        const spread: Record<string, string[]> = {
          file: [],
          passRef: ['identifyBy', 'passId', 'externalId', 'contact', 'templateId'],
        };
        for (const [name, field] of Object.entries(input)) {
          const parameters = spread[field.kind] ?? [nameOf({ resource, key }, name, field)];
          expect(parameters.filter((one) => !names.has(one))).toEqual([]);
        }
      }
    }
  });
});

describe('display conditions', () => {
  const conditions = ({ displayOptions }: INodeProperties) => ({
    ...displayOptions?.show,
    ...displayOptions?.hide,
  });

  it('refer to parameters and choices that exist', () => {
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

  it('show no option that does nothing', () => {
    const names = (resource: string, operation: string, more: object = {}) => {
      const values = { resource, operation, ...more };
      const isShown = (property: INodeProperties) =>
        NodeHelpers.displayParameter(values, property, { typeVersion: 1 }, null);
      return node.properties.filter(isShown).flatMap((property) => {
        const options = property.type === 'collection' ? property.options : [];
        return [property, ...(options as INodeProperties[]).filter(isShown)].map(
          ({ name }) => name,
        );
      });
    };
    // Of a template that is chosen from the list, the form lists the fields.
    const unlisted = (mode: string) =>
      names('pass', 'create', { templateId: { mode, value: 't' } });
    expect(unlisted('id')).toContain('unknownFields');
    expect(unlisted('list')).not.toContain('unknownFields');
    // The color applies only to One Color, the limit only if not all results are returned.
    const logo = (treatment: string) => names('file', 'createLogo', { treatment });
    expect(logo('transparent')).not.toContain('color');
    expect(logo('onecolor')).toContain('color');
    expect(names('badge', 'getAll', { returnAll: true })).not.toContain('limit');
  });

  it('show no parameter twice for one operation', () => {
    const twice: string[] = [];
    for (const { key: resource, operations } of RESOURCES) {
      for (const { key: operation } of operations) {
        for (const identifyBy of ['passId', 'externalId']) {
          const set: Record<string, unknown> = {
            resource,
            operation,
            identifyBy,
            returnAll: false,
            outputAs: 'file',
          };
          const shown = node.properties.filter((property) =>
            Object.entries(property.displayOptions?.show ?? {}).every(
              ([name, values]) => !(name in set) || (values as unknown[]).includes(set[name]),
            ),
          );
          const names = shown
            .filter(
              ({ name, displayOptions }) =>
                name !== 'operation' || displayOptions?.show?.resource?.includes(resource),
            )
            .map(({ name }) => name);
          twice.push(
            ...names
              .filter((name, i) => names.indexOf(name) !== i)
              .map((name) => `${resource}.${operation}.${name}`),
          );
        }
      }
    }
    expect([...new Set(twice)]).toEqual([]);
  });
});
