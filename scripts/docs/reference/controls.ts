/** The inputs of an operation or trigger as the two platforms display them. */

import type { INodeProperties } from 'n8n-workflow';
import type { PlainInputField } from 'zapier-platform-core';

import { getControl } from '../../../nodes/WalletPass/controls';
import { switchName } from '../../../nodes/WalletPass/controls/boolean';
import type { FormOwner } from '../../../nodes/WalletPass/controls/control';
import { nodeProperties } from '../../../nodes/WalletPass/operationProperties';
import { triggerProperties } from '../../../nodes/WalletPass/triggerProperties';
import { zapierInputs } from '../../../zapier/catalog';
import { allInputFields } from '../../../zapier/controls';
import { listEntryKey } from '../../../zapier/controls/list';
import type { InputFields } from '../../../shared/fields';
import type { Operation } from '../../../shared/operations/operation';
import type { Trigger } from '../../../shared/triggers/trigger';
import { creates } from '../../../zapier/creates';
import { searches } from '../../../zapier/searches';
import { triggers } from '../../../zapier/triggers';

/** One input on a platform. */
export interface Control {
  /** Key of the declared input it belongs to; absent for one that the platform adds itself. */
  input?: string;
  /** Parameter or field name without the section or list that contains it. */
  name: string;
  /** Parameter name including the section or list: `options.locale`. */
  path: string;
  /** Label, after the labels of the section or list that contains it. */
  labels: string[];
}

/** One input on n8n. */
export interface N8nControl extends Control {
  property: INodeProperties;
}

/** One input on Zapier. */
export interface ZapierControl extends Control {
  helpText?: string;
}

/** Display conditions that select an operation or an event. */
const SELECTORS = ['resource', 'operation', 'event'];

/** The inputs of an operation on n8n, in display order. */
export function n8nControls(operation: Operation): N8nControl[] {
  const { resource, key, input } = operation;
  const properties = nodeProperties().filter(
    ({ displayOptions }) =>
      displayOptions?.show?.resource?.includes(resource) &&
      displayOptions.show.operation?.includes(key),
  );
  return properties.flatMap((property) => n8nControl(property, input, operation));
}

/** The inputs of a trigger on n8n, in display order. */
export function n8nTriggerControls({ key, input }: Trigger): N8nControl[] {
  const properties = triggerProperties().filter(({ displayOptions }) =>
    displayOptions?.show?.event?.includes(key),
  );
  return properties.flatMap((property) => n8nControl(property, input));
}

/** A control, or those inside it if it only groups them; a list has its own control as well. */
function n8nControl(
  property: INodeProperties,
  input: InputFields,
  owner?: FormOwner,
  parent: Pick<Control, 'path' | 'labels'> = { path: '', labels: [] },
): N8nControl[] {
  const { name, displayName, type } = property;
  const path = parent.path === '' ? name : `${parent.path}.${name}`;
  const labels = [...parent.labels, displayName];
  const inside = (properties: unknown, entry: InputFields, at = path) =>
    (properties as INodeProperties[]).flatMap((one) =>
      n8nControl(one, entry, owner, { path: at, labels }),
    );
  if (type === 'collection') return inside(property.options, input);
  if (type === 'notice') return [];
  const key = n8nOwner(name, input, owner);
  const field = input[name];
  // A switch with the operation in its parameter's name has one row for both platforms.
  const isSwitch = key !== undefined && name === switchName(key, owner);
  const control = { input: key, name: isSwitch ? key : name, path, labels, property };
  if (field?.kind !== 'list') return [control];
  const [entries] = property.options as { name: string; values: INodeProperties[] }[];
  const at = `${path}.${entries?.name}[]`;
  const parts = inside(entries?.values, field.entry, at).map((one) => ({ ...one, input: name }));
  return [control, ...parts];
}

/** The declared input whose controls include this one. */
function n8nOwner(name: string, input: InputFields, owner: FormOwner): string | undefined {
  if (name in input) return name;
  return Object.entries(input).find(([key, field]) =>
    getControl(field)
      .properties(key, field, input, owner)
      .some((one) => one.name === name),
  )?.[0];
}

/** The display conditions of a parameter. */
export function shownFor({ displayOptions }: Pick<INodeProperties, 'displayOptions'>) {
  return displayOptions?.show ?? {};
}

/** Other inputs, and the values of them, for which n8n shows a control. */
export function conditionsOf({
  displayOptions,
}: INodeProperties): [name: string, values: unknown[]][] {
  return Object.entries(shownFor({ displayOptions })).flatMap(([name, values]) =>
    values === undefined || SELECTORS.includes(name) ? [] : [[name, values]],
  );
}

/** The inputs of an operation or trigger on Zapier, in display order; none if it is not on Zapier. */
export function zapierControls({ zapier, input }: Operation | Trigger): ZapierControl[] {
  const step = zapier && (creates[zapier.key] ?? searches[zapier.key] ?? triggers[zapier.key]);
  if (!step) return [];
  const { inputFieldGroups = [] } = step.operation as {
    inputFieldGroups?: { key: string; label?: string }[];
  };
  return allInputFields(zapierInputs(input)).flatMap((field) => {
    // A function adds an input for each field of the chosen template.
    if (typeof field === 'function') return fieldValuesControl(input);
    const plain = field;
    if (plain.type === 'copy') return [];
    const group = inputFieldGroups.find(({ key }) => key === plain.group)?.label;
    return zapierControl(plain, input, group === undefined ? [] : [group]);
  });
}

function zapierControl(
  { key, label = key, helpText, children = [] }: PlainInputField,
  input: InputFields,
  groups: string[],
): ZapierControl[] {
  const owner = zapierOwner(key, input);
  const field = owner === undefined ? undefined : input[owner];
  const control = { input: owner, name: key, path: key, labels: [...groups, label], helpText };
  if (field?.kind !== 'list') return [control];
  const parts = Object.keys(field.entry).flatMap((name) => {
    const child = children.find((one) => one.key === listEntryKey(key, name));
    if (!child) return [];
    const labels = [...control.labels, child.label ?? name];
    return [{ input: owner, name, path: child.key, labels, helpText: child.helpText }];
  });
  return [control, ...parts];
}

function zapierOwner(key: string, input: InputFields): string | undefined {
  if (key in input) return key;
  return Object.keys(input).find((one) => {
    const field = input[one];
    return field?.kind === 'passRef' && key in field.combines;
  });
}

function fieldValuesControl(input: InputFields): ZapierControl[] {
  return Object.entries(input).flatMap(([key, { kind, label }]) =>
    kind === 'fieldValues' ? [{ input: key, name: key, path: key, labels: [label] }] : [],
  );
}
