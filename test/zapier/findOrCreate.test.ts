import { zapierOperations, type ZapierOperation } from '../../zapier/catalog';
import { runPhases } from '../../shared/run/itemPhases';
import { createContext } from '../../shared/operations/context';
import { sandboxTransport } from '../support/sandboxTransport';
import { fastClock } from '../support/clock';
import type { OperationResult } from '../../shared/operations/operation';
import { failureOf } from '../support/failures';
import { useService } from '../support/service';

/** Searches that Zapier offers together with the action that creates a missing object. */
const service = useService();
const PAIRS = zapierOperations('search').flatMap((search) =>
  search.zapier.orCreate ? [{ search, orCreate: search.zapier.orCreate }] : [],
);

function create(key: string): ZapierOperation {
  const found = zapierOperations('create').find(({ zapier }) => zapier.key === key);
  if (!found) throw new Error(`There is no action ${key}`);
  return found;
}

function run(operation: ZapierOperation, raw: object): Promise<OperationResult> {
  const apiKey = service.sandbox.keys['Full access'];
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: sandboxTransport(service.sandbox, apiKey),
    clock: fastClock,
  });
  return runPhases(operation, context, { ...raw });
}

/** Inputs of the search and of the action, and the keys that later steps map from either result. */
const CASES: Record<string, { find: () => object; create: () => object; shared: string[] }> = {
  find_pass: {
    find: () => ({ templateId: service.sandbox.templates.loyalty, externalId: 'M-1' }),
    create: () => ({ templateId: service.sandbox.templates.loyalty, externalId: 'M-1' }),
    shared: ['id', 'externalId', 'link'],
  },
  find_template: {
    find: () => ({ name: 'Summer Club' }),
    create: () => ({ name: 'Summer Club', type: 'offer' }),
    shared: ['id', 'name', 'type', 'fields'],
  },
  find_badge_holder: {
    find: () => ({ badgeTemplateId: service.sandbox.badges.published, email: 'Ana@example.com' }),
    create: () => ({ badgeTemplateId: service.sandbox.badges.published, email: 'Ana@example.com' }),
    shared: ['id', 'email', 'expiresAt'],
  },
};

test.each(PAIRS)('$orCreate.label returns the same in both cases', async ({ search, orCreate }) => {
  const inputs = CASES[search.zapier.key];
  if (!inputs) throw new Error('Not a case');
  expect(await run(search, inputs.find())).toEqual([]);
  const created = (await run(create(orCreate.key), inputs.create())) as Record<string, unknown>;
  const found = (await run(search, inputs.find())) as Record<string, unknown>[];
  expect(found).toHaveLength(1);
  for (const key of inputs.shared) {
    expect(created).toHaveProperty(key);
    expect([key, found[0]?.[key]]).toEqual([key, created[key]]);
  }
});

const { search } = PAIRS.find(({ search }) => search.zapier.key === 'find_badge_holder') ?? {};
const phone = '+4915112345678';

async function invitedLongAgo(person: object): Promise<void> {
  const { control, badges } = service.sandbox;
  control.advanceClock(-60 * 86_400_000);
  const invite = { badgeTemplateId: badges.published, days: 30, ...person };
  await run(create('invite_badge_holder'), invite);
  control.advanceClock(60 * 86_400_000);
}

test('Find or Invite finds no one whose invite has expired, so that they are invited again', async () => {
  await invitedLongAgo({ email: 'bo@example.com', phone });
  const find = (contact: object) => run(search as ZapierOperation, { ...contact, allBadges: true });
  expect(await find({ email: 'bo@example.com' })).toEqual([]);
  expect(await find({ phone })).toEqual([]);
});

test('Find or Invite does not take someone who has the phone number, but no email, for the person', async () => {
  const { control, badges } = service.sandbox;
  await invitedLongAgo({ email: 'bo@example.com' });
  const person = { badgeTemplateId: badges.published, phone };
  const { url } = (await run(create('invite_badge_holder'), person)) as { url: string };
  const { userId } = control.badgeAdded(url.split('/').at(-1) ?? '');
  const find = (more: object) => run(search as ZapierOperation, { ...person, ...more });
  expect(await find({})).toMatchObject([{ id: userId }]);
  const { message } = await failureOf(find({ email: 'bo@example.com' }));
  expect(message).toBe(`'Phone' belongs to ${userId} (${phone}), not to 'bo@example.com'`);
});

test('Find or Invite finds no one who has only another badge, unless all badges are searched', async () => {
  const { published, unpublished } = service.sandbox.badges;
  const person = { email: 'bo@example.com' };
  const { url } = (await run(create('invite_badge_holder'), {
    badgeTemplateId: published,
    ...person,
  })) as { url: string };
  service.sandbox.control.badgeAdded(url.split('/').at(-1) ?? '');
  const find = (input: object) => run(search as ZapierOperation, { ...person, ...input });
  expect(await find({ badgeTemplateId: unpublished })).toEqual([]);
  expect(await find({ badgeTemplateId: published })).toHaveLength(1);
  expect(await find({ allBadges: true })).toHaveLength(1);
  expect((await failureOf(find({}))).message).toBe("'Badge' is empty");
});
