/** What previews of Create, Duplicate and Update tell in addition to the values of their requests. */

import type { DesignBody } from '../../design/changes';
import { type TemplateDesign, FIELD_PARTS, parsedDesign, readDesign } from '../../design/fields';
import { changedDesign, compareFields, flatDesign } from '../../design/preview';
import type { Output } from '../../fields/output';
import type { Context } from '../context';
import { countPasses, notesOf, readForPreview } from '../previewTemplate';
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
 * What a change does to the card of every holder: the fields it removes, adds or renames, and how many passes it
 * reaches.
 */
export async function previewChange(
  context: Context,
  { templateId, changes }: { templateId: string; changes: DesignBody },
): Promise<Output> {
  const { value: template, notes } = await readForPreview(
    context.templates.get(templateId),
    'the fields of the card were not compared',
  );
  const count = await countPasses(context, templateId);
  const current = template && parsedDesign(template);
  if (!current) {
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
  return {
    templateId,
    templateName: template.name,
    passCount: count.value,
    removedFields: removed,
    addedFields: added,
    renamedFields: renamed,
    fields: fieldsOutput(readDesign({ type: template.type, pass: after }).fields),
    ...notesOf(...stampNotes(current, after), ...count.notes),
  };
}

function stampNotes(current: TemplateDesign, after: TemplateDesign): string[] {
  const isTurnedOff = current.useStampCollection && !after.useStampCollection;
  return isTurnedOff ? ['The card would no longer show stamps.'] : [];
}
