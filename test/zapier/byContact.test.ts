import { failureOf, useZapier } from './harness';

/** Passes that steps find by the email or phone of their holders. */
const app = useZapier();
const templateId = () => app.sandbox.templates.stampCard;
const control = () => app.sandbox.control;
const ANA = 'ana@example.com';

const seed = (...passes: object[]) =>
  control().seedPasses(templateId(), passes.length, { each: (i) => passes[i] ?? {} });
const changes = () => app.sent().filter(({ method }) => method !== 'GET');

it('find the only valid pass, and show it in a preview', async () => {
  const [, id] = seed({ email: ANA, isValid: false }, { email: ANA, externalId: 'M-1' });
  const input = { templateId: templateId(), contact: 'Ana@Example.com ' };
  const preview = await app.create('void_pass', { ...input, previewOnly: true });
  expect(preview).toMatchObject({ id, externalId: 'M-1', wouldBe: 'voided' });
  expect(changes()).toEqual([]);
  expect(await app.create('void_pass', input)).toMatchObject({ id, voided: true });
});

it('change nothing if two ways to name a pass lead to two people', async () => {
  const [ana, bo] = seed({ email: ANA, externalId: 'M-1' }, { externalId: 'M-2' });
  const refused = async (ways: object) => {
    const error = await failureOf(app.create('void_pass', { templateId: templateId(), ...ways }));
    return error.message;
  };
  expect(await refused({ passId: bo, contact: ANA })).toContain('lead to different passes');
  expect(await refused({ externalId: 'M-2', contact: ANA })).toContain('lead to different passes');
  expect(await refused({ externalId: 'M-2', passId: ana })).toContain('lead to different passes');
  expect(changes()).toEqual([]);
  const same = { passId: ana, externalId: 'M-1', contact: ANA, templateId: templateId() };
  expect(await app.create('void_pass', same)).toMatchObject({ id: ana });
});

it('change nothing if a family shares an address', async () => {
  seed({ email: ANA, externalId: 'M-1' }, { email: ANA, externalId: 'M-2' });
  const input = { templateId: templateId(), contact: ANA, count: 1 };
  const error = await failureOf(app.create('add_stamps', input));
  expect(error.message).toMatch(/2 passes .*M-2 \(issued .*, M-1 \(issued .*'External ID'/s);
  expect(changes()).toEqual([]);
});

it('do not take the new email of Update Pass for that of the holder', async () => {
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

it('ask for a template, and for a contact that is one', async () => {
  const withoutTemplate = await failureOf(app.create('void_pass', { contact: ANA }));
  expect(withoutTemplate.message).toContain("'Template' is empty");
  const input = { contact: 'Ana', templateId: templateId() };
  const error = await failureOf(app.create('void_pass', input));
  expect(error.message).toContain("'Email or Phone' is not");
  expect(app.sent()).toEqual([]);
});
