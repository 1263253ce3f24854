import { type ILoadOptionsFunctions, type ResourceMapperFields, isExpression } from 'n8n-workflow';

import type { Design } from '../../../shared/design/fields';
import { isSendableId } from '../../../shared/design/routing';
import { createRunContext } from '../transport/runContext';
import { withNodeErrors } from '../errors/nodeErrors';
import { currentValue, neverExpression } from './editorContext';

/** `methods.resourceMapping`: the fields of the chosen template, with the labels of its design. */
export async function getTemplateFields(
  this: ILoadOptionsFunctions,
): Promise<ResourceMapperFields> {
  return await withNodeErrors(this, async () => {
    const templateId = currentValue(this, 'templateId');
    if (!templateId) return { fields: [], emptyFieldsNotice: CHOOSE_TEMPLATE };
    const { templates } = await createRunContext(this);
    const design = await templates.design(templateId);
    // n8n itself would lose the value of any other column, or run its ID.
    const sendable = (design?.fields ?? []).filter(
      ({ id }) => isSendableId(id) && !isExpression(id),
    );
    const fields = sendable.map(({ id, label, place }) => ({
      id,
      displayName: neverExpression(label),
      required: false,
      defaultMatch: false,
      canBeUsedToMatch: false,
      display: true,
      removed: place === 'none',
      // No type: with one, n8n would convert values before they can be checked.
    }));
    // With Map Automatically, the editor shows a notice even if there are fields.
    return fields.length > 0 ? { fields } : { fields, emptyFieldsNotice: noFieldsNotice(design) };
  });
}

// The editor never clears a notice, so the text must stay true after a template is chosen.
const CHOOSE_TEMPLATE =
  "The fields come from the template chosen in 'Template'. For an expression, enter values by field ID in Options > More Field Values.";

function noFieldsNotice(design: Design | undefined): string {
  return design
    ? 'The template has no fields'
    : "The fields can't be listed: this API key lacks the scope templates.viewAll, or the design can't be read. Set 'Template' to By ID, and enter values by field ID in Options > More Field Values. Map Automatically finds only fields of the card type.";
}
