import { failureOf, useZapier } from './harness';

const app = useZapier();

/** Every PATCH loses its response after it was processed. */
function loseAnswers() {
  const match = { method: 'PATCH', path: '^/pass$' };
  app.sandbox.control.queueFault({ kind: 'dropAfter', match, count: 10 });
}

describe('stamp cards', () => {
  let passId: string;
  beforeEach(async () => {
    passId = await app.issue({ templateId: app.sandbox.templates.stampCard, externalId: 'S-1' });
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

  it('whose number is set are replayed without an ID, too: the result is the same', async () => {
    loseAnswers();
    for (const more of [{}, { scopeUsed: 'editing' }]) {
      const failure = await failureOf(app.create('set_stamps', { passId, count: 3, ...more }));
      expect(failure).toMatchObject({ name: 'AppError', code: 'outcomeUnknown' });
    }
  });

  it('that had the reward name the switch as Zapier shows it: with Yes and No', async () => {
    await app.create('add_stamps', { passId, count: 5 });
    await app.create('claim_stamp_tier', { passId, threshold: 5 });
    const error = await failureOf(app.create('claim_stamp_tier', { passId, threshold: 5 }));
    expect(error.message).toMatch(/To continue anyway, set 'Continue If Already Given' to Yes\.$/);
  });
});
