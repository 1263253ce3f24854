import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';
import { renameHolder } from '../../api/badges';
import { userId } from '../badge/inputs';
import { defineOperation } from '../operation';

export const update = defineOperation({
  resource: 'badgeHolder',
  key: 'update',
  label: 'Rename',
  action: 'Rename badge holder',
  description: "Change a person's name on all of their badge passes from this account",
  effect: 'write',
  serialBy: 'holder',
  endpoints: ['PATCH /badge/users/{id}'],
  testEffect: 'renames a real person',
  zapier: {
    kind: 'create',
    key: 'rename_badge_holder',
    label: 'Rename Badge Holder',
    noun: 'Badge Holder',
    description: "Updates a person's name on all of their badge passes.",
  },
  input: {
    userId,
    firstName: field.text({
      label: 'First Name',
      placeholder: 'e.g. Emma',
      description: "New first name. 'First Name' or 'Last Name' is required.",
    }),
    lastName: field.text({
      label: 'Last Name',
      placeholder: 'e.g. Miller',
      description: "New last name. 'First Name' or 'Last Name' is required.",
    }),
  },
  output: {
    returns: 'one',
    fields: {
      id: { label: 'Holder ID', type: 'string', always: true },
      refreshedCount: { label: 'Number of Badge Passes Updated', type: 'integer', always: true },
      refreshed: { label: 'Updated Badge Passes', type: 'list' },
    },
    sample: { id: 'usr_19d3c0', refreshedCount: 1 },
  },

  prepare: (_context, input) => ({ name: newName(input), userId: input.userId }),

  async run({ client }, { userId, name }) {
    const response = await renameHolder(client, userId, name);
    const refreshed = Array.isArray(response.refreshed) ? (response.refreshed as unknown[]) : [];
    return { id: userId, refreshedCount: refreshed.length, refreshed };
  },
});

function newName({ firstName, lastName }: { firstName?: string; lastName?: string }) {
  if (firstName !== undefined || lastName !== undefined) return { firstName, lastName };
  throw invalidInput(
    'First Name',
    'firstName',
    "and 'Last Name' are both empty",
    'Enter at least one of them.',
  );
}
