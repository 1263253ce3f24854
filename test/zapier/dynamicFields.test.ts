import type { ZapierField } from '../engines/zapierEngine';
import { failureOf, useZapier } from './harness';
import { passLinks, template } from '../support/documented';
import { startStub } from '../support/stubService';

const app = useZapier();

interface SchemaModule {
  validate(definition: unknown): { errors: { stack: string }[] };
}
const schema = jest.requireActual<SchemaModule>(
  'zapier-platform-schema/lib/schemas/PlainInputFieldSchema',
);

/** Findings of Zapier's schema for a computed field. */
function schemaErrors(field: ZapierField): string[] {
  return schema.validate(field).errors.map(({ stack }) => `${field.key}: ${stack}`);
}

/** A service whose only template has this design; passes can be issued from it. */
function serviceWithDesign(pass: string) {
  return startStub(({ path }) => ({
    body: path.startsWith('/templates/') ? template({ type: 'generic', pass }) : passLinks(),
  }));
}

/** The inputs that a template's design adds to a step. */
async function designFields(
  templateId: string,
  key = 'issue_pass',
  ...rest: Parameters<typeof app.scoped>
): Promise<ZapierField[]> {
  const bundle = rest.length > 0 ? app.scoped(...rest) : {};
  const fields = await app.fields('create', key, { templateId }, bundle);
  return fields.filter((field) => field.key.startsWith('field_') || field.key === 'fieldValues');
}

test('Inputs for template fields follow the design in name and order, with fields of the type at the end', async () => {
  const fields = await designFields(app.sandbox.templates.loyalty);
  expect(fields.map(({ key, label }) => [key, label])).toEqual([
    ['field_balance', 'Points'],
    ['field_accountName', 'Member'],
    ['field_rewards', 'Reward level'],
    ['field_favoriteDrink', 'Favorite drink'],
    ['field_homeShop', 'Home shop'],
    ['field_accountId', 'Member number'],
    ['field_shopFinder', 'Find a shop'],
    ['field_birthday', 'Birthday'],
    ['field_currencyCode', 'Currency code'],
  ]);
  expect(fields[0]?.helpText).toBe('The headline of the pass. Field ID: `balance`');
  expect(fields.at(-1)?.helpText).toContain("the design doesn't show it");
});

test.each(['generic', 'stampCard', 'giftCard', 'eventTicket', 'offer'] as const)(
  "Inputs for template fields follow the chosen template (%s) and Zapier's schema",
  async (name) => {
    const fields = await app.fields('create', 'issue_pass', {
      templateId: app.sandbox.templates[name],
    });
    const keys = fields.map(({ key }) => key);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.some((key) => key.startsWith('field_'))).toBe(true);
    expect(fields.flatMap(schemaErrors)).toEqual([]);
  },
);

test('Inputs for template fields are fetched again whenever the template changes', async () => {
  for (const key of ['issue_pass', 'update_pass']) {
    const fields = await app.fields('create', key, {});
    const template = fields.find((field) => field.key === 'templateId');
    expect(template?.altersDynamicFields).toBe(true);
  }
  const voiding = await app.fields('create', 'void_pass', {});
  expect(voiding.some(({ altersDynamicFields }) => altersDynamicFields)).toBe(false);
});

test("Unknown Fields is asked only if the form can't list the fields, or if it was answered", async () => {
  const asks = async (values: object) => {
    const fields = await app.fields('create', 'issue_pass', { ...values });
    return fields.some(({ key }) => key === 'unknownFields');
  };
  const templateId = app.sandbox.templates.loyalty;
  expect(await asks({ templateId })).toBe(false);
  expect(await asks({ templateId, unknownFields: 'skip' })).toBe(true);
  expect(await asks({ templateId: '{{1__id}}' })).toBe(true);
  expect(await asks({})).toBe(true);
});

