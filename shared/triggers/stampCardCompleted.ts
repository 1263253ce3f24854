import { ServiceError } from '../errors/serviceError';
import { eventFields, rowSample } from '../operations/pass/outputFields';
import { scanInputs } from './passInputs';
import { definePassTrigger, whenBecoming } from './passTrigger';
import { quoted } from '../service/text';
import type { PollContext } from '../operations/context';

/** Needs one more request per poll than other scans, to read the size of the card from the template's design. */
export const stampCardCompleted = definePassTrigger({
  key: 'stampCardCompleted',
  label: 'Stamp Card Completed',
  description: 'When a stamp card becomes full; every round counts',
  misses: 'A card that is filled and redeemed between two polls',
  moreRequests: 'one',
  details: "'Is Complete' in the output of Add Stamps shows the same without polling.",
  scopes: ['passes.viewAll', 'templates.viewAll'],
  zapier: {
    key: 'stamp_card_completed',
    noun: 'Stamp Card',
    description: 'Triggers when a stamp card is full for the first time.',
    intro: "For later rounds, use 'Is Complete' after Add Stamps.",
  },
  input: {
    templateId: { ...scanInputs.templateId, requiresFeature: 'stampCard' as const },
    moreTemplateIds: { ...scanInputs.moreTemplateIds, requiresFeature: 'stampCard' as const },
  },
  fields: {
    ...eventFields,
    collectedStamps: { ...eventFields.collectedStamps, forFeature: undefined, always: true },
  },
  sample: { ...rowSample, collectedStamps: 10 },
  async event(context, _input, templateId) {
    const size = await stampCount(context, templateId);
    return whenBecoming(({ collectedStamps }) => (collectedStamps ?? 0) >= size);
  },
});

/** @throws {ServiceError} if the template is not a stamp card, or its design cannot be read */
async function stampCount({ templates }: PollContext, templateId: string): Promise<number> {
  const { name } = await templates.get(templateId);
  const size = (await templates.design(templateId))?.stampCount;
  if (size !== undefined) return size;
  throw new ServiceError({
    kind: 'invalidInput',
    field: 'templateId',
    message: `The template ${quoted(name)} is not a stamp card`,
    fix: 'Choose a loyalty template that collects stamps.',
  });
}
