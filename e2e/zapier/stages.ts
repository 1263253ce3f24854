import type { ServerState, Fixture } from '../../test/support/cases/scenario';

type Item = Record<string, unknown>;

/** The preparation of a trigger and a check of its output. */
export interface Stage {
  inputData: Record<string, string>;
  /** Whether the items match the state of the server. */
  isTrue: (items: Item[], serverState: ServerState) => boolean;
}

const DAY = 24 * 60 * 60 * 1000;
const ids = (items: readonly { id?: unknown }[]) => items.map(({ id }) => id);
const same = (some: unknown[], others: unknown[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/** Three passes; an event happens to the second. */
async function passes(
  { sandbox, api }: Fixture,
  which: 'loyalty' | 'stampCard' = 'loyalty',
  changes?: object,
) {
  const templateId = sandbox.templates[which];
  const from = sandbox.control.now() - DAY;
  const all = sandbox.control.seedPasses(templateId, 3, { from });
  const [, id = ''] = all;
  if (changes) await api('PATCH', '/pass', { id, ...changes });
  return { all, id, inputData: { templateId } };
}

/** All triggers by key, including the hidden ones behind dropdowns. */
export const STAGES: Record<string, (fixture: Fixture) => Stage | Promise<Stage>> = {
  async new_pass(fixture) {
    const { all, inputData } = await passes(fixture);
    return { inputData, isTrue: (items) => same(ids(items), all.reverse()) };
  },
  async pass_added_to_wallet(fixture) {
    const { id, inputData } = await passes(fixture);
    fixture.sandbox.control.phoneAdded(id, 'a');
    return { inputData, isTrue: (items) => same(ids(items), [id]) };
  },
  async pass_updated(fixture) {
    const { id, inputData } = await passes(fixture, 'loyalty', { templateFields: { balance: 1 } });
    return {
      inputData,
      isTrue: ([item], serverState) =>
        item?.passId === id && item.id === `${id}:${serverState.pass(id)?.updated ?? ''}`,
    };
  },
  async pass_voided(fixture) {
    const { id, inputData } = await passes(fixture, 'loyalty', { isValid: false });
    return { inputData, isTrue: (items) => same(ids(items), [id]) };
  },
  async pass_expiring(fixture) {
    const validUntil = new Date(fixture.sandbox.control.now() + 2 * DAY).toISOString();
    const { id, inputData } = await passes(fixture, 'loyalty', { templateFields: { validUntil } });
    return {
      inputData: { ...inputData, days: '3' },
      isTrue: (items) => same(ids(items), [`${id}:${validUntil}`]),
    };
  },
  async stamp_card_completed(fixture) {
    const { id, inputData } = await passes(fixture, 'stampCard', { collectedStamps: 50 });
    return { inputData, isTrue: (items) => same(ids(items), [id]) };
  },
  async new_template({ api }) {
    const body = { name: 'Summer', type: 'offer' };
    const { id } = await api<{ id: string }>('POST', '/templates', body);
    return {
      inputData: {},
      isTrue: ([item], { templates }) =>
        item?.id === id && item.name === 'Summer' && templates.some((one) => one.id === id),
    };
  },
  async badge_added(fixture) {
    const { passId, badgeTemplateId } = await hired(fixture);
    return { inputData: { badgeTemplateId }, isTrue: ([item]) => item?.id === passId };
  },
  template_list: () => listed(() => true),
  stamp_card_template_list: ({ sandbox }) => listed(({ id }) => id === sandbox.templates.stampCard),
  balance_template_list: ({ sandbox: { templates } }) =>
    listed(({ id }) => [templates.loyalty, templates.stampCard, templates.giftCard].includes(id)),
  async pass_list(fixture) {
    const { all, inputData } = await passes(fixture);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  async stamp_card_pass_list(fixture) {
    const { all, inputData } = await passes(fixture, 'stampCard');
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  async balance_pass_list(fixture) {
    const { all, inputData } = await passes(fixture);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  badge_list: ({ sandbox }) => ({
    inputData: {},
    isTrue: (items) => ids(items).includes(sandbox.badges.published),
  }),
  async badge_holder_list(fixture) {
    const { userId } = await hired(fixture);
    return { inputData: {}, isTrue: (items) => ids(items).includes(userId) };
  },
  async badge_pass_list(fixture) {
    const { userId, passId } = await hired(fixture);
    return { inputData: { userId }, isTrue: (items) => same(ids(items), [passId]) };
  },
};

/** A dropdown with the matching templates of the server, by name. */
function listed(fits: (template: ServerState['templates'][number]) => boolean): Stage {
  return {
    inputData: {},
    isTrue(items, { templates }) {
      const expected = templates.filter(fits);
      const named = expected.every(({ id, name }) =>
        items.some((item) => item.id === id && String(item.name).startsWith(`${name} · `)),
      );
      return named && items.length === expected.length;
    },
  };
}

/** A person who was invited and has the badge on the phone. */
async function hired({ api, sandbox, tag }: Fixture) {
  const badgeTemplateId = sandbox.badges.published;
  const path = `/badge/templates/${badgeTemplateId}/invites`;
  const { code } = await api<{ code: string }>('POST', path, { email: `${tag}@example.com` });
  return { badgeTemplateId, ...sandbox.control.badgeAdded(code) };
}
