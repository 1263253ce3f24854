import { undefinedOn404 } from '../../errors/serviceError';
import { listBadgePasses, listHoldersOf } from '../../api/badges';
import {
  type BadgePass,
  type Holder,
  badgePassState,
  isTerminal,
} from '../../service/badgeSchemas';
import { readEach } from '../../runtime/concurrency';
import { omit } from '../../runtime/records';
import { type Output, toOutput } from '../../fields/output';
import { assertContact, badgeTemplateId } from '../badge/inputs';
import { contactInputs, tooManyPeople, withContact } from '../badgeHolder/byContact';
import { badgePassFields, badgePassOutput, badgePassSample } from '../badgeHolder/output';
import { defineOperation } from '../operation';

const withoutCredentials = omit(badgePassFields, 'credentials', 'credentialsUnknown');

/** The search for steps that need a badge pass, because Zaps have a contact, not its ID. */
export const find = defineOperation({
  resource: 'badgePass',
  key: 'find',
  label: 'Find',
  action: 'Find badge pass',
  description:
    "Find a person's badge pass by badge and email or phone. An active badge pass comes first.",
  details:
    'Active badge passes come first, then others that have not ended; among equals, the newest. Costs one request, and one for each person found.',
  effect: 'read',
  endpoints: ['GET /badge/users', 'GET /badge/users/{userId}/passes', 'GET /badge/templates/{id}'],
  zapierOnly: true,
  zapier: {
    kind: 'search',
    key: 'find_badge_pass',
    label: 'Find Badge Pass',
    noun: 'Badge Pass',
    description: "Finds a person's badge pass by badge and email or phone.",
    intro: 'Active badge passes come first, and ended ones come last.',
  },
  input: { badgeTemplateId, ...contactInputs },
  output: {
    returns: 'many',
    fields: {
      ...withoutCredentials,
      name: { label: 'Name', type: 'string' },
      email: { label: 'Email', type: 'string' },
      phone: { label: 'Phone', type: 'string' },
    },
    sample: {
      ...omit(badgePassSample, 'credentialsUnknown'),
      name: 'Ana Souza',
      email: 'ana@example.com',
    },
  },

  prepare(_context, input) {
    assertContact(input);
    return input;
  },

  async run({ client }, { badgeTemplateId, ...contact }) {
    const holders = await listHoldersOf(client, badgeTemplateId);
    // Search all people first: somebody who is only invited may have this email, and share the phone number with a
    // holder.
    const people = withContact(holders, contact, client.clock.now()).filter(isHolder);
    if (people.length > MAX_PEOPLE) throw tooManyPeople(people, contact);
    const found = await readEach(people, async (person) => {
      const passes =
        (await undefinedOn404(listBadgePasses(client, person.id, badgeTemplateId))) ?? [];
      return passes.map((pass) => ({ pass, person }));
    });
    return found
      .sort((a, b) => rank(a.pass) - rank(b.pass) || b.pass.issuedAt - a.pass.issuedAt)
      .map(findResult);
  },
});

/** Each person costs a request. A contact that more people have is a placeholder. */
const MAX_PEOPLE = 10;

type HolderWithId = Holder & { id: string };

/** People who are only invited have no badge pass. */
function isHolder(person: Holder): person is HolderWithId {
  return person.id !== null;
}

interface Found {
  pass: BadgePass;
  person: HolderWithId;
}

/** No card numbers, because task history stores the results. */
function findResult({ pass, person: { id, name, email, phone } }: Found): Output {
  const output = omit(badgePassOutput(pass, id), 'credentials', 'credentialsUnknown');
  return toOutput({ ...output, name, email, phone }, {});
}

function rank({ status }: BadgePass): number {
  if (badgePassState(status) === 'active') return 0;
  return isTerminal(status) ? 2 : 1;
}
