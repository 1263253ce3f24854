import * as field from '../../fields';
import { LIMITS } from '../../service/vocabulary';
import { createInvite, getBadge, inviteEndpoint, type InviteBody } from '../../api/badges';
import { ENDPOINTS } from '../../api/endpoints';
import { ServiceError } from '../../errors/serviceError';
import { type Output, toOutput } from '../../fields/output';
import { BADGE_NOT_PUBLISHED } from '../../http/errorRules';
import { compact, pick } from '../../runtime/records';
import { type Holder, isExpiredInvite } from '../../service/badgeSchemas';
import { comparable } from '../../service/text';
import { badgeTemplateId, assertContact } from '../badge/inputs';
import {
  contactKey,
  hasEmail,
  hasPhone,
  phoneOfSomeoneElse,
  tooManyPeople,
} from '../badgeHolder/byContact';
import { withoutFormer } from '../badgeHolder/onePerson';
import type { Context } from '../context';
import { assertRecipients } from '../checks';
import { defineOperation } from '../operation';
import { remarksOutput, readForPreview } from '../template/preview';
import { inviteFields, inviteOutput, inviteSample } from './output';

/** Unlike issuing and resending, an invite sends nothing by default. */
function delivery(label: string, how: string, notice?: field.Notice) {
  return field.choice(
    {
      label,
      ...(notice && { notice }),
      default: 'doNotSend',
      description: `Send the invite link ${how}. Defaults to Do Not Send.`,
      options: [
        { value: 'send', sends: 'yes', label: 'Send' },
        {
          value: 'doNotSend',
          sends: 'no',
          label: 'Do Not Send',
          description: 'Return the link without sending it',
        },
      ],
    },
    { default: 'doNotSend' },
  );
}

export const create = defineOperation({
  resource: 'badgeInvite',
  key: 'create',
  label: 'Create',
  action: 'Create badge invite',
  description:
    'Invite one person to a badge. Whoever opens the link first can add it, and the link stays in the execution data.',
  details:
    'Inviting the same person again before the badge is added returns the same link, which may keep its expiration. To replace a link, cancel the invite first. With Return, a holder who has the phone number, but another email or name, makes the item fail.',
  effect: 'send',
  serialBy: 'invite',
  endpoints: [
    'POST /badge/templates/{id}/invites',
    'POST /badge/templates/{id}/invites with a message',
  ],
  retry: {
    cases: { never: 'With a message', idempotent: 'Without a message' },
    of: (input) => ENDPOINTS[inviteEndpoint(inviteBody(input))].retry,
  },
  testEffect: 'creates a real invite',
  zapier: {
    kind: 'create',
    key: 'invite_badge_holder',
    label: 'Invite Badge Holder',
    noun: 'Badge Invite',
    description: 'Invites one person to an access badge with a single-use link.',
    intro:
      'By default, no message is sent. Whoever opens the link, which is in the Zap history, can add the badge.',
  },
  input: {
    badgeTemplateId,
    email: field.email({
      label: 'Email',
      description: "Email address of the person. 'Email' or 'Phone' is required.",
    }),
    phone: field.phone({
      label: 'Phone',
      description: "Phone number of the person. 'Email' or 'Phone' is required.",
    }),
    firstName: field.text({
      label: 'First Name',
      placeholder: 'e.g. Emma',
      description: 'First name shown on the badge pass',
    }),
    lastName: field.text({
      label: 'Last Name',
      placeholder: 'e.g. Miller',
      description: 'Last name shown on the badge pass',
    }),
    sendToEmail: delivery('Send Email', 'by email'),
    sendToPhone: delivery('Send Text Message', 'by text message', {
      when: { sendToEmail: ['doNotSend'], sendToPhone: ['doNotSend'] },
      text: "Nobody is informed: the invite link is only in the output. To send it, set 'Send Email' or 'Send Text Message' to Send.",
    }),
    ifHolderExists: field.choice({
      label: 'If Already a Holder',
      section: 'options',
      default: 'inviteAgain',
      description: 'What to do if the person already holds this badge',
      options: [
        {
          value: 'inviteAgain',
          label: 'Invite Again',
          description: 'The person can add a second badge',
          inHelp: true,
        },
        {
          value: 'return',
          label: 'Return',
          description:
            "Return the holder, without an invite or message. Fails if the 'Phone' is somebody else's. Needs the scope badges.viewAll.",
          scopes: ['badges.viewAll'],
        },
      ],
    }),
    days: field.number({
      label: 'Valid for (Days)',
      section: 'options',
      integer: true,
      min: 1,
      max: LIMITS.inviteDaysMax,
      placeholder: 'e.g. 14',
      description:
        'Number of days the link works. Defaults to 30; a reused link may keep its expiration.',
    }),
  },
  output: {
    returns: 'one',
    fields: {
      id: { label: 'Contact Key', type: 'string', always: true },
      outcome: { label: 'Outcome', type: 'string', oneOf: ['invited', 'existing'], always: true },
      name: { label: 'Name', type: 'string' },
      ...inviteFields,
    },
    sample: { id: 'ana@example.com', outcome: 'invited', ...inviteSample },
  },
  async prepare(_context, input) {
    assertContact(input);
    await assertRecipients(input);
    return input;
  },

  preview: {
    async details({ client }, { badgeTemplateId }) {
      const remarks: string[] = [];
      const unknown = 'it is unknown whether this badge is published';
      const badge = await readForPreview(getBadge(client, badgeTemplateId), unknown, remarks);
      if (badge?.active === false) throw new ServiceError(BADGE_NOT_PUBLISHED);
      return compact({ badgeTemplateId, badgeName: badge?.name, ...remarksOutput(remarks) });
    },
  },

  async run(context, input) {
    const { client } = context;
    const { badgeTemplateId, email, phone } = input;
    const holder = input.ifHolderExists === 'return' ? await findHolder(context, input) : undefined;
    if (holder) return holder;
    const invite = await createInvite(client, badgeTemplateId, inviteBody(input));
    // As in a list of holders, a person has no holder ID before the badge is added.
    const id = contactKey(invite) ?? contactKey({ email, phone });
    return { ...inviteOutput(invite), id, outcome: 'invited' };
  },
});

