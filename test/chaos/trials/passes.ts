import type { SeedPassesOptions } from '../../../sandbox/index';
import { ALL } from '../n8nParameters';
import type { Books, Maker, Trial, World } from '../trial';

type Values = NonNullable<SeedPassesOptions['values']>;

const person = ({ tag }: World, n: number) => `${tag}-${n}@example.com`;
const messagesTo = (to: string) => (books: Books) =>
  books.outbox.filter((message) => message.to === to).length;
const heldBy = (email: string) => (books: Books) =>
  books.passes.filter((pass) => pass.email === email).length;

/** A separate pass for an item, and the input that names it. */
function own(world: World, n: number, template: string, values: Values) {
  const { sandbox, tag, byExternalId } = world;
  const templateId = sandbox.templates[template as keyof typeof sandbox.templates];
  const externalId = `${tag}-${n}`;
  const [id = ''] = sandbox.control.seedPasses(templateId, 1, {
    values: { externalId, ...values },
  });
  return { id, templateId, pass: byExternalId ? { externalId, templateId } : { passId: id } };
}

/** A change of one pass, found in the server's state by `is`. */
function change(
  template: string,
  values: Values,
  input: object,
  is: (pass: NonNullable<ReturnType<Books['pass']>>) => number | boolean,
): Maker {
  return (world, n) => {
    const { id, pass } = own(world, n, template, values);
    return {
      input: { pass, ...input },
      seen: (books) => {
        const booked = books.pass(id);
        return booked ? Number(is(booked)) : 0;
      },
      isTrue: ([output]) => output?.id === undefined || output.id === id,
    };
  };
}

/** A gift card; its number and PIN are secrets. */
function giftCard(world: World, n: number) {
  const cardNumber = `4000-${world.tag}-${n}-1234`;
  const pin = `pin-${world.tag}-${n}`;
  world.secrets.push(cardNumber, pin);
  return { balance: 25, cardNumber, pin };
}

const BALANCE = { templateFields: { balance: 100 } };
const balanceOf = ({ templateFields }: { templateFields: object }) =>
  Number((templateFields as { balance?: unknown }).balance ?? 0);
const moved = (input: object, by: number) =>
  change('giftCard', BALANCE, input, (pass) => (balanceOf(pass) - 100) / by);
const setTo = (input: object) =>
  change('giftCard', BALANCE, input, (pass) => balanceOf(pass) === 55);

const issued = (email: string): Pick<Trial, 'seen' | 'reached' | 'isTrue'> => ({
  seen: heldBy(email),
  reached: messagesTo(email),
  isTrue: ([output], books) => books.pass(String(output?.id))?.email === email,
});

function issue(options: object): Maker {
  return (world, n) => {
    const email = person(world, n);
    const templateId = world.sandbox.templates.giftCard;
    return {
      input: {
        templateId,
        email,
        fieldValues: giftCard(world, n),
        ...(world.byExternalId && { externalId: `${world.tag}-${n}` }),
        ...options,
      },
      ...issued(email),
    };
  };
}

/** A resend to the contact that is stored with the pass. */
function resend(contact: 'email' | 'phone', delivery: object): Maker {
  return (world, n) => {
    const to =
      contact === 'email'
        ? person(world, n)
        : `+49151${world.tag.replace(/\D/g, '')}${String(n).padStart(3, '0')}`;
    const { id, pass } = own(world, n, 'loyalty', { [contact]: to });
    return {
      input: { pass, ...delivery },
      seen: messagesTo(to),
      isTrue: ([output]) => output?.id === id,
    };
  };
}

/** Four passes to read. */
const readable = ({ sandbox, tag }: World) => {
  const templateId = sandbox.templates.loyalty;
  const [id = ''] = sandbox.control.seedPasses(templateId, 4, {
    externalIdPrefix: `${tag}-`,
    emailPrefix: `${tag}-`,
    installedShare: 0.5,
  });
  return { templateId, id, email: `${tag}-1@example.com` };
};

