import { failureOf, useZapier } from './harness';

const app = useZapier();

test('Zapier replays the stamps of a lost response only if the event has an ID', async () => {
  const passId = await app.issue({ templateId: app.sandbox.templates.stampCard });
  // Every change loses its response after it was processed.
  const match = { method: 'PATCH', path: '^/pass$' };
  app.sandbox.control.queueFault({ kind: 'dropAfter', match, count: 10 });
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
