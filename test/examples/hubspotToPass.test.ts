import { expectServerState } from './serverState';
import { useRecipe } from './recipe';

const recipe = useRecipe('hubspot-to-pass');

interface Contact {
  id: string;
  properties: Record<string, string | null>;
}

const [ANA, BJORN, NOAH] = (recipe.workflow.pinData.Customers ?? []).map(
  ({ json }) => json,
) as unknown as [Contact, Contact, Contact];
const changed = (contact: Contact, properties: Contact['properties']) => ({
  ...contact,
  properties: { ...contact.properties, ...properties },
});

/** @returns requests to HubSpot, and contacts that failed */
const sync = async (...contacts: Contact[]) => {
  const outputOf = await recipe.from('Customers', contacts);
  return {
    outcomes: outputOf('Create or Update Card').map(({ outcome }) => outcome),
    written: outputOf('Write Link to HubSpot'),
    failed: outputOf('Card Not Issued'),
  };
};
const linkOf = (externalId: string) => {
  const { control, templates } = recipe.sandbox;
  const pass = control.passes(templates.generic).find((card) => card.externalId === externalId);
  return expect.stringContaining(pass?.id ?? 'no pass') as string;
};
const written = (id: string) => ({
  method: 'PATCH',
  url: `https://api.hubapi.com/crm/v3/objects/contacts/${id}`,
  body: { properties: { wallet_pass_link: linkOf(`hubspot-${id}`) } },
});

test('Each customer gets a card, whose link is written to that contact', async () => {
  const { outcomes, failed, ...sent } = await sync(ANA, BJORN, NOAH);
  expect(outcomes).toEqual(['created', 'created']);
  expect(sent.written).toEqual([written('30101'), written('30102')]);
  expect(failed).toEqual([
    {
      contactId: '30103',
      email: 'noah(at)example.com',
      reason: expect.stringContaining('Email'),
      fix: expect.any(String),
    },
  ]);
  expectServerState(recipe.sandbox, {
    passes: {
      generic: {
        'hubspot-30101': {
          email: 'ana.souza@example.com',
          customFields: { memberNumber: '30101', memberName: 'Ana Souza' },
        },
        'hubspot-30102': {},
      },
    },
    emails: ['ana.souza@example.com', 'bjorn@example.com'],
  });
});

test('A link that HubSpot has is not written again, so that the workflow does not start itself', async () => {
  await sync(ANA);
  const synced = changed(ANA, { wallet_pass_link: 'https://example.com/card', lastname: 'Lima' });
  const again = await sync(synced);
  expect(again).toEqual({ outcomes: ['updated'], written: [], failed: [] });
  expectServerState(recipe.sandbox, {
    passes: { generic: { 'hubspot-30101': { customFields: { memberName: 'Ana Lima' } } } },
    emails: ['ana.souza@example.com'],
  });
});

test('The link of a card that exists is written if HubSpot has none', async () => {
  await sync(ANA);
  expect((await sync(ANA)).written).toEqual([written('30101')]);
});

test('A contact whose email changes keeps the card', async () => {
  await sync(ANA);
  await sync(changed(ANA, { email: 'ana@new.example.com' }));
  expectServerState(recipe.sandbox, {
    passes: { generic: { 'hubspot-30101': { email: 'ana@new.example.com' } } },
    emails: ['ana.souza@example.com'],
  });
});

test('Customers whose cards are the same cause no request that changes something', async () => {
  const customers = Array.from({ length: 30 }, (_, index) => ({
    ...changed(ANA, { email: `person${index}@example.com` }),
    id: String(40_000 + index),
  }));
  await sync(...customers);
  const link = { wallet_pass_link: 'https://example.com/c' };
  const before = recipe.sent().length;
  const again = await sync(...customers.map((customer) => changed(customer, link)));
  expect(new Set(again.outcomes)).toEqual(new Set(['unchanged']));
  const sent = recipe.sent().slice(before);
  expect(sent.filter((request) => !request.startsWith('GET'))).toEqual([]);
  expect(sent.length).toBeLessThan(10);
});
