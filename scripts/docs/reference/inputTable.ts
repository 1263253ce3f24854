import type { INodeProperties } from 'n8n-workflow';

import { RUN_LIMITS } from '../../../nodes/WalletPass/controls/runLimits';
import { capitalized, sentence } from '../../../shared/service/wording';
import type { InputField, InputFields, Option } from '../../../shared/fields';
import { bold, cell, cellLines, code, either, table } from '../markdown';
import {
  type Control,
  type N8nControl,
  type ZapierControl,
  conditionsOf,
  shownFor,
} from './controls';

/** Whether the index describes it: an option of all long runs, or a choice of output fields. */
function isInIndex({ name, property }: N8nControl): boolean {
  return name in RUN_LIMITS || '@tool' in shownFor(property);
}

/** One input, as each platform displays it. n8n can have several variants of one parameter. */
interface Row {
  field?: InputField;
  n8n: N8nControl[];
  zapier?: ZapierControl;
}

/** One input in the reference. */
export interface InputCells {
  n8n: string;
  /** Empty if Zapier does not offer the operation or trigger. */
  zapier: string;
  type: string;
  description: string;
  /** Labels on both platforms, without their sections. */
  labels: string[];
}

/** The platforms that offer an operation or trigger, a column each. */
export interface Platforms {
  n8n: boolean;
  zapier: boolean;
}

/** The inputs of an operation or trigger, in display order. */
export function inputCells(
  input: InputFields,
  n8n: readonly N8nControl[],
  zapier: readonly ZapierControl[],
  platforms: Platforms,
): InputCells[] {
  return rowsOf(input, n8n, zapier).map((row) => ({
    n8n: n8nCell(row),
    zapier: platforms.zapier ? zapierCell(platforms.n8n)(row) : '',
    type: typeCell(row, n8n),
    description: descriptionCell(row),
    labels: [...new Set([...row.n8n, row.zapier].flatMap((one) => one?.labels.at(-1) ?? []))],
  }));
}

/**
 * The inputs that are the same in at least so many of these operations or triggers; of several forms of one, the most
 * frequent.
 */
export function sharedInputs(all: readonly InputCells[][], least: number): InputCells[] {
  const countOf = (cells: InputCells) =>
    all.filter((inputs) => inputs.some((one) => isSame(one, cells))).length;
  const candidates = all
    .flat()
    .map((cells) => ({ cells, count: countOf(cells) }))
    .filter(({ count }) => count >= least)
    .sort(
      (a, b) => Number(a.cells.zapier === '') - Number(b.cells.zapier === '') || b.count - a.count,
    );
  const shared: InputCells[] = [];
  for (const { cells } of candidates) {
    const hasName = (other: InputCells) =>
      isSame(cells, other) || other.labels.some((label) => cells.labels.includes(label));
    if (!shared.some(hasName)) shared.push(cells);
  }
  const order = all.flat();
  return shared.sort((a, b) => order.indexOf(a) - order.indexOf(b));
}

/** Whether an input is as the shared one says, on the platforms that offer its operation or trigger. */
function isSame(one: InputCells, shared: InputCells): boolean {
  return (
    one.n8n === shared.n8n &&
    one.type === shared.type &&
    one.description === shared.description &&
    (one.zapier === shared.zapier || one.zapier === '')
  );
}

/** A table of inputs, and where the others are. */
export function inputTable(cells: readonly InputCells[], platforms: Platforms): string {
  const columns: [title: string, key: 'n8n' | 'zapier' | 'type' | 'description'][] = [
    ...(platforms.n8n ? [['On n8n', 'n8n'] as [string, 'n8n']] : []),
    ...(platforms.zapier ? [['On Zapier', 'zapier'] as [string, 'zapier']] : []),
    ['Type', 'type'],
    ['Description', 'description'],
  ];
  return table(
    columns.map(([title]) => title),
    cells.map((row) => columns.map(([, key]) => row[key])),
  );
}

/** Inputs of many operations or triggers, in a table of their own. */
export interface SharedTable {
  /** `inputs of events of passes`, with a link to the table. */
  link: string;
  cells: readonly InputCells[];
}

/** The inputs of an operation or trigger: a table of its own ones, and the names of the shared ones. */
export function inputsText(
  cells: readonly InputCells[],
  platforms: Platforms,
  shared?: SharedTable,
): string {
  if (cells.length === 0) return 'No inputs.';
  const common = cells.filter((one) => shared?.cells.some((other) => isSame(one, other)));
  const own = cells.filter((one) => !common.includes(one));
  const texts = shared ? sharedText(shared, common, own.length > 0) : [];
  if (own.length === 0) return [`${bold('Inputs')}: `, ...texts].join('');
  return [bold('Inputs'), inputTable(own, platforms), ...texts].join('\n\n');
}

