import { createTemplateReader } from '../api/templateReader';
import {
  type Design,
  type DesignField,
  readDesign,
  withStamps,
  withValidity,
} from '../design/fields';
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
  query: PickerQuery,
): Promise<PickerPage> {
  return toPage((await designOfChosen(client, query)).fields, query);
}

/** The same with the validity of a pass: everything that may be a date. */
export async function pickDateFields(
  client: ServiceClient,
  query: PickerQuery,
): Promise<PickerPage> {
  return toPage(withValidity((await designOfChosen(client, query)).fields), query);
}

/** The same with the stamps of a stamp card: everything that may be reached. */
export async function pickValueFields(
  client: ServiceClient,
  query: PickerQuery,
): Promise<PickerPage> {
  return toPage(withStamps(await designOfChosen(client, query)), query);
}

async function designOfChosen(client: ServiceClient, { parents }: PickerQuery): Promise<Design> {
  const templateId = parents?.templateId;
  if (!templateId) {
    throw notChosen('templateId', 'Template', 'You can also enter the label or ID of the field.');
  }
  return readDesign(await createTemplateReader(client).get(templateId));
}

function toPage(fields: readonly DesignField[], { filter }: PickerQuery): PickerPage {
  const choices = fields.map(({ id, label }) => choice(id, label));
  return { choices: filterChoices(withUniqueLabels(choices), filter) };
}
