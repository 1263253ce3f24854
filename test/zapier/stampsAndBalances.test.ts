import { failureOf, useZapier } from './harness';

const app = useZapier();
const EMPTY = { passId: '', externalId: '', templateId: '' };

/** Every PATCH loses its response after it was processed. */
function loseAnswers() {
  const match = { method: 'PATCH', path: '^/pass$' };
  app.sandbox.control.queueFault({ kind: 'dropAfter', match, count: 10 });
}

/** The stamp operations sent to `/pass`, in order. */
function stampOperations(): unknown[] {
  return app
    .sent()
    .flatMap(({ body }) => (body as { stampOperation?: unknown }).stampOperation ?? []);
}

describe('stamp cards', () => {
  let passId: string;
  beforeEach(async () => {
    passId = await app.issue({ templateId: app.sandbox.templates.stampCard, externalId: 'S-1' });
  });
  const stamps = () => app.sandbox.control.pass(passId)?.collectedStamps;

  it('count an event once, however often the step is run', async () => {
    const inputData = { ...EMPTY, passId, count: 2, idempotencyKey: 'order-1' };
    expect(await app.create('add_stamps', inputData)).toMatchObject({
      id: passId,
      collectedStamps: 2,
    });
    expect(await app.create('add_stamps', inputData)).toMatchObject({ collectedStamps: 2 });
    expect(stampOperations()).toEqual([
      { operation: 'add', count: 2, idempotencyKey: 'add:order-1' },
      { operation: 'add', count: 2, idempotencyKey: 'add:order-1' },
    ]);
  });

  it('count once despite a lost response, with a key that is the same on every attempt of a run', async () => {
    app.sandbox.control.queueFault({ kind: 'dropAfter', match: { method: 'PATCH' } });
    await app.create('add_stamps', { passId, count: 1 });
    expect(stamps()).toBe(1);
    const keys = stampOperations().map((one) => (one as { idempotencyKey: string }).idempotencyKey);
    expect(keys).toHaveLength(2);
    expect(new Set(keys).size).toBe(1);

    await app.create('add_stamps', { passId, count: 1 });
    expect(stamps()).toBe(2);
  });

  it('are replayed by Zapier after lost responses only if the event has an ID', async () => {
    loseAnswers();
    const [named, nameless] = await Promise.all(
      ['order-1', ''].map((idempotencyKey) =>
        failureOf(app.create('add_stamps', { passId, count: 1, idempotencyKey })),
      ),
    );
    expect(named).toMatchObject({ name: 'AppError', code: 'outcomeUnknown' });
    expect(named?.message).toContain('It is safe to run this again');
    expect(nameless?.name).toBe('HaltedError');
    expect(nameless?.message).toMatch(/dashboard before running this again.*'Event ID'/);
  });

  it('halt a claim the card does not allow', async () => {
    const failure = await failureOf(app.create('claim_stamp_tier', { passId, threshold: 5 }));
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toContain('Add stamps first');
  });
});

describe('Adjust Balance', () => {
  let passId: string;
  beforeEach(async () => {
    const templateFields = { balance: 20 };
    passId = await app.issue({
      templateId: app.sandbox.templates.giftCard,
      externalId: 'G-1',
      templateFields,
    });
  });

  it.each([
    ['add', '5.50', 25.5],
    ['subtract', 50, 0],
    ['set', 12, 12],
  ])('%s %s gives %s', async (operation, amount, balance) => {
    const adjusted = await app.create('adjust_balance', { ...EMPTY, passId, operation, amount });
    expect(adjusted).toMatchObject({ id: passId, pointsBalance: balance });
  });

  it('subtracts nothing if the balance is too low, on request', async () => {
    const inputData = {
      externalId: 'G-1',
      templateId: app.sandbox.templates.giftCard,
      operation: 'subtract',
      amount: 50,
      ifBalanceTooLow: 'fail',
    };
    const failure = await failureOf(app.create('adjust_balance', inputData));
    expect(failure.name).toBe('HaltedError');
    expect(failure.message).toContain("'Amount' is more than the balance: 50 of 20");
    expect(app.sandbox.control.pass(passId)?.templateFields.balance).toBe(20);
    expect(await app.create('adjust_balance', { ...inputData, amount: 20 })).toMatchObject({
      pointsBalance: 0,
      previousBalance: 20,
      applied: 20,
    });
  });

  it('is sent once and halted if the response is lost: a replay would apply it twice', async () => {
    loseAnswers();
    const run = app.create('adjust_balance', { passId, operation: 'add', amount: 5 });
    expect(await failureOf(run)).toMatchObject({ name: 'HaltedError' });
    expect(app.sent()).toHaveLength(1);
    expect(app.sandbox.control.pass(passId)?.templateFields.balance).toBe(25);
  });
});
