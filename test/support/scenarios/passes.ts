import type { SeedPassesOptions } from '../../../sandbox/index';
import type { Refusal } from './operationCase';
import type { Fixture, Maker, Scenario, ServerState } from './scenario';

type Values = NonNullable<SeedPassesOptions['values']>;

export const person = ({ tag }: Fixture, n: number) => `${tag}-${n}@example.com`;
/** A phone number of this item alone. */
export const phoneOf = ({ tag }: Fixture, n: number) =>
  `+49151${tag.replace(/\D/g, '')}${String(n).padStart(3, '0')}`;
export const messagesTo = (to: string) => (serverState: ServerState) =>
  serverState.outbox.filter((message) => message.to === to).length;

/** A separate pass for an item, and the input that identifies it. */
export function ownPass(fixture: Fixture, n: number, template: string, values: Values) {
  const { sandbox, tag, byExternalId, byContact } = fixture;
  const templateId = sandbox.templates[template as keyof typeof sandbox.templates];
  const externalId = `${tag}-${n}`;
  const [id = ''] = sandbox.control.seedPasses(templateId, 1, {
    values: { externalId, ...(byContact && { email: person(fixture, n) }), ...values },
  });
  if (byContact) return { id, templateId, pass: { contact: person(fixture, n), templateId } };
  return { id, templateId, pass: byExternalId ? { externalId, templateId } : { passId: id } };
}

/** A change of one pass, found in the server's state by `is`. */
export function changedPass(
  template: string,
  values: Values,
  input: object,
  is: (pass: NonNullable<ReturnType<ServerState['pass']>>) => number | boolean,
  retry: Scenario['retry'] = 'idempotent',
): Maker {
  return (fixture, n) => {
    const { id, pass } = ownPass(fixture, n, template, values);
    return {
      input: { pass, ...input },
      retry,
      seen: (serverState) => {
        const booked = serverState.pass(id);
        return booked ? Number(is(booked)) : 0;
      },
      isTrue: ([output]) => output?.id === undefined || output.id === id,
    };
  };
}

/** A change of a stamp card that has so many stamps. */
export const changedCard = (
  collectedStamps: number,
  input: object,
  is: Parameters<typeof changedPass>[3],
) => changedPass('stampCard', { collectedStamps }, input, is);

/** How to find the pass that was issued to a person. */
export const issuedTo = (email: string): Pick<Scenario, 'seen' | 'reached' | 'isTrue'> => ({
  seen: ({ passes }) => passes.filter((pass) => pass.email === email).length,
  reached: messagesTo(email),
  isTrue: ([output], serverState) => serverState.pass(String(output?.id))?.email === email,
});

/** An item of a list whose pass is created or updated. @param furtherInputs  `exists`: whether it has one */
export const createdOrUpdated =
  (furtherInputs: (exists: boolean) => object): Maker =>
  (fixture, n) => {
    const { sandbox, tag, random } = fixture;
    const templateId = sandbox.templates.loyalty;
    const externalId = `${tag}-${n}`;
    const email = person(fixture, n);
    const exists = random.chance(0.5);
    if (exists) sandbox.control.seedPasses(templateId, 1, { values: { externalId } });
    return {
      input: {
        ...{ templateId, externalId, email, fieldValues: { accountName: `Name ${tag}` } },
        ...furtherInputs(exists),
      },
      retry: exists ? 'idempotent' : 'lookUpFirst',
      isTrue: issuedTo(email).isTrue,
      seen: ({ passes }) =>
        passes.filter(
          (pass) =>
            pass.externalId === externalId && pass.templateFields.accountName === `Name ${tag}`,
        ).length,
    };
  };

/** Four passes to read. */
export function readablePasses({ sandbox, tag }: Fixture) {
  const templateId = sandbox.templates.loyalty;
  const [id = ''] = sandbox.control.seedPasses(templateId, 4, {
    externalIdPrefix: `${tag}-`,
    emailPrefix: `${tag}-`,
    installedShare: 0.5,
  });
  return { templateId, id, email: `${tag}-1@example.com` };
}

const BALANCE = { templateFields: { balance: 100 } };
const balanceOf = ({ templateFields }: { templateFields: object }) =>
  Number((templateFields as { balance?: unknown }).balance ?? 0);

/** A change of a balance by an amount; a second one would change it again. */
export const movedBalance = (input: object, by: number) =>
  changedPass('giftCard', BALANCE, input, (pass) => (balanceOf(pass) - 100) / by, 'never');
/** A balance that is set to 55. */
export const balanceSetTo55 = (input: object) =>
  changedPass('giftCard', BALANCE, input, (pass) => balanceOf(pass) === 55);

/** No more passes fit the account's plan. */
export const NO_QUOTA: Refusal = {
  input: ({ sandbox }) => {
    sandbox.control.setAccount({ passQuota: 0 });
    return {};
  },
  status: 402,
  kind: 'planLimit',
};

/** A pass that has neither stamps nor a balance. */
export const AN_OFFER: Refusal = {
  input: ({ sandbox }) => ({
    pass: { passId: sandbox.control.seedPasses(sandbox.templates.offer, 1)[0] },
  }),
  status: 400,
  kind: 'invalidInput',
};

/** Counts of stamps that are none. */
export const BLANK_COUNTS = [undefined, '', '  '].map((count) => ({
  input: { count },
  field: 'count',
}));

/** Amounts that are refused. */
export const BAD_AMOUNTS = [
  ...['1,50', '€10', '-1', -0.01, '1e3', ' ', 'NaN', true, '0x10', null],
  ...['12345678901234567890', '9007199254740993', '9007199254740991.4'],
].map((amount) => ({ input: { amount }, field: 'amount' }));
