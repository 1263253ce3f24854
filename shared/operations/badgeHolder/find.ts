import * as field from '../../fields';
import { listHolders } from '../../api/badges';
import { anyBadge, assertContact } from '../badge/inputs';
import { defineOperation } from '../operation';
import { compact } from '../../fields/output';
import { holderFields, holderOutput, holderSample, withReadableCredentials } from './output';

const { credentials: _cardNumbers, ...withoutCredentials } = holderFields;

/** Off-boarding Zaps start with it: they have a contact, not a holder ID. */
export const find = defineOperation({
  resource: 'badgeHolder',
  key: 'find',
  label: 'Find',
  action: 'Find a badge holder',
  description: 'Find a badge holder by email or phone',
  effect: 'read',
  scopes: ['badges.viewAll'],
  flatOnly: true,
  flat: {
    kind: 'search',
    key: 'find_badge_holder',
    label: 'Find Badge Holder',
    noun: 'Badge Holder',
    description: 'Finds a badge holder by email or phone.',
  },
  input: {
    email: field.email({
      label: 'Email',
      description: 'Email address of the person; email or phone is required',
    }),
    phone: field.phone({
      label: 'Phone',
      description: 'Phone number of the person; email or phone is required',
    }),
    badgeTemplateId: anyBadge,
  },
  output: { returns: 'many', fields: withoutCredentials, sample: holderSample },

  checks: [
    {
      inputs: ['email', 'phone'],
      run(_context, input) {
        assertContact(input);
      },
    },
  ],

  async run({ client }, { email, phone, badgeTemplateId }) {
    const holders = await withReadableCredentials(client, () =>
      listHolders(client, badgeTemplateId),
    );
    return (
      holders
        .filter(
          (holder) =>
            (email !== undefined && holder.email?.toLowerCase() === email.toLowerCase()) ||
            (phone !== undefined &&
              withoutFormatting(holder.phone ?? '') === withoutFormatting(phone)),
        )
        // No card numbers, because task history stores the results.
        .map((holder) => ({ ...holderOutput(holder, false), credentials: undefined }))
        .map(compact)
    );
  },
});

function withoutFormatting(phone: string): string {
  return phone.replace(/[\s()./-]/g, '');
}
