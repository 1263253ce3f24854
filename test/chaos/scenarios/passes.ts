import type { SeedPassesOptions } from '../../../sandbox/index';
import { ALL } from '../n8nParameters';
import type { ServerState, Maker, Scenario, Fixture } from '../scenario';

type Values = NonNullable<SeedPassesOptions['values']>;

const person = ({ tag }: Fixture, n: number) => `${tag}-${n}@example.com`;
const messagesTo = (to: string) => (serverState: ServerState) =>
  serverState.outbox.filter((message) => message.to === to).length;
const heldBy = (email: string) => (serverState: ServerState) =>
  serverState.passes.filter((pass) => pass.email === email).length;

/** A separate pass for an item, and the input that identifies it. */
function own(fixture: Fixture, n: number, template: string, values: Values) {
  const { sandbox, tag, byExternalId } = fixture;
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
  is: (pass: NonNullable<ReturnType<ServerState['pass']>>) => number | boolean,
): Maker {
  return (fixture, n) => {
    const { id, pass } = own(fixture, n, template, values);
    return {
      input: { pass, ...input },
      seen: (serverState) => {
        const booked = serverState.pass(id);
        return booked ? Number(is(booked)) : 0;
      },
      isTrue: ([output]) => output?.id === undefined || output.id === id,
    };
  };
}

/** A gift card; its number and PIN are secrets. */
function giftCard(fixture: Fixture, n: number) {
  const cardNumber = `4000-${fixture.tag}-${n}-1234`;
  const pin = `pin-${fixture.tag}-${n}`;
  fixture.secrets.push(cardNumber, pin);
  return { balance: 25, cardNumber, pin };
}

const BALANCE = { templateFields: { balance: 100 } };
const balanceOf = ({ templateFields }: { templateFields: object }) =>
  Number((templateFields as { balance?: unknown }).balance ?? 0);
const moved = (input: object, by: number) =>
  change('giftCard', BALANCE, input, (pass) => (balanceOf(pass) - 100) / by);
const setTo = (input: object) =>
  change('giftCard', BALANCE, input, (pass) => balanceOf(pass) === 55);

const issued = (email: string): Pick<Scenario, 'seen' | 'reached' | 'isTrue'> => ({
  seen: heldBy(email),
  reached: messagesTo(email),
  isTrue: ([output], serverState) => serverState.pass(String(output?.id))?.email === email,
});

function issue(options: object): Maker {
  return (fixture, n) => {
    const email = person(fixture, n);
    const templateId = fixture.sandbox.templates.giftCard;
    return {
      input: {
        templateId,
        email,
        fieldValues: giftCard(fixture, n),
        ...(fixture.byExternalId && { externalId: `${fixture.tag}-${n}` }),
        ...options,
      },
      ...issued(email),
    };
  };
}

/** A resend to the contact that is stored with the pass. */
function resend(contact: 'email' | 'phone', delivery: object): Maker {
  return (fixture, n) => {
    const to =
      contact === 'email'
        ? person(fixture, n)
        : `+49151${fixture.tag.replace(/\D/g, '')}${String(n).padStart(3, '0')}`;
    const { id, pass } = own(fixture, n, 'loyalty', { [contact]: to });
    return {
      input: { pass, ...delivery },
      seen: messagesTo(to),
      isTrue: ([output]) => output?.id === id,
    };
  };
}

/** Four passes to read. */
const readable = ({ sandbox, tag }: Fixture) => {
  const templateId = sandbox.templates.loyalty;
  const [id = ''] = sandbox.control.seedPasses(templateId, 4, {
    externalIdPrefix: `${tag}-`,
    emailPrefix: `${tag}-`,
    installedShare: 0.5,
  });
  return { templateId, id, email: `${tag}-1@example.com` };
};

export const passScenarios: Record<string, Maker | Maker[]> = {
  'pass.create': [issue({}), issue({ ifExists: 'issueAnother' })],
  'pass.createGroup': (fixture, n) => {
    const email = person(fixture, n);
    const { loyalty, giftCard: gift } = fixture.sandbox.templates;
    const [a, b] = [`${fixture.tag}-${n}-a`, `${fixture.tag}-${n}-b`];
    const both = (serverState: ServerState) => [a, b].map((id) => count(serverState, id));
    return {
      input: {
        passes: [
          { templateId: loyalty, externalId: a },
          { templateId: gift, externalId: b },
        ],
        email,
      },
      // A difference means that only part of the group was issued.
      seen: (serverState) => {
        const [first = 0, second = 0] = both(serverState);
        return first === second ? first : NaN;
      },
      reached: messagesTo(email),
    };
    function count({ passes }: ServerState, externalId: string): number {
      return passes.filter((pass) => pass.externalId === externalId).length;
    }
  },
  'pass.upsert': (fixture, n) => {
    const { sandbox, tag, random } = fixture;
    const templateId = sandbox.templates.loyalty;
    const externalId = `${tag}-${n}`;
    const email = person(fixture, n);
    const input = { templateId, externalId, email, fieldValues: { accountName: `Name ${tag}` } };
    if (random.chance(0.5)) {
      sandbox.control.seedPasses(templateId, 1, { values: { externalId } });
    }
    return {
      input,
      ...issued(email),
      reached: undefined,
      seen: (serverState) =>
        serverState.passes.filter(
          (pass) =>
            pass.externalId === externalId && pass.templateFields.accountName === `Name ${tag}`,
        ).length,
    };
  },
  'pass.get': (fixture) => {
    const { id, templateId } = readable(fixture);
    return {
      input: {
        pass: fixture.byExternalId
          ? { externalId: `${fixture.tag}-1`, templateId }
          : { passId: id },
      },
      isTrue: ([output]) => typeof output?.link === 'string',
    };
  },
  'pass.getAll': (fixture) => {
    const { templateId } = readable(fixture);
    return {
      input: { templateId, limit: ALL },
      isTrue: (outputs, { passes }) => {
        // Zapier returns the list in one result.
        const listed = (outputs[0]?.passes as unknown[] | undefined) ?? outputs;
        return listed.length === passes.filter((pass) => pass.templateId === templateId).length;
      },
    };
  },
  'pass.search': (fixture) => {
    const { templateId, email } = readable(fixture);
    return {
      input: { templateId, searchQuery: email },
      isTrue: (outputs) => outputs.length > 0 && outputs.every((one) => one.email === email),
    };
  },
  'pass.find': (fixture) => {
    const { templateId, email } = readable(fixture);
    return { input: { templateId, searchQuery: email }, isTrue: ({ length }) => length > 0 };
  },
  'pass.export': (fixture) => {
    const { templateId } = readable(fixture);
    return {
      input: { templateId },
      isTrue: ([output], { passes }) =>
        output?.passCount === passes.filter((pass) => pass.templateId === templateId).length,
    };
  },
  'pass.update': (fixture, n) => {
    const redemptionValue = `value ${fixture.tag}-${n}`;
    const is = ({ redemptionValue: now }: { redemptionValue?: unknown }) => now === redemptionValue;
    return change('loyalty', {}, { redemptionValue }, is)(fixture, n);
  },
  'pass.void': change('loyalty', {}, {}, ({ isValid }) => !isValid),
  'pass.reactivate': change('loyalty', { isValid: false }, {}, ({ isValid }) => isValid),
  'pass.resend': [
    resend('phone', { sendToPhone: 'send', sendToEmail: 'doNotSend' }),
    resend('email', {}),
  ],
  'pass.notify': (fixture, n) => {
    const { id, pass } = own(fixture, n, 'loyalty', { walletBDevices: 1 });
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
