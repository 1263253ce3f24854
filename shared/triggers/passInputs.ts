import * as field from '../fields';
import { invalidInput } from '../errors/serviceError';
import { PAGE_SIZE } from '../api/scanPasses';
import { templateId } from '../operations/pass/inputs';
import { omit } from '../runtime/records';
import type { PassRow } from '../service/schemas';
import { includeLink } from './passEvents';

/** Maximum of Max Passes to Read; their state usually fits in {@link import('./state').MAX_STATE_SIZE}. */
export const MAX_PASSES_PER_POLL = 150_000;

/** Inputs of triggers that scan all passes on every poll. */
export const scanInputs = {
  templateId,
  moreTemplateIds: field.templateRefs({
    // Only n8n offers it; its lint requires these words.
    label: 'More Template Names or IDs',
    needs: 'state',
    section: 'filters',
    description: 'Other templates to watch',
  }),
  externalIdOnly: field.boolean({
    label: 'Only With External ID',
    section: 'filters',
    default: false,
    description: 'skip passes that have no external ID',
  }),
  emailOnly: field.boolean({
    label: 'Only With Email',
    section: 'filters',
    default: false,
    description: 'skip passes that have no email address',
  }),
  ignoreExternalIdPrefix: field.text({
    label: 'Ignored External ID Prefix',
    identifies: 'externalIdPrefix',
    section: 'filters',
    placeholder: 'e.g. crm-',
    description:
      'Skips passes whose external ID starts with this prefix. To prevent loops, use it for passes you issue yourself.',
  }),
  includeLink,
  lookBackDays: field.number({
    label: 'Look Back (Days)',
    section: 'options',
    integer: true,
    min: 1,
    max: 3650,
    placeholder: 'e.g. 30',
    description:
      'Only passes issued within this many days trigger. Older ones are not read. Defaults to all passes.',
  }),
  pageSize: field.number({
    label: 'Page Size',
    needs: 'longPolls',
    section: 'options',
    integer: true,
    min: 10,
    max: 1000,
    placeholder: 'e.g. 1000',
    description: `Passes per request. Defaults to ${PAGE_SIZE}. Leave it unless polls take too long: larger pages mean fewer requests.`,
  }),
  maxPasses: field.number({
    label: 'Max Passes to Read',
    section: 'options',
    integer: true,
    min: 100,
    max: MAX_PASSES_PER_POLL,
    default: 10_000,
    description:
      'Maximum number of passes a poll reads. If there are more, the trigger fails instead of skipping any.',
    onN8n: "To read more, also raise 'Page Size'.",
    onZapier: 'A poll has 25 seconds to read them.',
  }),
};
export type ScanInputs = field.InputOf<typeof scanInputs>;

/** Inputs of every trigger about passes. */
export const passInputs = omit(scanInputs, 'lookBackDays');
export type PassInputs = field.InputOf<typeof passInputs>;

/** A number of days, at least one. */
export function daysInput(texts: {
  label: string;
  max: number;
  default: number;
  description: string;
}) {
  return field.required(field.number({ ...texts, integer: true, min: 1 }));
}

/**
 * For an event of passes that are at least some days old.
 * @param label of the input with the number of days
 * @throws {ServiceError} `invalidInput` if passes of this age are no longer read, so that it would never happen
 */
export function assertLookBackExceeds(
  days: number,
  label: string,
  lookBack: number | undefined,
): void {
  if (lookBack === undefined || lookBack > days) return;
  throw invalidInput(
    scanInputs.lookBackDays.label,
    'lookBackDays',
    `is ${lookBack}, so passes that are ${days} days old are not read and never trigger`,
    `Enter more days than in '${label}', or clear it to read all passes.`,
  );
}

/** Whether a pass matches the filter inputs of a trigger. */
export function matchesFilters(
  { externalId, email }: Pick<PassRow, 'externalId' | 'email'>,
  { externalIdOnly, emailOnly, ignoreExternalIdPrefix }: PassInputs,
): boolean {
  if (externalIdOnly && !externalId) return false;
  if (emailOnly && !email) return false;
  return !(ignoreExternalIdPrefix && externalId?.startsWith(ignoreExternalIdPrefix));
}
