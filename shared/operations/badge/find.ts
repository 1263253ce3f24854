import * as field from '../../fields';
import { getBadge, listBadges } from '../../api/badges';
import { invalidInput, undefinedOn } from '../../errors/serviceError';
import { comparable } from '../../service/text';
import { defineOperation } from '../operation';
import { badgeFields, badgeOutput, badgeSample } from './get';

/** Lets a Zap choose the badge by a name or ID from an earlier step, and check that it is published. */
export const find = defineOperation({
  resource: 'badge',
  key: 'find',
  label: 'Find',
  action: 'Find badge',
  description: 'Find an access badge by its name or ID',
  effect: 'read',
  endpoints: ['GET /badge/templates', 'GET /badge/templates/{id}'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_badge',
    label: 'Find Badge',
    noun: 'Badge',
    description: 'Finds an access badge by its name or ID.',
  },
  input: {
    name: field.text({
      label: 'Name',
      identifies: 'name',
      placeholder: 'e.g. Main Office',
      mappedEmptyFix: "Fill it, or clear the mapping and choose the 'Badge'.",
      description: "Exact name (not case-sensitive). 'Name' or 'Badge' is required.",
    }),
    badgeTemplateId: field.ref({
      of: 'badge',
      label: 'Badge',
      description: "Badge from the list. If both are set, 'Name' is ignored.",
    }),
  },
  output: { returns: 'many', fields: badgeFields, sample: badgeSample },

  prepare(_context, input) {
    const { name, badgeTemplateId } = input;
    if (name === undefined && badgeTemplateId === undefined) throw nothingToFind();
    return input;
  },

  async run({ client }, { name, badgeTemplateId }) {
    if (badgeTemplateId !== undefined) {
      const badge = await undefinedOn(getBadge(client, badgeTemplateId), 'notFound');
      return badge ? [badgeOutput(badge)] : [];
    }
    const wanted = comparable(name ?? '');
    const badges = await listBadges(client);
    return badges.filter((badge) => comparable(badge.name) === wanted).map(badgeOutput);
  },
});

function nothingToFind() {
  return invalidInput(
    'Name',
    'name',
    "and 'Badge' are both empty",
    "Enter the 'Name', or choose the 'Badge'.",
  );
}
