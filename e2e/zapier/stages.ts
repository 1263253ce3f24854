import type { Books, World } from '../../test/chaos/trial';

type Item = Record<string, unknown>;

/** What happens before a trigger is asked, and what it must then give. */
export interface Stage {
  inputData: Record<string, string>;
  /** Whether these are the items that the books speak of. */
  isTrue: (items: Item[], books: Books) => boolean;
}

const DAY = 24 * 60 * 60 * 1000;
const ids = (items: readonly { id?: unknown }[]) => items.map(({ id }) => id);
const same = (some: unknown[], others: unknown[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/** Three passes of which something happens to the second. */
async function passes(
  { sandbox, api }: World,
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

/** Every trigger, the hidden ones behind dropdowns among them, by its key. */
export const STAGES: Record<string, (world: World) => Stage | Promise<Stage>> = {
  async new_pass(world) {
    const { all, inputData } = await passes(world);
    return { inputData, isTrue: (items) => same(ids(items), all.reverse()) };
  },
  async pass_added_to_wallet(world) {
    const { id, inputData } = await passes(world);
    world.sandbox.control.phoneAdded(id, 'a');
    return { inputData, isTrue: (items) => same(ids(items), [id]) };
  },
  async pass_updated(world) {
    const { id, inputData } = await passes(world, 'loyalty', { templateFields: { balance: 1 } });
    return {
      inputData,
      isTrue: ([item], books) =>
        item?.passId === id && item.id === `${id}:${books.pass(id)?.updated ?? ''}`,
    };
  },
  async pass_voided(world) {
    const { id, inputData } = await passes(world, 'loyalty', { isValid: false });
    return { inputData, isTrue: (items) => same(ids(items), [id]) };
  },
  async pass_expiring(world) {
    const validUntil = new Date(world.sandbox.control.now() + 2 * DAY).toISOString();
    const { id, inputData } = await passes(world, 'loyalty', { templateFields: { validUntil } });
    return {
      inputData: { ...inputData, days: '3' },
      isTrue: (items) => same(ids(items), [`${id}:${validUntil}`]),
    };
  },
  async stamp_card_completed(world) {
    const { id, inputData } = await passes(world, 'stampCard', { collectedStamps: 50 });
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
  async badge_added(world) {
    const { passId, badgeTemplateId } = await hired(world);
    return { inputData: { badgeTemplateId }, isTrue: ([item]) => item?.id === passId };
  },
  template_list: () => listed(() => true),
  stamp_card_template_list: ({ sandbox }) => listed(({ id }) => id === sandbox.templates.stampCard),
  balance_template_list: ({ sandbox: { templates } }) =>
    listed(({ id }) => [templates.loyalty, templates.stampCard, templates.giftCard].includes(id)),
  async pass_list(world) {
    const { all, inputData } = await passes(world);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  async stamp_card_pass_list(world) {
    const { all, inputData } = await passes(world, 'stampCard');
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  async balance_pass_list(world) {
    const { all, inputData } = await passes(world);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  badge_list: ({ sandbox }) => ({
    inputData: {},
    isTrue: (items) => ids(items).includes(sandbox.badges.published),
  }),
  async badge_holder_list(world) {
    const { userId } = await hired(world);
    return { inputData: {}, isTrue: (items) => ids(items).includes(userId) };
  },
  async badge_pass_list(world) {
    const { userId, passId } = await hired(world);
    return { inputData: { userId }, isTrue: (items) => same(ids(items), [passId]) };
  },
};

/** A list of those templates of the books that fit, by name. */
function listed(fits: (template: Books['templates'][number]) => boolean): Stage {
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

/** Somebody who was invited and has the badge on the phone. */
async function hired({ api, sandbox, tag }: World) {
  const badgeTemplateId = sandbox.badges.published;
  const path = `/badge/templates/${badgeTemplateId}/invites`;
  const { code } = await api<{ code: string }>('POST', path, { email: `${tag}@example.com` });
  return { badgeTemplateId, ...sandbox.control.badgeAdded(code) };
}
