import { useSandbox } from './harness';

const h = useSandbox();
const generic = () => ({ templateId: h.sandbox.templates.generic });
const get = (query: Record<string, string>) =>
  h.call('GET', `/pass?${new URLSearchParams(query).toString()}`);

describe('reading a pass', () => {
  test('returns links and install state, no values', async () => {
    const id = await h.issue({
      ...generic(),
      externalId: 'E',
      templateFields: { memberName: 'A' },
    });
    h.sandbox.control.phoneAdded(id, 'b');
    const { status, body } = await get({ id, locale: 'nl' });
    expect(status).toBe(200);
    expect(Object.keys(body)).toEqual(['id', 'externalId', 'link', 'pass', 'badge', 'deviceCount']);
    expect(body).toMatchObject({ id, externalId: 'E', deviceCount: 1 });
    expect(JSON.stringify(body.badge)).toContain('/nl.svg');
  });

  test('finds by externalId and templateId together', async () => {
    const id = await h.issue({ ...generic(), externalId: 'E' });
    expect((await get({ externalId: 'E', ...generic() })).body.id).toBe(id);
  });

  test('externalId alone, or nothing, returns 400', async () => {
    expect((await get({ externalId: 'E' })).status).toBe(400);
    expect((await get({})).status).toBe(400);
    expect((await get({ id: '' })).status).toBe(400);
  });

  test('includeTemplate=true adds name, color and logo', async () => {
    const id = await h.issue(generic());
    expect((await get({ id, includeTemplate: 'true' })).body.template).toEqual({
      name: 'Harbour Library Card',
      backgroundColor: '#1f3a5f',
      logo: `${h.sandbox.baseUrl}/art/library-logo.svg`,
    });
    expect((await get({ id, includeTemplate: 'false' })).body).not.toHaveProperty('template');
  });

  test('returns 404 Pass not found without a match', async () => {
    const queries: Record<string, string>[] = [
      { id: 'none' },
      { externalId: 'none', ...generic() },
    ];
    for (const query of queries) {
      const response = await get(query);
      expect([response.status, response.body]).toEqual([404, { error: 'Pass not found' }]);
    }
  });

  test("another account's pass returns 401, by ID and by external ID", async () => {
    const { passId, templateId } = h.sandbox.foreign;
    const queries: Record<string, string>[] = [{ id: passId }, { externalId: 'F-001', templateId }];
    for (const query of queries) {
      const response = await get(query);
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ error: 'You are not authorized for this action' });
    }
  });

  test('a group ID can be read like a pass, and is accepted nowhere else', async () => {
    const { body } = await h.call('POST', '/pass', { body: { passes: [generic(), generic()] } });
    const id = body.id as string;
    for (const pass of h.sandbox.control.passes(generic().templateId)) {
      h.sandbox.control.phoneAdded(pass.id, 'a');
    }
    expect((await get({ id, includeTemplate: 'true' })).body).toMatchObject({
      id,
      link: body.link,
      deviceCount: 2,
      template: { name: 'Harbour Library Card' },
    });
    expect((await h.patch({ id, isValid: false })).status).toBe(404);
    expect((await h.call('POST', `/pass/${id}/resend`, { body: { phone: '+15550' } })).status).toBe(
      404,
    );
    expect(
      (await h.call('POST', `/pass/${id}/notify`, { body: { title: 'a', content: 'b' } })).status,
    ).toBe(404);
  });
});