test('Collected Stamps is asked only if the template may be a stamp card, or if it was answered', async () => {
  const asks = async (values: object, key = 'issue_pass', bundle = {}) => {
    const fields = await app.fields('create', key, { ...values }, bundle);
    return fields.some((field) => field.key === 'collectedStamps');
  };
  const { loyalty: templateId, stampCard } = app.sandbox.templates;
  expect(await asks({ templateId })).toBe(false);
  expect(await asks({ templateId: stampCard })).toBe(true);
  expect(await asks({ templateId, collectedStamps: '5' })).toBe(true);
  expect(await asks({ templateId: '{{1__id}}' })).toBe(true);
  expect(await asks({ templateId }, 'issue_pass', app.scoped('passes.create'))).toBe(true);
  expect(await asks({})).toBe(false);
  // A pass may be chosen without its template.
  expect(await asks({}, 'update_pass')).toBe(true);
});

test('Inputs for template fields wait for the template if one is needed, and take IDs otherwise', async () => {
  expect(await designFields('')).toEqual([]);
  expect(await designFields('', 'update_pass')).toMatchObject([{ key: 'fieldValues', dict: true }]);
  expect(app.sent()).toEqual([]);
});

test('Template fields become one input for IDs and values if the key may not read templates', async () => {
  const fields = await designFields(app.sandbox.templates.loyalty, 'issue_pass', 'passes.create');
  expect(fields).toMatchObject([{ key: 'fieldValues', label: 'Field Values', dict: true }]);
  expect(fields[0]?.helpText).toContain('`templates.viewAll`');
  expect(fields.flatMap(schemaErrors)).toEqual([]);
});

test.each(['tpl_none', '{{123456__id}}'])(
  'Template fields become one input for IDs and values while the template is unknown: %s',
  async (templateId) => {
    expect(await designFields(templateId)).toMatchObject([{ key: 'fieldValues', dict: true }]);
  },
);

test("Template fields become one input for IDs and values if the design can't be read", async () => {
  const { baseUrl } = await serviceWithDesign('{not json');
  const fields = await app.fields(
    'create',
    'issue_pass',
    { templateId: 'tpl_1' },
    { authData: { baseUrl } },
  );
  expect(fields.find(({ key }) => key === 'fieldValues')).toMatchObject({ dict: true });
});

test('Inputs for template fields have keys of plain letters for any ID, and values map back to it', async () => {
  const design = { rows: [[{ id: 'größe 🎟', label: 'Größe' }, { id: 'a__b' }, { id: '' }]] };
  const { baseUrl, requests } = await serviceWithDesign(JSON.stringify(design));
  const authData = { baseUrl };
  const fields = await app.fields('create', 'issue_pass', { templateId: 'tpl_1' }, { authData });
  const own = fields.filter(({ key }) => key.startsWith('field_'));
  expect(own.map(({ label }) => label)).toEqual(['Größe', 'a__b']);
  const values = Object.fromEntries(own.map(({ key }, i) => [key, `value ${i}`]));
  await app.create('issue_pass', { templateId: 'tpl_1', ...values }, { authData });
  expect(requests.at(-1)?.body).toMatchObject({
    passes: [{ customFields: { 'größe 🎟': 'value 0', a__b: 'value 1' } }],
  });
});

test('An outage is reported instead of removing template fields from a step', async () => {
  app.sandbox.control.queueFault({ kind: 'rateLimited', retryAfter: 'seconds', seconds: 60 });
  const failure = await failureOf(designFields(app.sandbox.templates.loyalty));
  expect(failure.name).toBe('ThrottledError');
  expect(failure.delay).toBeGreaterThanOrEqual(60);
});

const keysFor = async (inputData: object) => {
  const fields = await app.fields('create', 'remove_badge_holder', { ...inputData });
  expect(fields.find(({ key }) => key === 'identifyBy')?.altersDynamicFields).toBe(true);
  return fields.flatMap(({ key, type }) => (type === 'copy' ? [] : [key]));
};
const HOLDER = ['identifyBy', 'userId', 'confirm'];
const CONTACT = ['identifyBy', 'email', 'phone', 'ifNobody', 'confirm'];

test('Inputs that depend on a choice are shown only for it', async () => {
  expect(await keysFor({})).toEqual(HOLDER);
  expect(await keysFor({ identifyBy: '' })).toEqual(HOLDER);
  expect(await keysFor({ identifyBy: 'contact' })).toEqual(CONTACT);
});

test('Inputs that depend on a choice are all shown while it is mapped', async () => {
  const all = [...new Set([...HOLDER.slice(0, 2), ...CONTACT])];
  expect(await keysFor({ identifyBy: '{{123__by}}' })).toEqual(all);
});
