import { T0, useSandbox } from './harness';
import { type Template, templateCalls } from './templateCalls';

const h = useSandbox();
const { create, change, design, make, patched } = templateCalls(h);
const place = { name: 'Pier', latitude: 53.5, longitude: 9.9 };

describe('create', () => {
  test.each(['generic', 'loyalty', 'giftCard', 'eventTicket', 'offer'])(
    'a %s template needs a name and a type, and starts from the default design of its type',
    async (type) => {
      const template = await make(type);
      expect(template).toMatchObject({ object: 'template', name: 'New', type });
      expect([template.created, template.updated]).toEqual([T0, T0]);
      expect(design(template)).toMatchObject({
        backgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/) as string,
        header: { id: expect.any(String) as string, label: expect.any(String) as string },
        barcode: true,
        barcodeType: 'qrcode',
        locations: [],
      });
      expect((await h.call('GET', `/templates/${template.id}`)).body).toEqual(template);
    },
  );

  test('generic and loyalty start with a form for name, email and phone, other types without one', async () => {
    const asks = async (type: string) => {
      const form = JSON.parse((await make(type)).enrollForm) as { fields: { label: string }[] };
      return form.fields.map(({ label }) => label);
    };
    expect(await asks('generic')).toEqual(['Name', 'Email', 'Phone']);
    expect(await asks('loyalty')).toEqual(['Name', 'Email', 'Phone']);
    expect(await asks('offer')).toEqual([]);
  });

  test('`pass` is merged over the default design', async () => {
    const template = await make('loyalty', {
      backgroundColor: '#ABCDEF',
      header: { label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
    });
    expect(design(template)).toMatchObject({
      backgroundColor: '#ABCDEF',
      header: { id: 'balance', label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
      linkRows: [{ id: 'rewards', label: 'Rewards' }],
    });
  });

  test('locations may be beside `pass` or in it; those beside it take precedence', async () => {
    const other = { ...place, name: 'Other' };
    expect(design(await make('offer', {}, { locations: [place] })).locations).toEqual([place]);
    expect(design(await make('offer', { locations: [other] })).locations).toEqual([other]);
    const both = await make('offer', { locations: [other] }, { locations: [place] });
    expect(design(both).locations).toEqual([place]);
  });

  test('the new template is first in the list and can issue passes', async () => {
    const { id } = await make('generic');
    const list = await h.call<{ data: Template[] }>('GET', '/templates?limit=1');
    expect(list.body.data[0]?.id).toBe(id);
    await h.issue({ templateId: id, customFields: { memberName: 'Ada' } });
  });

  test('wallet identities are set up in the background: until then passes have no wallet links', async () => {
    const { id } = await make('generic');
    const passId = await h.issue({ templateId: id });
    const links = async () =>
      (await h.call<{ pass: object }>('GET', `/pass?id=${passId}`)).body.pass;
    expect(await links()).toEqual({});
    h.sandbox.control.advanceClock(2000);
    expect(Object.keys(await links())).toEqual(['wallet_a', 'wallet_b']);
  });

  test.each([
    [{ type: 'generic' }],
    [{ name: '', type: 'generic' }],
    [{ name: 'x' }],
    [{ name: 'x', type: 'boardingPass' }],
    [{ name: 'x', type: 'generic', pass: '{}' }],
    [{ name: 'x', type: 'generic', locations: [{}] }],
    [{ name: 'x', type: 'generic', locations: [{ latitude: 91, longitude: 0 }] }],
  ])('%j returns 400', async (body) => {
    expect((await create(body)).status).toBe(400);
  });

  test.each(['accessBadge', 'badge', 'access_badge'])(
    'an access badge (%s) returns 403 with its code',
    async (type) => {
      const response = await create({ name: 'Door', type });
      expect(response.status).toBe(403);
      expect(response.body).toMatchObject({ code: 'access_badge_not_creatable_here' });
    },
  );
});

describe('change', () => {
  const id = () => h.sandbox.templates.loyalty;

  test('only the sent keys change, and `updated` changes', async () => {
    const before = (await h.call<Template>('GET', `/templates/${id()}`)).body;
    const { body } = await change(id(), { pass: { backgroundColor: '#010203' } });
    expect(body).toEqual({
      ...before,
      updated: T0,
      pass: JSON.stringify({ ...design(before), backgroundColor: '#010203' }),
    });
  });

  test('the name can be changed alone', async () => {
    expect((await change(id(), { name: 'Other' })).body.name).toBe('Other');
    expect((await change(id(), { name: ' ' })).status).toBe(400);
  });

  test('the header merges key by key', async () => {
    const { header } = await patched(id(), { header: { label: 'Beans' } });
    expect(header).toEqual({ id: 'balance', label: 'Beans' });
    const moved = await patched(id(), { header: { id: 'rewards' } });
    expect(moved.header).toEqual({ id: 'rewards', label: 'Beans' });
  });

  test('rows, linkRows and locations are replaced whole; an empty list clears', async () => {
    const shown = await patched(id(), {
      rows: [[{ label: 'Only one' }]],
      linkRows: [],
      locations: [place],
    });
    expect(shown.rows).toEqual([[{ id: 'onlyOne', label: 'Only one' }]]);
    expect(shown.linkRows).toEqual([]);
    expect(shown.locations).toEqual([place]);
    expect((await patched(id(), { locations: [] })).locations).toEqual([]);
  });

  test('locations outside `pass` are ignored', async () => {
    const { status, body } = await change(id(), { locations: [place] });
    expect([status, design(body).locations]).toEqual([200, []]);
  });

  test('the type cannot be changed', async () => {
    expect((await change(id(), { type: 'offer' })).body.type).toBe('loyalty');
  });

  test('passes show the new design immediately', async () => {
    const passId = await h.issue({ templateId: id(), customFields: { roastOfTheDay: 'Ethiopia' } });
    await patched(id(), { rows: [[{ label: 'Roast of the day' }]] });
    const page = await h.call('GET', `/p/${passId}`, { headers: {} });
    expect(page.text).toContain('Ethiopia');
  });

  test('a missing or foreign template returns 404 Resource not found', async () => {
    for (const other of ['none', h.sandbox.foreign.templateId]) {
      const response = await change(other, { name: 'x' });
      expect([response.status, response.body]).toEqual([404, { error: 'Resource not found' }]);
    }
  });
});
