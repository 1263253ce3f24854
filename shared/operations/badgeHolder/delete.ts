import * as field from '../../fields';
import { invalidInput, ServiceError } from '../../errors/serviceError';
import { removeHolder } from '../../api/badges';
import { type Output, toOutput, type OutputFields } from '../../fields/output';
import { countryCodeFix } from '../../service/contacts';
import { groupBy } from '../../runtime/records';
import { quoted } from '../../service/text';
import { counted } from '../../service/wording';
import { anyUserId, assertContact } from '../badge/inputs';
import type { NoteWords } from '../notes';
import { defineOperation } from '../operation';
import { contactInputs, type Contact } from './byContact';
import { removeByContact, type RemovedPerson } from './removeByContact';

const byHolder = { visibleWhen: { identifyBy: ['holder'] } };
const byContact = { visibleWhen: { identifyBy: ['contact'] } };

const fields = {
  outcome: {
    label: 'Outcome',
    type: 'string',
    oneOf: ['removed', 'invitesCanceled', 'stillInvited', 'notFound'],
    always: true,
  },
  id: { label: 'Holder ID', type: 'string' },
  deleted: { label: 'Deleted', type: 'boolean', always: true },
  holderKept: { label: 'Holds Badges From Other Accounts', type: 'boolean', always: true },
  badgePassesRevoked: { label: 'Number of Badge Passes Revoked', type: 'integer' },
  invitesCanceled: { label: 'Number of Invites Canceled', type: 'integer' },
  invitesLeft: { label: 'Number of Remaining Invites', type: 'integer' },
  invitesLeftUntil: { label: 'Remaining Invites Expire At', type: 'datetime' },
  countryCodeMissing: { label: 'Country Code Missing', type: 'boolean' },
} satisfies OutputFields;

export const remove = defineOperation({
  resource: 'badgeHolder',
  key: 'delete',
  label: 'Remove',
  action: 'Remove badge holder',
  description:
    'Offboard a person: permanently revoke all of their badge passes from this account and cancel their invites',
  details:
    "By email or phone, it removes the holder, or cancels the invites of a person who is only invited, to every badge. 'Outcome' is `stillInvited` for a person who only has an invite to a phone number alone, which can't be canceled. If 'Email' and 'Phone' may lead to different people, nobody is removed, and the error lists them. It costs up to four requests, one more for each badge if the person is invited, and one for each badge once per run. Removing a person twice is safe: the second time, the person is `notFound`. So is one whose phone number lacks its country code: 'Country Code Missing' is then true.",
  effect: 'destroy',
  serialBy: 'holder',
  endpoints: ['DELETE /badge/users/{id}'],
  testEffect: "revokes the person's badge passes",
  zapier: {
    kind: 'create',
    key: 'remove_badge_holder',
    label: 'Remove Badge Holder',
    noun: 'Badge Holder',
    description:
      'Removes a person by permanently revoking their badge passes and canceling their invites.',
    intro: "This can't be undone. 'Outcome' shows whether somebody was found.",
  },
  input: {
    identifyBy: field.choice({
      label: 'Identify By',
      default: 'holder',
      description: 'How to identify the person',
      options: [
        { value: 'holder', label: 'Holder', description: 'A person who holds a badge pass' },
        {
          value: 'contact',
          label: 'Email or Phone',
          inHelp: true,
          description:
            'Also a person who is only invited. Needs the scopes badges.viewAll and badges.issue.',
          scopes: ['badges.viewAll', 'badges.issue'],
        },
      ],
    }),
    userId: {
      ...anyUserId,
      ...byHolder,
      description:
        "Person who holds a badge pass. Required if 'Identify By' is Holder. People who are only invited have no holder ID yet.",
    },
    email: {
      ...contactInputs.email,
      ...byContact,
      description: "Email address of the person. 'Email' or 'Phone' is required.",
    },
    phone: {
      ...contactInputs.phone,
      ...byContact,
      description: "Phone number of the person. With an 'Email', both must belong to one person.",
    },
    ifNobody: field.choice({
      ...byContact,
      label: 'If Nobody Is Found',
      default: 'continue',
      description: 'What to do if nobody has a badge or an invite with this contact',
      options: [
        {
          value: 'continue',
          label: 'Continue',
          description: "Continue with the outcome 'notFound'",
          inHelp: true,
        },
        { value: 'fail', label: 'Fail', description: 'Stop if nobody has a badge or an invite' },
      ],
    }),
    confirm: field.confirmation({
      label: 'Revoke Every Badge Pass',
      description: "revoke every badge pass of this person permanently. This can't be undone.",
    }),
  },
  output: {
    returns: 'one',
    fields,
    sample: { outcome: 'removed', deleted: true, holderKept: false },
  },

  prepare(_context, { identifyBy, userId, email, phone, ifNobody }) {
    if (identifyBy === 'contact') {
      assertContact({ email, phone });
      return { contact: { email, phone }, ifNobody };
    }
    if (userId !== undefined) return { userId };
    throw invalidInput(
      'Holder',
      'userId',
      'is empty',
      "Choose a 'Holder', or set 'Identify By' to Email or Phone.",
    );
  },

  async run(context, plan) {
    const { client, notes } = context;
    if (plan.contact) {
      const removed = await removeByContact(context, plan.contact);
      const outcome = outcomeOf(removed);
      if (outcome === 'notFound' && plan.ifNobody === 'fail') throw nobodyFound(plan.contact);
      const left = whatIsLeft(outcome, removed);
      if (left) notes.push({ code: 'notRemoved', left });
      const { phone } = plan.contact;
      const output = contactOutput(outcome, removed);
      if (outcome !== 'notFound' || phone === undefined || !countryCodeFix(phone)) return output;
      notes.push({ code: 'phoneNotFound', forms: [phone] });
      return { ...output, countryCodeMissing: true };
    }
    const response = await removeHolder(client, plan.userId);
    const holderKept = response?.holderKept === true;
    return { outcome: 'removed', id: plan.userId, deleted: true, holderKept };
  },
});

