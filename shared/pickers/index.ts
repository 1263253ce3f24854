import { listKeys } from '../api/apiKeys';
import { badgeNames, listBadgePasses, listBadges, listHolders } from '../api/badges';
import { createTemplateReader } from '../api/templateReader';
import {
  withStamps,
  withValidity,
  type Design,
  type DesignField,
  readDesign,
} from '../design/fields';
import type { RefTarget } from '../fields';
import { statusInWords } from '../service/badgeSchemas';
import { dayInWords } from '../service/dates';
import { type ListPicker, choice, notChosen, onePage } from './picker';

/** Published badges by name. Unpublished badges are omitted, because nobody can be invited to them. */
const pickBadges: ListPicker = async (client, { filter }) => {
  const badges = await listBadges(client);
  const choices = badges.filter(({ active }) => active).map(({ id, name }) => choice(id, name));
  return onePage(choices, filter);
};

/** Badge holders by name and contact. People who are only invited have no ID yet. */
const pickBadgeHolders: ListPicker = async (client, { filter }) => {
  const holders = await listHolders(client, undefined);
  const choices = holders.flatMap(({ id, name, email, phone }) =>
    id === null ? [] : [choice(id, name, email ?? phone)],
  );
  return onePage(choices, filter);
};

/**
 * The badge passes of the chosen holder (`parents.userId`). The label has badge, person, status and
 * date, so that nobody permanently revokes the wrong one.
 * @throws {import('../errors/serviceError').ServiceError} `invalidInput` if no holder is chosen: the
 *   service lists badge passes by holder only
 */
const pickBadgePasses: ListPicker = async (client, { filter, parents, timezone = 'UTC' }) => {
  const userId = parents?.userId;
  if (!userId) {
    throw notChosen(
      'userId',
      'Holder',
      'The list shows the badge passes of that person. You can also enter the ID of the badge pass.',
    );
  }
  const [passes, holders] = await Promise.all([
    listBadgePasses(client, userId),
    listHolders(client, undefined),
  ]);
  const holder = holders.find(({ id }) => id === userId);
  const person = holder?.name ?? holder?.email ?? holder?.phone;
  const badges = await badgeNames(client, userId, passes, await listBadges(client));
  const choices = passes.map(({ id, status, issuedAt }) => {
    const day = dayInWords(issuedAt, timezone);
    return choice(id, badges.get(id), person, statusInWords(status), day && `issued ${day}`);
  });
  return onePage(choices, filter);
};

/**
 * Lists fields of the chosen template (`parents.templateId`) by label, in the order of the card.
 * @param fieldsOf selects fields of the design
 */
function fieldPicker(fieldsOf: (design: Design) => readonly DesignField[]): ListPicker {
  /** @throws {import('../errors/serviceError').ServiceError} `invalidInput` if no template is chosen */
  return async (client, { parents, filter }) => {
    const templateId = parents?.templateId;
    if (!templateId) {
      throw notChosen('templateId', 'Template', 'You can also enter the label or ID of the field.');
    }
    const template = await createTemplateReader(client).get(templateId);
    const choices = fieldsOf(readDesign(template)).map(({ id, label }) => choice(id, label));
    return onePage(choices, filter);
  };
}

/** API keys by label and prefix, never by value. */
const pickApiKeys: ListPicker = async (client, { filter }) => {
  const keys = await listKeys(client);
  const choices = keys.map(({ id, label, prefix, disabledAt }) =>
    choice(id, label, prefix, disabledAt === null ? undefined : 'Disabled'),
  );
  return onePage(choices, filter);
};

/** Lists one kind of object for a dropdown. */
interface Picker {
  /** Title Case. */
  noun: string;
  plural: string;
  /** Example of an ID, if its format is special. */
  exampleId?: string;
  pick: ListPicker;
}

/** The picker of each kind of object that a `ref` input refers to. */
export const PICKERS: Record<RefTarget, Picker> = {
  badge: { noun: 'Badge', plural: 'Badges', pick: pickBadges },
  badgeHolder: { noun: 'Badge Holder', plural: 'Badge Holders', pick: pickBadgeHolders },
  badgePass: { noun: 'Badge Pass', plural: 'Badge Passes', pick: pickBadgePasses },
  apiKey: { noun: 'Key', plural: 'Keys', pick: pickApiKeys },
  templateField: {
    noun: 'Field',
    plural: 'Fields',
    exampleId: 'memberSince',
    pick: fieldPicker(({ fields }) => fields),
  },
  dateField: {
    noun: 'Date Field',
    plural: 'Date Fields',
    exampleId: 'memberSince',
    pick: fieldPicker(withValidity),
  },
  valueField: {
    noun: 'Value Field',
    plural: 'Value Fields',
    exampleId: 'balance',
    pick: fieldPicker(withStamps),
  },
};
