import { listHoldersOf } from '../../api/badges';
import { checkAll, invalidInput } from '../../errors/serviceError';
import * as field from '../../fields';
import { anyBadge, assertContact } from '../badge/inputs';
import { defineOperation } from '../operation';
import { omit } from '../../runtime/records';
import { contactInputs, withContact } from './byContact';
import { withoutFormer } from './onePerson';
import { holderFields, holderOutput, holderSample, withReadableCredentials } from './output';

/** Omits secrets, and the mark of an expired invite, because such an invite is never found. */
const foundFields = omit(holderFields, 'credentials', 'inviteUrl', 'inviteExpired');

/** Off-boarding Zaps start with this search, because they have a contact, not a holder ID. */
export const find = defineOperation({
  resource: 'badgeHolder',
  key: 'find',
  label: 'Find',
  action: 'Find badge holder',
  description: 'Find a badge holder by email or phone',
  effect: 'read',
  endpoints: ['GET /badge/users', 'GET /badge/users/{userId}/passes', 'GET /badge/templates/{id}'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_badge_holder',
    label: 'Find Badge Holder',
    noun: 'Badge Holder',
    description: 'Finds a badge holder by email or phone.',
    orCreate: {
      key: 'invite_badge_holder',
      label: 'Find or Invite Badge Holder',
      description:
        "Finds a badge holder by email or phone, or invites the person if there's no match.",
    },
  },
  input: {
    ...contactInputs,
    badgeTemplateId: {
      ...anyBadge,
      description: "Badge of the holder. Required, unless 'All Badges' is on.",
    },
    allBadges: field.boolean({
      label: 'All Badges',
      section: 'options',
      default: false,
      description:
        "find the holder of any badge. Don't turn it on with 'Find or Invite Badge Holder': someone with another badge would not be invited",
    }),
  },
  output: {
    returns: 'many',
    fields: { ...foundFields, id: { ...holderFields.id, always: true } },
    sample: holderSample,
  },

  async prepare(_context, input) {
    await checkAll(
      () => assertContact(input),
      () => assertBadge(input),
    );
    return input;
  },

  async run({ client }, { badgeTemplateId, email, phone }) {
    const contact = { email, phone };
    const entries = await withReadableCredentials(client, () =>
      listHoldersOf(client, badgeTemplateId),
    );
    const now = client.clock.now();
    const found = withContact(entries, contact, now);
    const people =
      badgeTemplateId === undefined ? found : await withoutFormer(client, found, badgeTemplateId);
    // A Zap uses the first result, so holders come before people who are only invited.
    const holdersFirst = people.toSorted((a, b) => Number(a.id === null) - Number(b.id === null));
    return holdersFirst.map((holder) => {
      const output = holderOutput(holder, { now });
      // No card numbers, because task history stores the results. Zapier expects an ID in every result, but
      // a person who is only invited has no holder ID.
      return { ...omit(output, 'credentials', 'inviteExpired'), id: output.key };
    });
  },
});

interface BadgeInput {
  badgeTemplateId?: string;
  allBadges: boolean;
}

/** Requires a clear choice: nobody with another badge may be found by mistake. */
function assertBadge({ badgeTemplateId, allBadges }: BadgeInput): void {
  if ((badgeTemplateId === undefined) === allBadges) return;
  throw badgeTemplateId === undefined
    ? invalidInput(
        'Badge',
        'badgeTemplateId',
        'is empty',
        "Choose the 'Badge', or {turn on 'All Badges'}.",
      )
    : invalidInput(
        'All Badges',
        'allBadges',
        "is on, but 'Badge' is chosen",
        "{Turn off 'All Badges'}, or clear 'Badge'.",
      );
}