type Outcome = (typeof fields.outcome.oneOf)[number];

function outcomeOf({ holder, invitesCanceled, invitesLeft }: RemovedPerson): Outcome {
  if (holder) return 'removed';
  if (invitesCanceled > 0) return 'invitesCanceled';
  return invitesLeft > 0 ? 'stillInvited' : 'notFound';
}

const LEFT = {
  nothing: 'nobody was found, so nobody was removed',
  onlyInvite: 'the person has only an invite to a phone number, which still works',
  invite: 'an invite to a phone number is left, which still works',
};

/** Returns what was not removed, so that the person may still open doors. */
function whatIsLeft(
  outcome: Outcome,
  { invitesLeft }: RemovedPerson,
): keyof typeof LEFT | undefined {
  if (outcome === 'notFound') return 'nothing';
  if (outcome === 'stillInvited') return 'onlyInvite';
  return invitesLeft > 0 ? 'invite' : undefined;
}

/** Notes that a person could not be removed completely. */
export const notRemoved: NoteWords<{ left: keyof typeof LEFT }> = (notes, where) => {
  const byLeft = groupBy(notes, ({ note }) => note.left);
  return Object.entries(LEFT).flatMap(([key, text]) => {
    const group = byLeft.get(key);
    return group ? `${counted(group.length, 'item')}: ${text}: ${where(group)}.` : [];
  });
};

function contactOutput(outcome: Outcome, { holder, ...invites }: RemovedPerson): Output {
  const nobody = { id: undefined, deleted: false, holderKept: false, badgePassesRevoked: 0 };
  return toOutput(
    { outcome, ...nobody, ...(holder && { deleted: true, ...holder }), ...invites },
    fields,
  );
}

function nobodyFound({ email, phone }: Contact): ServiceError {
  return new ServiceError({
    kind: 'notFound',
    field: email === undefined ? 'phone' : 'email',
    message: `Nobody has a badge or an invite with ${quoted(email ?? phone ?? '')}`,
    fix: `Check 'Email' and 'Phone': the person may have a badge with another contact.${countryCodeFix(phone)} To continue anyway, set 'If Nobody Is Found' to Continue.`,
  });
}
