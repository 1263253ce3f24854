import { isMapped } from '../../zapier/step';
import { failureOf, useZapier } from './harness';

/**
 * Values as spreadsheets and forms provide them: blank cells, words for true and false, IDs with stray
 * spaces.
 */
const app = useZapier();
const loyalty = () => app.sandbox.templates.loyalty;
const issued = () => app.sandbox.control.passes(loyalty());

test('Cells with only spaces in optional inputs of every kind are not sent', async () => {
  await app.create('issue_pass', {
    templateId: loyalty(),
    externalId: '  ',
    email: ' ',
    phone: '\u00a0',
    ifExists: ' ',
    sendToEmail: '  ',
    locale: ' ',
    collectedStamps: '  ',
    validFrom: ' ',
    validUntil: '\t',
    unknownFields: ' ',
    field_accountName: ' ',
  });
  expect(app.sent().filter(({ method }) => method === 'POST')).toMatchObject([
    { path: '/pass', body: { passes: [{ templateId: loyalty() }] } },
  ]);
  expect(issued()).toHaveLength(1);
});

test('Rows and columns of line items with only spaces are skipped', async () => {
  await app.create('create_template', {
    name: 'Club',
    type: 'generic',
    rows: [
      { rows_firstLabel: 'Member', rows_secondLabel: '  ' },
      { rows_firstLabel: ' ', rows_secondLabel: ' ' },
    ],
  });
  const [created] = app.sent().filter(({ method }) => method === 'POST');
  expect(created?.body).toMatchObject({ pass: { rows: [[{ label: 'Member' }]] } });
});

/** As Zapier passes it: the value in `inputData`, the mapping in `inputDataRaw`. */
const mapped = (inputData: Record<string, unknown>, ...keys: string[]) => ({
  inputData,
  inputDataRaw: {
    ...inputData,
    ...Object.fromEntries(keys.map((key) => [key, `{{123__${key}}}`])),
  },
});
const refused = (label: string) => `'${label}' is mapped but empty. Fill it, `;

test.each(['', ' ', null, undefined])('An external ID mapped to %j is refused', async (empty) => {
  const bundle = mapped({ templateId: loyalty(), externalId: empty }, 'externalId');
  const failure = await failureOf(app.create('issue_pass', {}, bundle));
  expect(failure.message).toContain(
    `${refused('External ID')}or clear the mapping to issue without one.`,
  );
  expect(issued()).toHaveLength(0);
  await app.create('issue_pass', {}, mapped({ templateId: loyalty(), externalId: empty }));
  expect(issued()).toHaveLength(1);
});

test.each<[saved: unknown, boolean]>([
  ['{{123__email}}', true],
  ['ana@example.com', false],
  [['all', '{{123__more}}'], true],
  [[], false],
])('An input that is saved as %j was mapped: %p', (saved, expected) => {
  expect(isMapped({ inputDataRaw: { one: saved as string } }, 'one')).toBe(expected);
});
