import { flatOperations } from '../../../shared/engine/catalog';
import type { FlatOperation } from '../../../shared/engine/catalog';
import { runOperation } from '../../../shared/engine/runOperation';
import { createContext } from '../../../shared/engine/createContext';
import { undiciTransport } from '../../../shared/http/undiciTransport';
import { fastClock } from '../../support/clock';
import type { OperationResult } from '../../../shared/operations/operation';
import { useService } from '../../support/service';

/** Searches that flat platforms offer together with the action that creates a missing object. */
const service = useService();
const PAIRS = flatOperations('search').flatMap((search) =>
  search.flat.orCreate ? [{ search, orCreate: search.flat.orCreate }] : [],
);

function create(key: string): FlatOperation {
  const found = flatOperations('create').find(({ flat }) => flat.key === key);
  if (!found) throw new Error(`There is no action ${key}`);
  return found;
}

function run(operation: FlatOperation, raw: object): Promise<OperationResult> {
  const apiKey = service.sandbox.keys['Full access'];
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport: undiciTransport(apiKey),
    clock: fastClock,
  });
  return runOperation(operation, { ...context, itemKey: 'run:0' }, { ...raw });
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
    find: () => ({ email: 'Ana@example.com' }),
    create: () => ({
      badgeTemplateId: service.sandbox.badges.published,
      email: 'Ana@example.com',
    }),
    shared: ['id', 'email', 'expiresAtIso'],
  },
};

it('every pair is tested', () => {
  expect(PAIRS.map(({ search }) => search.flat.key).sort()).toEqual(Object.keys(CASES).sort());
});

describe.each(PAIRS)('$orCreate.label', ({ search, orCreate }) => {
  it('has an ID in every result of both steps', () => {
    for (const { output } of [search, create(orCreate.key)]) {
      expect(output.fields.id).toMatchObject({ always: true });
      expect(output.sample).toHaveProperty('id');
    }
  });

  it('returns the same object and the same keys, whether it is found or created', async () => {
    const inputs = CASES[search.flat.key];
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
});