/**
 * The holder of the badge with this contact. A person whose badges can't be read now is treated as a holder.
 * @throws {ServiceError} `invalidInput` if it may be several people, or if somebody found by phone has another email or
 *   name
 */
async function findHolder(
  { client, holders }: Context,
  input: InviteInput,
): Promise<Output | undefined> {
  const { badgeTemplateId, email, phone } = input;
  const now = client.clock.now();
  const current = (await holders(badgeTemplateId)).filter((one) => !isExpiredInvite(one, now));
  const byEmail = current.filter((person) => hasEmail(person, email));
  const isByPhone = byEmail.length === 0;
  const found = isByPhone ? current.filter((person) => hasPhone(person, phone)) : byEmail;
  const listed = found.filter(({ id }) => id !== null);
  const people = await withoutFormer(client, listed, badgeTemplateId);
  const others = isByPhone ? people.filter((person) => isSomebodyElse(person, input)) : [];
  if (others.length > 0) throw phoneOfSomeoneElse(others, nameAndEmail(input));
  if (people.length > 1) throw tooManyPeople(people, input);
  const [holder] = people;
  if (!holder) return undefined;
  return toOutput({ outcome: 'existing', ...pick(holder, ['id', 'name', 'email', 'phone']) }, {});
}

/** Whether somebody with the phone number lacks the email, or has another name. */
function isSomebodyElse({ name }: Holder, { email, firstName, lastName }: InviteInput): boolean {
  const known = comparable(name ?? '');
  const isUnknown = (part: string | undefined) => !known.includes(comparable(part ?? ''));
  return email !== undefined || (known !== '' && [firstName, lastName].some(isUnknown));
}

function nameAndEmail({ firstName, lastName, email }: InviteInput): string {
  const name = [firstName, lastName].filter((part) => part !== undefined).join(' ');
  return [name, email].filter(Boolean).join(', ');
}

interface InviteInput extends Omit<InviteBody, 'sendToEmail' | 'sendToPhone'> {
  badgeTemplateId: string;
  sendToEmail: string;
  sendToPhone: string;
}

function inviteBody(input: InviteInput): InviteBody {
  const { email, phone, firstName, lastName, days } = input;
  const sendToEmail = input.sendToEmail === 'send';
  const sendToPhone = input.sendToPhone === 'send';
  return { email, phone, firstName, lastName, days, sendToEmail, sendToPhone };
}
