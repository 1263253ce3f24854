import { createTemplateReader } from '../api/templateReader';
import { type Design, type DesignField, readDesign } from '../design/fields';
import type { ServiceClient } from '../http/client';
import { type PickerPage, type PickerQuery, choice, notChosen, onePage } from './picker';

/**
 * Lists fields of the chosen template (`parents.templateId`) by label, in the order of the card.
 * @param fieldsOf which fields of its design
 */
export function fieldPicker(fieldsOf: (design: Design) => readonly DesignField[]) {
  /** @throws {import('../errors/serviceError').ServiceError} `invalidInput` if no template is chosen */
  return async (client: ServiceClient, { parents, filter }: PickerQuery): Promise<PickerPage> => {
    const templateId = parents?.templateId;
    if (!templateId) {
      throw notChosen('templateId', 'Template', 'You can also enter the label or ID of the field.');
    }
    const template = await createTemplateReader(client).get(templateId);
    const choices = fieldsOf(readDesign(template)).map(({ id, label }) => choice(id, label));
    return onePage(choices, filter);
  };
}
