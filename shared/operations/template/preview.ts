/** What previews about a template say in addition to the values of their requests. */

import { passPages } from '../../api/passLists';
import type { DesignBody } from '../../design/changes';
import { type Design, FIELD_PARTS, readDesign } from '../../design/fields';
import { isServiceError } from '../../errors/serviceError';
import { type Output, flatDesign } from '../../fields/output';
import { compact, isRecord } from '../../runtime/records';
import type { Context } from '../context';
import { fieldsOutput } from './output';

/**
 * Reads something for a preview. The request itself does not need the scope for reading, so a key without it is no
 * reason to fail.
 * @param unknown what is unknown without it: `the passes were not counted`
 * @param remarks gets a sentence that says so
 */
export async function readForPreview<T>(
  reading: Promise<T>,
  unknown: string,
  remarks: string[],
): Promise<T | undefined> {
  return await reading.catch((thrown: unknown) => {
    if (!isServiceError(thrown, 'missingScope')) throw thrown;
    const { scope = 'for reading' } = thrown;
    remarks.push(`The API key lacks the scope ${scope}, so ${unknown}.`);
    return undefined;
  });
}

/** The sentences, if there are any. */
export function remarksOutput(remarks: string[]): Output {
  return remarks.length > 0 ? { notes: remarks } : {};
}

/**
 * The name of a template, unless the key may not read templates.
 * @throws {import('../../errors/serviceError').ServiceError} `notFound` if there is no such template
 */
export async function previewTemplate({ templates }: Context, templateId: string): Promise<Output> {
  const template = await readForPreview(templates.get(templateId), 'its name is unknown', []);
  return compact({ templateName: template?.name });
}

/**
 * The name of a template, and how many passes it has, whatever their status; as far as the key may read that.
 * @param remarks gets a sentence if the passes were not counted
 */
export async function previewReach(
  context: Context,
  templateId: string,
  remarks: string[],
): Promise<Output & { passCount?: number }> {
  const name = await previewTemplate(context, templateId);
  const counting = passPages(context.client, templateId)({ limit: 1 });
  const page = await readForPreview(counting, 'the passes were not counted', remarks);
  return { templateId, ...name, passCount: page?.totalCount };
}

const UNREADABLE = "The design of the template can't be read";

const PART_NAMES = { header: 'header', rows: 'rows', linkRows: 'back fields' };

/** The fields of a new card, as far as they are sent: only the service knows the default design of a type. */
export function previewNewDesign({ type, design }: { type: string; design: DesignBody }): Output {
  const sent = fieldsOnCard(readDesign({ type, pass: design }));
  const defaults = FIELD_PARTS.filter((part) => !(part in design)).map((part) => PART_NAMES[part]);
  const note = `These parts use the default design of the type: ${defaults.join(', ')}.`;
  return {
    ...(sent.length > 0 && { fields: fieldsOutput(sent) }),
    ...remarksOutput(defaults.length > 0 ? [note] : []),
  };
}

/** The design that a copy would have. */
export async function previewCopy(
  { templates }: Context,
  { templateId, name }: { templateId: string; name: string },
): Promise<Output> {
  const remarks: string[] = [];
  const unknown = 'the design of the copy is unknown';
  const original = await readForPreview(templates.get(templateId), unknown, remarks);
  if (!original) return { templateId, ...remarksOutput(remarks) };
  const { json, fields, stampCount } = readDesign(original);
  return {
    ...flatDesign(json ?? {}),
    templateId,
    templateName: original.name,
    name,
    type: original.type,
    ...(json ? { fields: fieldsOutput(fields), stampCount } : remarksOutput([`${UNREADABLE}.`])),
  };
}

/** What a change does to the card of every holder, and how many passes it reaches. */
export async function previewChange(
  context: Context,
  { templateId, changes }: { templateId: string; changes: DesignBody },
): Promise<Output> {
  const remarks: string[] = [];
  const unknown = 'the fields of the card were not compared';
  const template = await readForPreview(context.templates.get(templateId), unknown, remarks);
  const before = template && readDesign(template);
  if (before && !before.json) remarks.push(`${UNREADABLE}, so its fields were not compared.`);
  const after = before?.json && changedDesign(before, changes);
  if (before?.json?.useStampCollection && !after?.json?.useStampCollection) {
    remarks.push('The card would no longer show stamps.');
  }
  return {
    ...(await previewReach(context, templateId, remarks)),
    ...(before && after && comparedFields(before, after)),
    ...remarksOutput(remarks),
  };
}

/** A design after a change: the header merges key by key, lists are replaced whole (docs/service.md#lists-are-replaced). */
function changedDesign({ type, json = {} }: Design, changes: DesignBody): Design {
  const header =
    isRecord(json.header) && isRecord(changes.header)
      ? { ...json.header, ...changes.header }
      : (changes.header ?? json.header);
  return readDesign({ type, pass: { ...json, ...changes, header } });
}

/** The fields that a card loses, gets or shows with another label. Passes store values by field ID, so the ID decides. */
function comparedFields(before: Design, after: Design): Output {
  const [old, now] = [labelsById(before), labelsById(after)];
  const named = ([id, label]: [string, string]) => ({ id, label });
  return {
    removedFields: [...old].filter(([id]) => !now.has(id)).map(named),
    addedFields: [...now].filter(([id]) => !old.has(id)).map(named),
    renamedFields: [...old].flatMap(([id, label]) => {
      const newLabel = now.get(id);
      return newLabel === undefined || newLabel === label ? [] : [{ id, label, newLabel }];
    }),
    fields: fieldsOutput(after.fields),
  };
}

function labelsById(design: Design): Map<string, string> {
  return new Map(fieldsOnCard(design).map(({ id, label }) => [id, label]));
}

function fieldsOnCard({ fields }: Design) {
  return fields.filter(({ place }) => place !== 'none');
}