/** Which of the shared inputs it has: all, all but two at most, or the named ones. */
function sharedText(
  { link, cells }: SharedTable,
  common: readonly InputCells[],
  hasOwn: boolean,
): string[] {
  if (common.length === 0) return [];
  const missing = cells.filter((cell) => !common.some((one) => isSame(one, cell)));
  const except = missing.length === 0 ? '' : `, except ${namesText(missing)}`;
  const which =
    missing.length <= 2 ? `all ${link}${except}` : `of the ${link}: ${namesText(common)}`;
  return [`${hasOwn ? 'Also ' : ''}${which}.`];
}

function namesText(cells: readonly InputCells[]): string {
  return [...new Set(cells.flatMap(({ labels }) => labels))].map(bold).join(', ');
}

export const PASS_ON_ZAPIER = `On Zapier, choose a ${bold('Pass')}, or enter an ${bold('External ID')} or ${bold('Email or Phone')} together with the ${bold('Template')}. If several are filled in, they must lead to the same pass.`;

/** In the order of n8n's form, or else of Zapier's. An input with the same name on both is one row. */
function rowsOf(
  input: InputFields,
  n8n: readonly N8nControl[],
  zapier: readonly ZapierControl[],
): Row[] {
  const ownerOf = ({ input: key, name }: Control) => key ?? name;
  const owners = new Set([...n8n, ...zapier].map(ownerOf));
  return [...owners].flatMap((owner) => {
    const onN8n = n8n.filter((control) => ownerOf(control) === owner && !isInIndex(control));
    const onZapier = zapier.filter((control) => ownerOf(control) === owner);
    const names = new Set([...onN8n, ...onZapier].map(rowName));
    return [...names].map((name) => ({
      field: declared(input, owner, name),
      n8n: onN8n.filter((control) => rowName(control) === name),
      zapier: onZapier.find((control) => rowName(control) === name),
    }));
  });
}

/** A list and an input inside it may have the same name. */
function rowName({ input, name }: Control): string {
  return input === undefined || input === name ? name : `${input}.${name}`;
}

/** The declared input, if the control asks for it or for one inside a list directly. */
function declared(input: InputFields, owner: string, row: string): InputField | undefined {
  const field = input[owner];
  if (row === owner) return field;
  return field?.kind === 'list' ? field.entry[row.slice(owner.length + 1)] : undefined;
}

/** The label, in its section, and below it the name for expressions and AI agents. */
function n8nCell({ n8n: [control] }: Row): string {
  return control ? `${place(control)}<br>${code(control.path)}` : '–';
}

function zapierCell(isNameOnN8n: boolean): (row: Row) => string {
  return ({ n8n: [n8n], zapier }) => {
    if (!zapier) return '–';
    if (!isNameOnN8n || !n8n) return `${place(zapier)}<br>${code(zapier.path)}`;
    return place(zapier) === place(n8n) ? 'the same' : place(zapier);
  };
}

/** `Options › **Language**` */
function place({ labels }: Control): string {
  return cell([...labels.slice(0, -1), bold(labels.at(-1) ?? '')].join(' › '));
}

function typeCell(row: Row, controls: readonly N8nControl[]): string {
  const { field, n8n } = row;
  const type = field ? kindText(field) : propertyType(n8n[0]?.property);
  return cellLines([
    type,
    ...requirements(row, controls),
    field ? defaultText(field) : propertyDefault(n8n[0]?.property),
  ]);
}

/** Whether it is required; on n8n also when the form shows it. */
function requirements({ field, n8n }: Row, controls: readonly N8nControl[]): string[] {
  const variants = n8n.map(({ property }) => ({
    required: property.required === true,
    condition: conditionsOf(property)
      .map(([name, values]) => conditionText(name, values, controls))
      .join(' and '),
  }));
  if (variants.every(({ condition }) => condition === '')) {
    const isRequired = field?.required ?? variants.some(({ required }) => required);
    return isRequired ? [bold('required')] : [];
  }
  const optional = variants.length > 1 ? 'optional' : 'only';
  return variants.map(
    ({ required, condition }) => `${required ? bold('required') : optional} if ${condition}`,
  );
}

function conditionText(name: string, values: unknown[], controls: readonly N8nControl[]): string {
  const control = controls.find((one) => one.name === name);
  const texts = values.map((value) =>
    typeof value === 'boolean' ? onOff(value) : bold(optionName(control?.property, value)),
  );
  return `${bold(control?.property.displayName ?? name)} is ${either(texts)}`;
}

