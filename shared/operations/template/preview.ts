/** What previews of Create, Duplicate and Update tell in addition to the values of their requests. */

import { passPages } from '../../api/passes';
import { PAGE_SIZE, scanPasses } from '../../api/scanPasses';
import type { DesignBody } from '../../design/changes';
import {
  type DesignField,
  type TemplateDesign,
  FIELD_PARTS,
  parsedDesign,
  readDesign,
} from '../../design/fields';
import { listedValue } from '../../design/listedValues';
import { changedDesign, compareFields, flatDesign } from '../../design/preview';
import type { Output } from '../../fields/output';
import { compact, isRecord } from '../../runtime/records';
import { isBlank } from '../../service/text';
import { listed } from '../../service/wording';
import type { Context } from '../context';
import { NOT_COUNTED, countPasses, notesOf, readForPreview } from '../previewTemplate';
import { fieldsOutput } from './output';

const UNREADABLE = "The design of the template can't be read";

const PART_NAMES = { header: 'header', rows: 'rows', linkRows: 'back fields' };

/** The fields of a new card, as far as they are sent: only the service knows the default design of a type. */
export function previewNewDesign({ type, design }: { type: string; design: DesignBody }): Output {
  const sent = readDesign({ type, pass: design }).fields.filter(({ place }) => place !== 'none');
  const defaults = FIELD_PARTS.filter((part) => !(part in design)).map((part) => PART_NAMES[part]);
  const note = `These parts use the default design of the type: ${defaults.join(', ')}.`;
  return {
    ...(sent.length > 0 && { fields: fieldsOutput(sent) }),
    ...(defaults.length > 0 && notesOf(note)),
  };
}

/** The design that a copy would have. */
export async function previewCopy(
  { templates }: Context,
  { templateId, name }: { templateId: string; name: string },
): Promise<Output> {
  const { value: original, notes } = await readForPreview(
    templates.get(templateId),
    'the design of the copy is unknown',
  );
  if (!original) return { templateId, ...notesOf(...notes) };
  const design = parsedDesign(original);
  const { fields, stampCount } = readDesign(original);
  return {
    ...flatDesign(design ?? {}),
    templateId,
    templateName: original.name,
    name,
    type: original.type,
    ...(design ? { fields: fieldsOutput(fields), stampCount } : notesOf(`${UNREADABLE}.`)),
  };
}

/**
 * What a change does to the card of every holder: the fields it removes, with the number of passes that have a value in
 * them, the ones it adds or renames, and how many passes it reaches. Reads passes only if it removes a field.
 */
export async function previewChange(
  context: Context,
  { templateId, changes }: { templateId: string; changes: DesignBody },
): Promise<Output> {
  const { value: template, notes } = await readForPreview(
    context.templates.get(templateId),
    'the fields of the card were not compared',
  );
  const current = template && parsedDesign(template);
  if (!current) {
    const count = await countPasses(context, templateId);
    const unreadable = template ? [`${UNREADABLE}, so its fields were not compared.`] : [];
    return {
      templateId,
      templateName: template?.name,
      passCount: count.value,
      ...notesOf(...notes, ...unreadable, ...count.notes),
    };
  }
  const after = changedDesign(current, changes);
  const { removed, added, renamed } = compareFields(current, after);
  const ids = new Set(removed.map(({ id }) => id));
  const removedFields = readDesign(template).fields.filter(({ id }) => ids.has(id));
  const values = await countValues(context, templateId, removedFields);
  return {
    templateId,
    templateName: template.name,
    passCount: values.passCount,
    passesRead: values.passesRead,
    removedFields: removed.map((field) =>
      compact({ ...field, passesWithValue: values.withValue.get(field.id) }),
    ),
    addedFields: added,
    renamedFields: renamed,
    fields: fieldsOutput(readDesign({ type: template.type, pass: after }).fields),
    ...notesOf(...stampNotes(current, after), ...values.notes),
  };
}

function stampNotes(current: TemplateDesign, after: TemplateDesign): string[] {
  const isTurnedOff = current.useStampCollection && !after.useStampCollection;
  return isTurnedOff ? ['The card would no longer show stamps.'] : [];
}

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
async function countValues(
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
  return value ? judgedCounts(value, fields) : { withValue: new Map(), notes };
}

/** The counts without those of fields that the list may lack in every pass, and notes on what is uncertain. */
function judgedCounts(counts: ReadCounts, fields: readonly DesignField[]): ValueCounts {
  const { passCount, passesRead, hasAllFields } = counts;
  const uncertain = hasAllFields ? [] : fields.filter(isFromDesigner);
  const unknown = uncertain.filter(({ id }) => counts.withValue.get(id) === 0);
  const atLeast = uncertain.filter((field) => !unknown.includes(field));
  const withValue = new Map(counts.withValue);
  for (const { id } of unknown) withValue.delete(id);
  const mayLack = 'The list of passes may lack fields that were added in the designer';
  const hasMorePasses = passCount === undefined ? passesRead >= MAX_PASSES : passesRead < passCount;
  const notes = [
    unknown.length > 0 &&
      `${mayLack}, so it is unknown how many passes have a value in: ${labelsOf(unknown)}. An export has the values of all fields.`,
    atLeast.length > 0 &&
      `${mayLack}, so at least as many passes have a value in: ${labelsOf(atLeast)}.`,
    hasMorePasses &&
      withValue.size > 0 &&
      `Only the newest ${passesRead} passes were read, so more of them may have a value in a removed field.`,
  ];
  return { passCount, passesRead, withValue, notes: notes.filter((note) => note !== false) };
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
  const pages = scanPasses(fetchPage, { pageSize: PAGE_SIZE, atMost: MAX_PASSES });
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