export const passTrials: Record<string, Maker | Maker[]> = {
  'pass.create': [issue({}), issue({ ifExists: 'issueAnother' })],
  'pass.createGroup': (world, n) => {
    const email = person(world, n);
    const { loyalty, giftCard: gift } = world.sandbox.templates;
    const [a, b] = [`${world.tag}-${n}-a`, `${world.tag}-${n}-b`];
    const both = (books: Books) => [a, b].map((id) => count(books, id));
    return {
      input: {
        passes: [
          { templateId: loyalty, externalId: a },
          { templateId: gift, externalId: b },
        ],
        email,
      },
      // Unequal would be half a group.
      seen: (books) => {
        const [first = 0, second = 0] = both(books);
        return first === second ? first : NaN;
      },
      reached: messagesTo(email),
    };
    function count({ passes }: Books, externalId: string): number {
      return passes.filter((pass) => pass.externalId === externalId).length;
    }
  },
  'pass.upsert': (world, n) => {
    const { sandbox, tag, random } = world;
    const templateId = sandbox.templates.loyalty;
    const externalId = `${tag}-${n}`;
    const email = person(world, n);
    const input = { templateId, externalId, email, fieldValues: { accountName: `Name ${tag}` } };
    if (random.chance(0.5)) {
      sandbox.control.seedPasses(templateId, 1, { values: { externalId } });
    }
    return {
      input,
      ...issued(email),
      reached: undefined,
      seen: (books) =>
        books.passes.filter(
          (pass) =>
            pass.externalId === externalId && pass.templateFields.accountName === `Name ${tag}`,
        ).length,
    };
  },
  'pass.get': (world) => {
    const { id, templateId } = readable(world);
    return {
      input: {
        pass: world.byExternalId ? { externalId: `${world.tag}-1`, templateId } : { passId: id },
      },
      isTrue: ([output]) => typeof output?.link === 'string',
    };
  },
  'pass.getAll': (world) => {
    const { templateId } = readable(world);
    return {
      input: { templateId, limit: ALL },
      isTrue: (outputs, { passes }) =>
        outputs.length === passes.filter((pass) => pass.templateId === templateId).length,
    };
  },
  'pass.search': (world) => {
    const { templateId, email } = readable(world);
    return {
      input: { templateId, searchQuery: email },
      isTrue: (outputs) => outputs.length > 0 && outputs.every((one) => one.email === email),
    };
  },
  'pass.find': (world) => {
    const { templateId, email } = readable(world);
    return { input: { templateId, searchQuery: email }, isTrue: ({ length }) => length > 0 };
  },
  'pass.export': (world) => {
    const { templateId } = readable(world);
    return {
      input: { templateId },
      isTrue: ([output], { passes }) =>
        output?.passCount === passes.filter((pass) => pass.templateId === templateId).length,
    };
  },
  'pass.update': (world, n) => {
    const redemptionValue = `value ${world.tag}-${n}`;
    const is = ({ redemptionValue: now }: { redemptionValue?: unknown }) => now === redemptionValue;
    return change('loyalty', {}, { redemptionValue }, is)(world, n);
  },
  'pass.void': change('loyalty', {}, {}, ({ isValid }) => !isValid),
  'pass.reactivate': change('loyalty', { isValid: false }, {}, ({ isValid }) => isValid),
  'pass.resend': [
    resend('phone', {}),
    resend('email', { sendToPhone: 'doNotSend', sendToEmail: 'send' }),
  ],
  'pass.notify': (world, n) => {
    const { id, pass } = own(world, n, 'loyalty', { walletBDevices: 1 });
    return { input: { pass, title: 'Hello', content: `To ${n}` }, seen: messagesTo(id) };
  },
  'stampCard.add': change(
    'stampCard',
    { collectedStamps: 3 },
    { count: 2 },
    ({ collectedStamps = 0 }) => (collectedStamps - 3) / 2,
  ),
  'stampCard.remove': change(
    'stampCard',
    { collectedStamps: 9 },
    { count: 2 },
    ({ collectedStamps = 0 }) => (9 - collectedStamps) / 2,
  ),
  'stampCard.set': ['stamping', 'editing'].map((method) =>
    change(
      'stampCard',
      { collectedStamps: 3 },
      { count: 7, method },
      ({ collectedStamps }) => collectedStamps === 7,
    ),
  ),
  'stampCard.redeem': change(
    'stampCard',
    { collectedStamps: 10 },
    {},
    ({ collectedStamps }) => collectedStamps === 0,
  ),
  'stampCard.claimTier': change(
    'stampCard',
    { collectedStamps: 6 },
    { threshold: 5 },
    ({ claimedTiers }) => claimedTiers.length,
  ),
  'balance.add': moved({ amount: 7 }, 7),
  'balance.subtract': moved({ amount: 9 }, -9),
  'balance.set': ['redeeming', 'editing'].map((method) => setTo({ amount: 55, method })),
  'balance.adjust': [
    moved({ operation: 'add', amount: 7 }, 7),
    moved({ operation: 'subtract', amount: 9 }, -9),
    setTo({ operation: 'set', amount: 55 }),
    setTo({ operation: 'set', amount: 55, method: 'editing' }),
  ],
};
