import { ownHolder } from '../../test/support/scenarios/badges';
import type { ServerState, Fixture } from '../../test/support/scenarios/scenario';

type Item = Record<string, unknown>;

/** The preparation of a trigger and a check of its output. */
interface Stage {
  inputData: Record<string, string>;
  /** Whether the items match the state of the server. */
  isTrue: (items: Item[], serverState: ServerState) => boolean;
}

const ids = (items: readonly { id?: unknown }[]) => items.map(({ id }) => id);
const same = (some: unknown[], others: unknown[]) =>
  JSON.stringify(some) === JSON.stringify(others);

/** Three passes. */
function passes({ sandbox }: Fixture, which: 'loyalty' | 'stampCard' = 'loyalty') {
  const templateId = sandbox.templates[which];
  return { all: sandbox.control.seedPasses(templateId, 3), inputData: { templateId } };
}

/** The hidden triggers behind dropdowns, by key. */
export const STAGES: Record<string, (fixture: Fixture) => Stage | Promise<Stage>> = {
  template_list: () => listed(() => true),
  stamp_card_template_list: ({ sandbox }) => listed(({ id }) => id === sandbox.templates.stampCard),
  balance_template_list: ({ sandbox: { templates } }) =>
    listed(({ id }) => [templates.loyalty, templates.stampCard, templates.giftCard].includes(id)),
  pass_list(fixture) {
    const { all, inputData } = passes(fixture);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  stamp_card_pass_list(fixture) {
    const { all, inputData } = passes(fixture, 'stampCard');
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  balance_pass_list(fixture) {
    const { all, inputData } = passes(fixture);
    return { inputData, isTrue: (items) => same(ids(items).sort(), all.sort()) };
  },
  template_field_list: ({ sandbox: { templates } }) => ({
    inputData: { templateId: templates.loyalty },
    isTrue: (items) => ids(items).includes('accountName'),
  }),
  date_field_list: ({ sandbox: { templates } }) => ({
    inputData: { templateId: templates.loyalty },
    isTrue: (items) => ids(items).includes('validUntil'),
  }),
  value_field_list: ({ sandbox: { templates } }) => ({
    inputData: { templateId: templates.stampCard },
    isTrue: (items) => ids(items).includes('collectedStamps'),
  }),
  badge_list: ({ sandbox }) => ({
    inputData: {},
    isTrue: (items) => ids(items).includes(sandbox.badges.published),
  }),
  async badge_holder_list(fixture) {
    const { userId } = await ownHolder(fixture, 0);
    return { inputData: {}, isTrue: (items) => ids(items).includes(userId) };
  },
  async badge_pass_list(fixture) {
    const { userId, passId } = await ownHolder(fixture, 0);
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
