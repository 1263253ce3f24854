import { useZapier } from './harness';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

/** The body posted to `/pass`. */
function posted(): unknown {
  return app.sent().find(({ method }) => method === 'POST')?.body;
}

const preview = (key: string, input: object) => app.create(key, { ...input, previewOnly: true });

test('A preview shows every value that would be sent, flat and once', async () => {
  const shown = await preview('issue_pass', {
    templateId: template(),
    externalId: 'M-1',
    email: 'ana@example.com',
    field_accountName: 'Ana Souza',
    field_homeShop: 'Harbor',
    validUntil: '2035-12-31T00:00:00+01:00',
  });
  expect(shown).toEqual({
    preview: true,
    wouldBe: 'created',
    templateId: template(),
    templateName: 'Roastery Rewards',
    externalId: 'M-1',
    email: 'ana@example.com',
    accountName: 'Ana Souza',
    homeShop: 'Harbor',
    validUntil: '2035-12-31T22:59:59.999Z',
    emailRequested: 'accountDefault',
    textMessageRequested: 'no',
  });
});

test('A preview shows what a result omits because it only repeats an input', async () => {
  const pass = { templateId: template(), externalId: 'M-1' };
  await app.create('issue_pass', pass);
  const reason = { invalidatedReason: 'refunded' };
  expect(await preview('void_pass', { ...pass, ...reason })).toMatchObject(reason);
  expect(await app.create('void_pass', { ...pass, ...reason })).not.toHaveProperty(
    'invalidatedReason',
  );
  const { templateId } = pass;
  expect(await preview('create_or_update_pass', pass)).toMatchObject({ templateId });
  const message = { templateId, title: 'Closed', content: 'On Monday' };
  expect(await preview('notify_template_holders', message)).toMatchObject(message);
});

test.each(['raw', 'cleaned'] as const)('Issue Pass reads %s input the same', async (input) => {
  const inputData = {
    templateId: template(),
    email: '',
    field_accountName: 'Ana',
    fieldValues: { x: '' },
  };
  await app.zapier.perform('create', 'issue_pass', { inputData }, { input });
  expect(posted()).toEqual({
    passes: [{ templateId: template(), templateFields: { accountName: 'Ana' } }],
  });
});

test('Issue Pass accepts typed values by field ID; the fields of the template take precedence', async () => {
  const fieldValues = { homeShop: 'Old Town', accountName: 'Ana' };
  const inputData = { templateId: template(), fieldValues, field_homeShop: 'Harbor' };
  await app.create('issue_pass', inputData);
  expect(posted()).toMatchObject({
    passes: [{ customFields: { homeShop: 'Harbor' }, templateFields: { accountName: 'Ana' } }],
  });
});

test('Issue Pass sends text with curly braces, which Zapier would refuse in a request', async () => {
  const field_homeShop = 'Hello {{bundle.inputData.name}} {{{x}}}';
  await app.create('issue_pass', { templateId: template(), field_homeShop });
  expect(posted()).toMatchObject({ passes: [{ customFields: { homeShop: field_homeShop } }] });
});
