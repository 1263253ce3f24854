import { failureOf, useZapier } from './harness';

/** Passes that steps find by the email or phone of their holders. */
const app = useZapier();
const templateId = () => app.sandbox.templates.stampCard;
const control = () => app.sandbox.control;
const ANA = 'ana@example.com';

const seed = (...passes: object[]) =>
  control().seedPasses(templateId(), passes.length, { each: (i) => passes[i] ?? {} });
const changes = () => app.sent().filter(({ method }) => method !== 'GET');

test('A step finds the only valid pass of a contact, and shows it in a preview', async () => {
  const [, id] = seed({ email: ANA, isValid: false }, { email: ANA, externalId: 'M-1' });
  const input = { templateId: templateId(), contact: 'Ana@Example.com ' };
  const preview = await app.create('void_pass', { ...input, previewOnly: true });
  expect(preview).toMatchObject({ id, externalId: 'M-1', wouldBe: 'voided' });
  expect(changes()).toEqual([]);
  expect(await app.create('void_pass', input)).toMatchObject({ id, voided: true });
});

test('Update Pass does not take the new email for that of the holder', async () => {
  const [ana = '', bo = ''] = seed({ email: ANA }, { email: 'bo@example.com' });
  await app.create('update_pass', {
    ...{ templateId: templateId(), contact: ANA },
    email: 'bo@example.com',
  });
  expect([control().pass(ana)?.email, control().pass(bo)?.email]).toEqual([
    'bo@example.com',
    'bo@example.com',
  ]);
  const error = await failureOf(
    app.create('update_pass', { templateId: templateId(), email: ANA }),
  );
  expect(error.message).toContain("'Email or Phone'");
});
