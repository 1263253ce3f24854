import type { Bundle, InputFields as ZapierInputs, ZObject } from 'zapier-platform-core';

import {
  isShown,
  mappedValue,
  type InputField,
  type InputFields,
  type Kind,
  type RawInput,
  type TemplateFeature,
} from '../../shared/fields';
import type { LoadFile } from '../transport/downloadFile';
import { chosenTemplateId, hasFeature, withStepContext } from '../transport/stepContext';
import { type Control, type Values, isEmpty, PASS_GROUP } from './control';
import { fieldValues } from './fieldValues';
import { file, image } from './file';
import { listControl } from './list';
import { formInputs, passRef } from './passRef';
import { ref, templateRef, templateRefs } from './refs';
import * as values from './values';

/** The control of each kind of input. */
const CONTROLS: { [K in Kind]: Control<K> } = {
  ...values,
  fieldValues,
  file,
  image,
  list: listControl(getControl),
  passRef,
  ref,
  templateRef,
  templateRefs,
};

function getControl({ kind }: InputField): Control {
  return CONTROLS[kind];
}

/**
 * The input fields of an operation or trigger. Fields that another input can hide are functions, which Zapier calls
 * again whenever that input changes.
 */
export function buildInputFields(inputs: InputFields): ZapierInputs {
  const hiding = new Set(
    Object.values(inputs).flatMap(({ visibleWhen = {} }) => Object.keys(visibleWhen)),
  );
  return allInputFields(inputs).map((field) => {
    if (typeof field === 'function') return field;
    const input = inputs[field.key];
    if (input?.forUnlistedFields) {
      return (_z: ZObject, { inputData }: Bundle) =>
        hasListedFields(inputData) && isEmpty(inputData[field.key]) ? [] : [field];
    }
    if (input?.forFeature) {
      const { forFeature } = input;
      return async (z: ZObject, bundle: Bundle) =>
        !isEmpty(bundle.inputData[field.key]) || (await mayBeFor(forFeature, inputs, z, bundle))
          ? [field]
          : [];
    }
    if (input?.visibleWhen) {
      return (_z: ZObject, { inputData }: Bundle) =>
        mayBeShown(input, inputs, inputData) ? [field] : [];
    }
    return hiding.has(field.key) ? { ...field, altersDynamicFields: true } : field;
  });
}

/** Whether the form has inputs for the fields of the chosen template. A mapped template is still unknown. */
function hasListedFields(form: Values): boolean {
  const templateId = chosenTemplateId(form);
  return templateId !== undefined && !templateId.includes('{{');
}

/**
 * Whether the chosen template may have the feature. If the form requires a template, the input is hidden until one is
 * chosen.
 */
async function mayBeFor(
  feature: TemplateFeature,
  { templateId: template }: InputFields,
  z: ZObject,
  bundle: Bundle,
): Promise<boolean> {
  const templateId = chosenTemplateId(bundle.inputData);
  if (templateId === undefined) return template?.required !== true;
  const has = await withStepContext(z, bundle, (context) =>
    hasFeature(context, templateId, feature),
  );
  return has !== false;
}

/** Whether an input may be shown. A value that is mapped from an earlier step is still unknown, so it hides nothing. */
function mayBeShown(input: InputField, inputs: InputFields, form: Values): boolean {
  const given = Object.fromEntries(Object.entries(form).filter(([, value]) => !isEmpty(value)));
  const isUnknown = Object.keys(input.visibleWhen ?? {}).some((key) => {
    const other = inputs[key];
    const options = other?.kind === 'choice' ? other.options : [];
    return key in given && options.every(({ value }) => value !== given[key]);
  });
  return isUnknown || isShown(input, inputs, given);
}

/** All input fields, whether shown or hidden, in the order of {@link rankOf}, and of the declaration within a rank. */
export function allInputFields(inputs: InputFields): ZapierInputs {
  const fields = Object.entries(inputs).flatMap(([key, field]) =>
    getControl(field).inputFields(key, field, inputs),
  );
  return fields.toSorted((a, b) => rankOf(a, inputs) - rankOf(b, inputs));
}

/** The ranks of the fields of a form. Confirmations come after the fields that they confirm. */
const RANKS = { pass: 0, required: 1, optional: 2, confirmation: 3, grouped: 4 };

function rankOf(field: ZapierInputs[number], inputs: InputFields): number {
  // Inputs for the fields of a template are functions.
  if (typeof field === 'function') return RANKS.optional;
  const { key, group, required } = field;
  if (group === PASS_GROUP.key) return RANKS.pass;
  const isConfirmation = inputs[key]?.kind === 'confirmation';
  if ((required && !isConfirmation) || isParentOfRequired(key, inputs)) return RANKS.required;
  if (group !== undefined) return RANKS.grouped;
  return isConfirmation ? RANKS.confirmation : RANKS.optional;
}

/** Whether the dropdown of a required input, which is declared later, depends on this one. */
function isParentOfRequired(key: string, inputs: InputFields): boolean {
  return Object.values(inputs).some(
    (input) => input.kind === 'ref' && input.required && input.dependsOn?.includes(key),
  );
}

/**
 * Collects the values of a form under the input keys of the declaration, without parsing them. Blank
 * values, empty lists and empty objects are absent, unless they were mapped.
 * @param load called once the content of a file is needed; without it, URLs are passed on
 * @param isMapped whether the value of a key was mapped to something
 */
export function collectInput(
  inputs: InputFields,
  form: Values,
  load?: LoadFile,
  isMapped: (key: string) => boolean = () => false,
): RawInput {
  const given = Object.entries(form).filter(([, value]) => !isEmpty(value));
  const mappedEmpty = formInputs(inputs)
    .filter(([key]) => isEmpty(form[key]) && isMapped(key))
    .map(([key, field]) => [key, mappedValue(field, undefined)] as const)
    .filter(([, value]) => value !== undefined);
  const values = Object.fromEntries([...given, ...mappedEmpty]);
  const raw: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(inputs)) {
    const value = getControl(field).collect(values, key, field, load);
    if (field.kind === 'passRef') Object.assign(raw, value);
    else if (value !== undefined) raw[key] = value;
  }
  return raw;
}
