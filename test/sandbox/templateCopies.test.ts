import { fetch } from 'undici';

import { T0, useSandbox } from './harness';
import { picture } from './images';

interface Template {
  id: string;
  name: string;
  type: string;
  pass: string;
  created: number;
  code?: string;
}

const h = useSandbox();
const control = () => h.sandbox.control;
const duplicate = (id: string, name: unknown = 'Copy') =>
  h.call<Template>('POST', `/templates/${id}/duplicate`, { body: { name } });
const remove = (id: string, query = '') => h.call('DELETE', `/templates/${id}${query}`);
const create = (type: string, rest: object = {}) =>
  h.call<Template>('POST', '/templates', { body: { name: 'New', type, ...rest } });
const place = { latitude: 1, longitude: 2 };

describe('duplicate', () => {
  test('copies design and settings to a new ID and name, without passes', async () => {
    const id = h.sandbox.templates.stampCard;
    control().seedPasses(id, 3);
    const original = (await h.call<Template>('GET', `/templates/${id}`)).body;
    const { status, body } = await duplicate(id, 'Copy of it');
    expect(status).toBe(201);
    expect(body).toEqual({
      ...original,
      id: body.id,
      name: 'Copy of it',
      created: T0,
      updated: T0,
    });
    expect(body.id).not.toBe(id);
    const list = await h.call('GET', `/passes?templateId=${body.id}`);
    expect(list.body).toEqual({ passes: [], totalCount: 0 });
  });

  test('copies the images: deleting one of the original does not affect the copy', async () => {
    const file = (await h.upload(await picture('png'), { purpose: 'template_icon' })).body;
    const original = (await create('offer', { pass: { icon: { fileId: file.id } } })).body;
    const copy = (await duplicate(original.id)).body;
    const { icon } = JSON.parse(copy.pass) as { icon: string };
    expect(icon).not.toBe(file.url);
    await h.call('DELETE', `/files/${file.id}`);
    expect((await fetch(icon)).status).toBe(200);
    const own = await h.call('GET', `/files/${icon.split('/').at(-1)}`);
    expect(own.body).toMatchObject({ template_id: copy.id, purpose: 'template_icon' });
  });

  test('has wallet identities immediately', async () => {
    const { id } = (await duplicate(h.sandbox.templates.offer)).body;
    const passId = await h.issue({ templateId: id });
    const { body } = await h.call<{ pass: object }>('GET', `/pass?id=${passId}`);
    expect(Object.keys(body.pass)).toHaveLength(2);
  });

  test('changing the copy does not affect the original', async () => {
    const id = h.sandbox.templates.offer;
    const before = (await h.call('GET', `/templates/${id}`)).body;
    const copy = (await duplicate(id)).body;
    const body = { pass: { header: { label: 'Else' } } };
    await h.call('PATCH', `/templates/${copy.id}`, { body });
    expect((await h.call('GET', `/templates/${id}`)).body).toEqual(before);
  });

  test('a name of 200 characters is accepted; a longer, missing or empty one returns 400', async () => {
    const id = h.sandbox.templates.offer;
    expect((await duplicate(id, 'n'.repeat(200))).status).toBe(201);
    for (const name of ['n'.repeat(201), '', null]) {
      expect((await duplicate(id, name)).status).toBe(400);
    }
  });

  test('a missing or foreign template returns 404', async () => {
    for (const id of ['none', h.sandbox.foreign.templateId]) {
      expect((await duplicate(id)).status).toBe(404);
    }
  });
});

