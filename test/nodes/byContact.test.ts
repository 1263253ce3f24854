import type { IDataObject } from 'n8n-workflow';

import { byId, type PassRun, useN8n } from '../support/n8n';

// Hundreds of requests, possibly on a busy machine.
jest.setTimeout(30_000);

/** Passes that the node identifies by the email or phone of their holders. */
const n8n = useN8n();
const templateId = () => n8n.sandbox.templates.stampCard;
const control = () => n8n.sandbox.control;
const ANA = 'ana@example.com';

const seed = (...passes: object[]) =>
  control().seedPasses(templateId(), passes.length, { each: (i) => passes[i] ?? {} });
const byContact = (contact: unknown) => ({
  identifyBy: 'contact',
  contact,
  templateId: byId(templateId()),
});
const addStamp = (contact: unknown, options: PassRun = {}) =>
  n8n.pass('add', { ...byContact(contact), count: 1 }, { resource: 'stampCard', ...options });

test('The only valid pass of a contact is taken, whatever other choices of Identify By have saved', async () => {
  const [, valid, other] = seed({ email: ANA, isValid: false }, { email: ANA }, {});
  const saved = { externalId: 'M-9', passId: byId(String(other)) };
  const { out } = await n8n.pass('void', { ...saved, ...byContact(' ANA@example.com') });
  expect(out).toMatchObject([{ id: valid, voided: true }]);
});

test('An empty contact from an expression is refused, and the input is named as in the panel', async () => {
  seed({ email: ANA });
  const items = [{ email: ANA }, { email: '', name: 'Ben' }, { phone: '+15550100' }];
  const { error, sent } = await addStamp('={{ $json.email }}', { items });
  expect(error?.message).toContain("'Email or Phone' is mapped but empty");
  expect(error?.context?.report).toMatchObject({ failed: [1, 2] });
  expect(sent.filter((request) => request.startsWith('PATCH'))).toEqual([]);
});

test('60 stamps for 40 people are each added once, although the first try fails', async () => {
  const people = Array.from({ length: 40 }, (_, i) => `p${i}@example.com`);
  seed(...people.map((email) => ({ email })));
  control().queueFault({ kind: 'dropAfter', match: { method: 'PATCH' }, count: 3 });
  const items: IDataObject[] = Array.from({ length: 60 }, (_, i) => ({
    email: people[i % 40],
    order: `order-${i}`,
  }));
  const { out, error } = await n8n.pass(
    'add',
    { ...byContact('={{ $json.email }}'), count: 1, idempotencyKey: '={{ $json.order }}' },
    { resource: 'stampCard', items, node: { retryOnFail: true, maxTries: 2, waitBetweenTries: 1 } },
  );
  expect(error).toBeUndefined();
  expect(out).toHaveLength(60);
  const stamps = control()
    .passes()
    .map(({ collectedStamps }) => collectedStamps);
  expect(stamps.filter((count) => count === 2)).toHaveLength(20);
  expect(stamps.filter((count) => count === 1)).toHaveLength(20);
});
