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
});