describe('delete', () => {
  test('without passes returns 204 without a body, and the template is gone', async () => {
    const id = h.sandbox.templates.offer;
    const response = await remove(id);
    expect([response.status, response.text]).toEqual([204, '']);
    expect((await h.call('GET', `/templates/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const list = await h.call('GET', '/templates');
    expect(list.body.total_count).toBe(5);
  });

  test('with passes returns 409 with their number, and nothing is deleted', async () => {
    const id = h.sandbox.templates.offer;
    control().seedPasses(id, 4);
    for (const query of ['', '?force=false', '?force=1']) {
      const response = await remove(id, query);
      expect(response.status).toBe(409);
      expect(response.body).toMatchObject({ code: 'template_has_passes', passCount: 4 });
    }
    expect((await h.call('GET', `/templates/${id}`)).status).toBe(200);
    expect(control().passes(id)).toHaveLength(4);
  });

  test('with force voids its passes, which can no longer be changed, issued or sent', async () => {
    const templateId = h.sandbox.templates.loyalty;
    const id = await h.issue({ templateId, externalId: 'X' }, { phone: '+155501001' });
    control().advanceClock(9);
    expect((await remove(templateId, '?force=true')).status).toBe(204);
    expect(control().pass(id)).toMatchObject({ isValid: false, state: 'voided', updated: T0 + 9 });

    const refused = { status: 404, body: { error: 'Resource not found' } };
    expect(await h.patch({ id, isValid: true })).toMatchObject(refused);
    expect(await h.patch({ externalId: 'X', templateId, isValid: true })).toMatchObject(refused);
    const issue = { body: { passes: [{ templateId }] } };
    expect((await h.call('POST', '/pass', issue)).status).toBe(403);
    const message = { body: { title: 'a', content: 'b' } };
    expect(await h.call('POST', `/pass/${id}/notify`, message)).toMatchObject(refused);
    expect(await h.call('POST', `/pass/${id}/resend`, { body: {} })).toMatchObject(refused);
    expect((await h.call('GET', `/passes?templateId=${templateId}`)).status).toBe(404);
  });

  test('the holder keeps the card: it can be read and shown as voided', async () => {
    const templateId = h.sandbox.templates.loyalty;
    const id = await h.issue({ templateId });
    await remove(templateId, '?force=true');
    expect((await h.call('GET', `/pass?id=${id}`)).status).toBe(200);
    const page = await h.call('GET', `/p/${id}`, { headers: {} });
    expect([page.status, page.text]).toEqual([
      200,
      expect.stringContaining('class="ribbon voided"'),
    ]);
  });

  test('a foreign template returns 404', async () => {
    expect((await remove(h.sandbox.foreign.templateId, '?force=true')).status).toBe(404);
  });
});

describe('plan', () => {
  const refusal = (feature: string) => ({
    error: expect.any(String) as string,
    code: 'upgrade_required',
    reason: expect.stringContaining('Business') as string,
    feature,
  });

  test('one more template than the plan allows returns 402, feature templates', async () => {
    control().setAccount({ templateQuota: 7 });
    expect((await create('offer')).status).toBe(201);
    for (const response of [await create('offer'), await duplicate(h.sandbox.templates.offer)]) {
      expect([response.status, response.body]).toEqual([402, refusal('templates')]);
    }
    await remove(h.sandbox.templates.offer);
    expect((await create('offer')).status).toBe(201);
  });

  test('a type the plan does not allow returns 402, feature templateType', async () => {
    control().setAccount({ templateTypes: ['generic', 'loyalty'] });
    for (const response of [
      await create('giftCard'),
      await duplicate(h.sandbox.templates.giftCard),
    ]) {
      expect([response.status, response.body]).toEqual([402, refusal('templateType')]);
    }
    expect((await create('loyalty')).status).toBe(201);
  });

  test('more locations than the plan allows return 402, feature geofences', async () => {
    control().setAccount({ locationQuota: 1 });
    expect((await create('offer', { locations: [place] })).status).toBe(201);
    const many = [place, place];
    const id = h.sandbox.templates.offer;
    for (const response of [
      await create('offer', { locations: many }),
      await h.call('PATCH', `/templates/${id}`, { body: { pass: { locations: many } } }),
    ]) {
      expect([response.status, response.body]).toEqual([402, refusal('geofences')]);
    }
  });

  test('more passes than the plan allows return 402 with a reason and no feature', async () => {
    control().setAccount({ passQuota: 0 });
    const body = { passes: [{ templateId: h.sandbox.templates.offer }] };
    const response = await h.call('POST', '/pass', { body });
    expect([response.status, response.body]).toEqual([
      402,
      {
        error: expect.any(String) as string,
        code: 'upgrade_required',
        reason: expect.stringContaining('Business') as string,
      },
    ]);
  });
});
