import { toResult } from '../../errors/serviceError';
import { readEach } from '../../runtime/concurrency';
import type { Channel } from '../../service/contacts';
import { itemList, type ItemRows } from '../itemNames';
import type { RunItem } from '../runItem';
import { type EndedRun, type Finding, hasExisted, indexesOf, wasUpdated } from './finding';
import { issuedKeys, otherContact } from './otherContact';

/** Items whose passes have another contact of the same kind, and were all updated, or all not. */
interface Group {
  channel: Channel;
  isUpdated: boolean;
  indexes: readonly number[];
}

/**
 * The items whose pass existed before the run with another contact: it may be someone else's
 * (docs/decisions.md#issuing-and-updating).
 */
export async function findOtherHolders(run: EndedRun): Promise<Finding | undefined> {
  const found = await itemsWithOtherContact(run);
  const groups = (['email', 'phone'] as const)
    .flatMap((channel) => [false, true].map((isUpdated) => ({ channel, isUpdated })))
    .map(({ channel, isUpdated }): Group => {
      const items = found.filter((one) => one.channel === channel).map(({ item }) => item);
      const indexes = indexesOf(items.filter((item) => wasUpdated(item) === isUpdated));
      return { channel, isUpdated, indexes };
    })
    .filter(({ indexes }) => indexes.length > 0);
  if (groups.length === 0) return undefined;
  return {
    about: 'otherHolders',
    items: groups.flatMap(({ indexes }) => indexes),
    lines: [groups.map((group) => textOf(group, run.rows)).join(' ')],
  };
}

/** In the order of the items. A failed search ends the comparison: it is not worth an error. */
async function itemsWithOtherContact({
  context,
  items,
}: EndedRun): Promise<{ item: RunItem; channel: Channel }[]> {
  const issued = issuedKeys(items);
  let hasFailed = false;
  return await readEach(items.filter(hasExisted), async (item) => {
    if (hasFailed) return [];
    const { value: channel, failure } = await toResult(otherContact(context, item, issued));
    hasFailed ||= failure !== undefined;
    return channel ? [{ item, channel }] : [];
  });
}

/** `1 item has an email that its existing pass does not have: item 3 (row 4). The pass has another one …` */
function textOf({ channel, isUpdated, indexes }: Group, rows: ItemRows): string {
  const words = indexes.length === 1 ? ONE : SEVERAL;
  const { problem, reason } = words[channel];
  const advice = isUpdated ? words.correct : words.check;
  return `${indexes.length} ${problem}: ${itemList(indexes, rows)}.${reason} ${words.risk} ${advice}`;
}

const ONE = {
  email: {
    problem: 'item has an email that its existing pass does not have',
    reason: ' The pass has another one, or none.',
  },
  phone: {
    problem: 'item has a phone number that its existing pass does not have',
    reason: ' The pass has another number, another spelling of it, or none.',
  },
  risk: 'The pass may belong to someone else.',
  check: 'Check the external ID before you send its link or overwrite it.',
  correct: 'It was updated: check the external ID, and correct the pass if it was the wrong one.',
};

const SEVERAL = {
  email: {
    problem: 'items have emails that their existing passes do not have',
    reason: ' The passes have other ones, or none.',
  },
  phone: {
    problem: 'items have phone numbers that their existing passes do not have',
    reason: ' The passes have other numbers, other spellings of them, or none.',
  },
  risk: 'The passes may belong to other people.',
  check: 'Check the external IDs before you send their links or overwrite them.',
  correct: 'They were updated: check the external IDs, and correct those that were the wrong ones.',
};
