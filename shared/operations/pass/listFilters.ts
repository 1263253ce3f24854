import { invalidInput } from '../../errors/serviceError';
import * as field from '../../fields';
import type { DesignField } from '../../design/fields';
import { rowValue } from '../../design/rowValues';
import { resolveField } from '../../design/fieldNames';
import { passStatus } from '../../service/passStatus';
import type { PassRow } from '../../service/schemas';
import { comparable } from '../../service/text';
import type { Context } from '../context';
import * as inputs from './inputs';

/** Inputs that narrow a list of passes. */
export const listFilters = {
  searchQuery: field.contact({
    label: 'Email or Phone',
    section: 'filters',
    description:
      "Complete email address or phone number with country code; partial matches aren't supported",
  }),
  status: inputs.listStatus,
  validity: field.choice({
    label: 'Status',
    section: 'filters',
    default: 'all',
    description: 'Filter by the status of the pass',
    options: [
      { value: 'all', label: 'All' },
      { value: 'valid', label: 'Valid' },
      {
        value: 'voided',
        label: 'Voided',
        inHelp: true,
        description: 'Also an expired one, if the service marks it so',
      },
      {
        value: 'expired',
        label: 'Expired',
        description: "Past its 'Valid Until' date and not voided",
      },
    ],
  }),
  issuedAfter: field.dateTime({
    label: 'Issued After',
    section: 'filters',
    bareDate: 'startOfDay',
    description: 'Only passes issued at or after this time',
  }),
  issuedBefore: field.dateTime({
    label: 'Issued Before',
    section: 'filters',
    bareDate: 'startOfDay',
    description: 'Only passes issued before this time',
  }),
  updatedSince: field.dateTime({
    label: 'Updated Since',
    section: 'filters',
    bareDate: 'startOfDay',
    description: 'Only passes issued or changed at or after this time',
  }),
  fieldName: field.ref({
    of: 'templateField',
    dependsOn: ['templateId'],
    label: 'Field',
    section: 'filters',
    description:
      "Field that must have the 'Field Value'. Choose it, or enter its label or ID. A value that the service doesn't list matches nothing.",
  }),
  fieldValue: field.text({
    label: 'Field Value',
    identifies: 'name',
    section: 'filters',
    placeholder: 'e.g. Gold',
    description: 'Value to match (not case-sensitive)',
  }),
};
export type ListFilters = field.InputOf<typeof listFilters>;

/** Whether passes of the list may be missing from the result. */
export function hasFilters({ status, validity, ...others }: ListFilters): boolean {
  const isSet = Object.values(others).some((value) => value !== undefined);
  return status !== 'all' || validity !== 'all' || isSet;
}

/**
 * All filters together. A pass whose row does not show the field has no value in it.
 * @param now epoch ms
 */
export function listMatcher(
  filters: ListFilters,
  wanted: FilterField | undefined,
  now: number,
): (row: PassRow) => boolean {
  const { status, validity, issuedAfter, issuedBefore, updatedSince, fieldValue } = filters;
  const epoch = (date: string | undefined, unset: number) =>
    date === undefined ? unset : Date.parse(date);
  const from = epoch(issuedAfter, -Infinity);
  const before = epoch(issuedBefore, Infinity);
  const changed = epoch(updatedSince, -Infinity);
  return (row) =>
    hasStatus(row, status) &&
    (validity === 'all' || passStatus(row, now) === validity) &&
    row.created >= from &&
    row.created < before &&
    row.updated >= changed &&
    (wanted === undefined || isSameText(rowValue(row, wanted.id), fieldValue));
}

/** The template field to filter by. */
type FilterField = Pick<DesignField, 'id'>;

/**
 * The field with the label or ID in 'Field'. If the design cannot be read, every name is accepted as an ID.
 * @throws {ServiceError} `invalidInput` for an unknown field, and for half a filter, which would match all passes
 */
export async function resolveFilterField(
  { templates }: Context,
  { templateId, fieldName, fieldValue }: ListFilters & { templateId?: string },
): Promise<FilterField | undefined> {
  if (fieldName === undefined) {
    if (fieldValue === undefined) return undefined;
    throw invalidInput(
      'Field',
      'fieldName',
      'is empty',
      "Enter the 'Field', or clear 'Field Value'.",
    );
  }
  if (fieldValue === undefined) {
    throw invalidInput(
      'Field Value',
      'fieldValue',
      'is empty',
      "Enter the 'Field Value', or clear 'Field'.",
    );
  }
  if (templateId === undefined) {
    throw invalidInput(
      'Template',
      'templateId',
      'is empty',
      "Choose the 'Template' that has the field, or clear 'Field' and 'Field Value'.",
    );
  }
  const design = await templates.design(templateId);
  const input = { key: 'fieldName', label: listFilters.fieldName.label };
  return resolveField(design, fieldName, input);
}

function hasStatus({ deviceCount }: PassRow, status: ListFilters['status']): boolean {
  return status === 'all' || deviceCount > 0 === (status === 'installed');
}

function isSameText(text: string | undefined, other: string | undefined): boolean {
  return comparable(text ?? '') === comparable(other ?? '');
}
