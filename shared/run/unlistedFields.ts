import type { TemplateReader } from '../api/templateReader';
import type { Output } from '../fields/output';
import { exportAll } from '../operations/pass/export';
import type { Operation } from '../operations/operation';
import { hasDesignerValue } from '../design/listedValues';

/**
 * Explains why passes came without the values of the fields that were added in the designer; `undefined` if
 * they have such values or the template has no such fields. May cost one request.
 * @param outputs results of the operation
 */
export async function unlistedFieldsNote(
  { output: { fields } }: Operation,
  outputs: readonly Output[],
  templates: TemplateReader,
): Promise<string | undefined> {
  if (fields.customFields?.valueGroup !== 'customFields' || outputs.some(hasDesignerValue))
    return undefined;
  // Only a pass that was read from a list has its template.
  const templateId = outputs.find((pass) => typeof pass.templateId === 'string')?.templateId;
  if (typeof templateId !== 'string') return undefined;
  // The passes were read: that the template cannot be read must not fail the run.
  const all = await templates.fields(templateId).catch(() => undefined);
  const added = all?.filter(({ valueGroup }) => valueGroup === 'customFields') ?? [];
  if (added.length === 0) return undefined;
  const labels = added.map(({ label }) => label).join(', ');
  return `The passes came without values of your own fields: ${labels}. The service's lists may omit such fields. To get all values, use '${exportAll.label}'.`;
}
