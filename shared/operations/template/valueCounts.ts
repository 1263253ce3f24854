/** How many passes of a template have a value in certain fields, as far as the list of passes shows it. */

import { passPages } from '../../api/passes';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';
import type { DesignField } from '../../design/fields';
import { listedValue } from '../../design/listedValues';
import { isRecord } from '../../runtime/records';
import { isBlank } from '../../service/text';
import { listed } from '../../service/wording';
import type { Context } from '../context';
import { NOT_COUNTED, countPasses, readForPreview } from '../previewTemplate';

/** Passes that are read for their values, the newest ones: eleven requests, because the end of each page is read again. */
export const MAX_PASSES = 2_000;

interface ValueCounts {
  passCount?: number;
  /** Passes whose values were read; absent if no value had to be. */
  passesRead?: number;
  /** By field ID, of the passes that were read. */
  withValue: ReadonlyMap<string, number>;
  notes: string[];
}

/** Counts the passes of a template, and those with a value in each of these fields. */
export async function countValues(
  context: Context,
  templateId: string,
  fields: readonly DesignField[],
): Promise<ValueCounts> {
  if (fields.length === 0) {
    const { value, notes } = await countPasses(context, templateId);
    return { passCount: value, withValue: new Map(), notes };
  }
  const reading = readValues(context, templateId, fields);
  const { value, notes } = await readForPreview(reading, NOT_COUNTED);
  return value ? withoutUnknown(value, fields) : { withValue: new Map(), notes };
}

/** The counts that the list shows, with notes on what it does not. */
function withoutUnknown(counts: ReadCounts, fields: readonly DesignField[]): ValueCounts {
  const { passCount, passesRead, hasAllFields } = counts;
  const uncertain = hasAllFields ? [] : fields.filter(isFromDesigner);
  const unknown = uncertain.filter(({ id }) => counts.withValue.get(id) === 0);
  const atLeast = uncertain.filter((field) => !unknown.includes(field));
  const withValue = new Map(counts.withValue);
  for (const { id } of unknown) withValue.delete(id);
  const notes = [
    unknown.length > 0 &&
      `${MAY_LACK}, so it is unknown how many passes have a value in: ${labelsOf(unknown)}. An export has the values of all fields.`,
    atLeast.length > 0 &&
      `${MAY_LACK}, so at least as many passes have a value in: ${labelsOf(atLeast)}.`,
    withValue.size > 0 &&
      hasMorePasses(counts) &&
      `Only the newest ${passesRead} passes were read, so more of them may have a value in a removed field.`,
  ];
  return { passCount, passesRead, withValue, notes: notes.filter((note) => note !== false) };
}

const MAY_LACK = 'The list of passes may lack your own fields';

/** Whether the template has passes whose values were not read. */
function hasMorePasses({ passCount, passesRead }: ReadCounts): boolean {
  return passCount === undefined ? passesRead >= MAX_PASSES : passesRead < passCount;
}

interface ReadCounts extends Omit<ValueCounts, 'notes'> {
  passesRead: number;
  /** Whether every row shows the fields that were added in the designer. */
  hasAllFields: boolean;
}

/** Reads the newest passes. */
async function readValues(
  { client }: Context,
  templateId: string,
  fields: readonly DesignField[],
): Promise<ReadCounts> {
  const withValue = new Map(fields.map(({ id }) => [id, 0]));
  let passesRead = 0;
  let hasAllFields = true;
  let passCount: number | undefined;
  const fetchPage = passPages(client, templateId);
  const options = { pageSize: PAGE_SIZE, atMost: MAX_PASSES };
  const pages = scanPasses(fetchPage, options);
  for await (const { rows, total } of pages) {
    passCount = total;
    passesRead += rows.length;
    for (const row of rows) {
      hasAllFields &&= isRecord(row.customFields);
      for (const [id, count] of withValue) {
        if (!isBlank(listedValue(row, id))) withValue.set(id, count + 1);
      }
    }
  }
  return { passCount, passesRead, withValue, hasAllFields };
}

function labelsOf(fields: readonly DesignField[]): string {
  return listed(fields, fields.length, ({ label }) => label);
}

/** Whether a field was added in the designer: lists lack the value of a pass that was not written here. */
function isFromDesigner({ valueGroup }: DesignField): boolean {
  return valueGroup === 'customFields';
}
