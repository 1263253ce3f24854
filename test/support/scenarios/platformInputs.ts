import { switchName } from '../../../nodes/WalletPass/controls/boolean';
import { COLLECTIONS } from '../../../nodes/WalletPass/controls/form';
import type { InputField, InputFields } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import type { Trigger } from '../../../shared/triggers/trigger';
import { fileOf } from '../core';
import { byId } from '../n8n';
import type { Raw } from './operationCase';

/** A limit above what any scenario has; on n8n it becomes Return All. */
export const ALL = 1000;

/** The key of the input in the items of a run. */
export const INPUT_KEY = 'input';

/**
 * The node's parameters with an expression for every value, so that every item uses its own `$json.input`.
 * @param example the input of one item; the others have values for the same keys
 */
export function n8nParameters(operation: Operation, example: Raw): Raw {
  return inCollections(operation.input, example, (key, field, value) =>
    isPersonOnly(field) ? { [switchName(key, operation)]: value } : parameterOf(key, field, value),
  );
}

/** Whether only a person may turn on the switch of an input, so that it takes no expression. */
export function isPersonOnly(field: InputField): boolean {
  return field.kind === 'confirmation' || (field.kind === 'boolean' && field.noExpression === true);
}

/** The trigger's parameters with these values. */
export function n8nTriggerParameters({ key: event, input }: Trigger, values: Raw): Raw {
  const isLocator = ({ kind }: InputField) => kind === 'templateRef' || kind === 'ref';
  const parameters = inCollections(input, values, (key, field, value) => ({
    [key]: isLocator(field) ? byId(value as string) : value,
  }));
  return { event, ...parameters };
}

function inCollections(
  fields: InputFields,
  all: Raw,
  parametersOf: (key: string, field: InputField, value: unknown) => Raw,
): Raw {
  const parameters: Raw = {};
  const put = (collection: string | undefined, values: Raw) => {
    if (collection === undefined) Object.assign(parameters, values);
    else parameters[collection] = { ...(parameters[collection] as Raw | undefined), ...values };
  };
  for (const [key, value] of Object.entries(all)) {
    const field = fields[key];
    if (!field) throw new Error(`There is no input '${key}'`);
    put(field.section && COLLECTIONS[field.section].name, parametersOf(key, field, value));
  }
  return parameters;
}

function parameterOf(key: string, field: InputField, value: unknown): Raw {
  switch (field.kind) {
    case 'passRef': {
      const names = Object.keys(value as Raw);
      const parts = names.map((name) => [name, expression(`${key}.${name}`)] as const);
      const located = parts.map(([name, code]) => [
        name,
        name === 'externalId' || name === 'contact' ? code : byId(code),
      ]);
      const identifyBy = names.find((name) => name !== 'templateId');
      return { identifyBy, ...(Object.fromEntries(located) as Raw) };
    }
    case 'templateRef':
    case 'ref':
      return { [key]: byId(expression(key)) };
    case 'fieldValues': {
      const ids = Object.keys(value as Raw);
      const values = ids.map((id) => [id, expression(`${key}.${id}`)]);
      return { [key]: { mappingMode: 'defineBelow', value: Object.fromEntries(values) as Raw } };
    }
    case 'list': {
      const entries = (value as Raw[]).map((entry, i) =>
        Object.fromEntries(
          Object.keys(entry).map((name) => [name, expression(`${key}[${i}].${name}`)]),
        ),
      );
      return { [key]: { entry: entries } };
    }
    case 'limit':
      return value === ALL ? { returnAll: true } : { [key]: expression(key) };
    case 'file':
      return { inputSource: 'binary', binaryPropertyName: 'data' };
    default:
      return { [key]: expression(key) };
  }
}

const expression = (path: string) => `={{ $json.${INPUT_KEY}.${path} }}`;

/** The fields of a Zapier step, which has those that identify a pass on the same level. */
export function zapierInput({ pass, ...rest }: Raw): Raw {
  return { ...(pass as Raw | undefined), ...rest };
}

/** Inputs of the shared core, which has those that identify a pass on the same level, and files as content. */
export function coreInput({ pass, file, ...rest }: Raw, image: Uint8Array): Raw {
  return {
    ...rest,
    ...(pass as Raw | undefined),
    ...(file !== undefined && { file: fileOf(image) }),
  };
}

/** Values that a workflow may pass on by mistake. */
const ODD_VALUES: readonly unknown[] = [true, -1.5, '👩‍👩‍👧 \ud83d', ['x', null], { a: { b: [] } }];

/** Copies of an input, each with one odd value, for every input and every part of a pass. */
export function withOddValues({ pass, ...input }: Raw, oddValues = ODD_VALUES): Raw[] {
  const replaced = (all: Raw) =>
    Object.keys(all).flatMap((key) => oddValues.map((odd) => ({ ...all, [key]: odd })));
  const withPass = pass === undefined ? {} : { pass };
  return [
    ...replaced(input).map((odd) => ({ ...odd, ...withPass })),
    ...replaced((pass ?? {}) as Raw).map((odd) => ({ ...input, pass: odd })),
  ];
}
