import { createTemplateReader } from '../api/templateReader';
import { readDesign } from '../design/fields';
import type { ServiceClient } from '../http/client';
import {
  type PickerPage,
  type PickerQuery,
  choice,
  filterChoices,
  notChosen,
  withUniqueLabels,
} from './picker';

/**
 * The fields of the chosen template (`parents.templateId`) by label, in the order of the card.
 * @throws {import('../errors/serviceError').ServiceError} `invalidInput` if no template is chosen
 */
export async function pickTemplateFields(
  client: ServiceClient,
  { filter, parents }: PickerQuery,
): Promise<PickerPage> {
  const templateId = parents?.templateId;
  if (!templateId) {
    throw notChosen('templateId', 'Template', 'You can also enter the label or ID of the field.');
  }
  const { fields } = readDesign(await createTemplateReader(client).get(templateId));
  const choices = fields.map(({ id, label }) => choice(id, label));
  return { choices: filterChoices(withUniqueLabels(choices), filter) };
}