function onOff(value: boolean): string {
  return value ? 'on' : 'off';
}

function optionName(property: INodeProperties | undefined, value: unknown): string {
  const option = (property?.options ?? []).find((one) => 'value' in one && one.value === value);
  return option?.name ?? String(value);
}

function kindText(field: InputField): string {
  switch (field.kind) {
    case 'number':
      return `${field.integer ? 'Whole number' : 'Number'}${rangeText(field)}`;
    case 'text':
      return field.format === undefined ? 'Text' : TEXT_FORMATS[field.format];
    default:
      return KIND_TEXTS[field.kind];
  }
}

function rangeText({ min, max }: { min?: number; max?: number }): string {
  if (min !== undefined && max !== undefined) return ` from ${min} to ${max}`;
  if (min !== undefined) return `, at least ${min}`;
  return max === undefined ? '' : `, at most ${max}`;
}

const TEXT_FORMATS = {
  email: 'Email address',
  phone: 'Phone number',
  passId: 'Pass ID',
  fileId: 'File ID',
  language: 'Language code',
};

const KIND_TEXTS: Record<Exclude<InputField['kind'], 'number' | 'text'>, string> = {
  limit: 'Whole number, at least 1',
  boolean: 'Yes or no',
  choice: 'Choice',
  choices: 'One or more choices',
  dateTime: 'Date',
  color: 'Color',
  json: 'JSON object',
  confirmation: 'Confirmation',
  file: 'File or URL',
  image: 'File, URL or file ID',
  templateRef: 'Template, from a list or by ID',
  templateRefs: 'Templates, from a list or by ID',
  ref: 'From a list or by ID',
  passRef: 'Pass',
  fieldValues: 'A value for each field of the template',
  list: 'List',
};

const PROPERTY_TYPES: Partial<Record<INodeProperties['type'], string>> = {
  boolean: 'Yes or no',
  number: 'Number',
  options: 'Choice',
  resourceLocator: 'From a list or by ID',
  fixedCollection: 'List',
};

function propertyType(property: INodeProperties | undefined): string {
  return (property && PROPERTY_TYPES[property.type]) ?? 'Text';
}

function defaultText(field: InputField): string {
  switch (field.kind) {
    case 'choice': {
      const preset = field.options.find(({ value }) => value === field.default);
      return preset ? `default: ${preset.label}` : '';
    }
    case 'boolean':
      return `default: ${yesNo(field.default)}`;
    case 'number':
    case 'limit':
      return field.default === undefined ? '' : `default: ${field.default}`;
    default:
      return '';
  }
}

function propertyDefault(property: INodeProperties | undefined): string {
  const value = property?.default;
  if (typeof value === 'boolean') return `default: ${yesNo(value)}`;
  if (typeof value === 'number') return `default: ${value}`;
  if (typeof value !== 'string' || value === '') return '';
  return `default: ${property?.type === 'options' ? optionName(property, value) : code(value)}`;
}

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

function descriptionCell({ field, n8n, zapier }: Row): string {
  if (field) {
    const options = 'options' in field ? field.options : [];
    return cellLines([descriptionOf(field), ...options.map(optionText)]);
  }
  const property = n8n[0]?.property;
  if (!property) return cell(sentence(zapier?.helpText ?? ''));
  const options = property.type === 'options' ? (property.options as N8nOption[]) : [];
  return cellLines([
    sentences([property.description, property.hint]),
    ...options.map(({ name, value, description }) =>
      optionText({ label: name, value: String(value), description }),
    ),
  ]);
}

interface N8nOption {
  name: string;
  value: string | number | boolean;
  description?: string;
}

/** A switch is described by its effect when turned on. */
function descriptionOf({ kind, description, onN8n, onZapier }: InputField): string {
  const text =
    kind === 'confirmation' && description !== undefined
      ? `Must be turned on to ${description}`
      : description;
  return sentences([text, onN8n && `On n8n: ${onN8n}`, onZapier && `On Zapier: ${onZapier}`]);
}

function sentences(texts: readonly (string | undefined)[]): string {
  return texts.flatMap((text) => (text ? [sentence(capitalized(text))] : [])).join(' ');
}

/** The label, the value for expressions, and the effect: `• **Send** (`send`): …` */
function optionText({ label, value, description = '', scopes = [] }: Option): string {
  const unnamed = scopes.filter((scope) => !description.includes(scope));
  const details = sentences([
    description,
    unnamed.length > 0 ? `Needs ${unnamed.map(code).join(', ')}` : undefined,
  ]);
  return `• ${bold(label)} (${code(value)})${details === '' ? '' : `: ${details}`}`;
}
