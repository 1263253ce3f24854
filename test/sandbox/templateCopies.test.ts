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
  test('gives design and settings under a new ID and name, without passes', async () => {
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

  test('copies the images: deleting one of the original leaves the copy whole', async () => {
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

  test('gets the wallet identities with the rest', async () => {
    const { id } = (await duplicate(h.sandbox.templates.offer)).body;
    const passId = await h.issue({ templateId: id });
    const { body } = await h.call<{ pass: object }>('GET', `/pass?id=${passId}`);
    expect(Object.keys(body.pass)).toHaveLength(2);
  });

  test('changing the copy leaves the original alone', async () => {
    const id = h.sandbox.templates.offer;
    const before = (await h.call('GET', `/templates/${id}`)).body;
    const copy = (await duplicate(id)).body;
    const body = { pass: { header: { label: 'Else' } } };
    await h.call('PATCH', `/templates/${copy.id}`, { body });
    expect((await h.call('GET', `/templates/${id}`)).body).toEqual(before);
  });

  test('a name of 200 characters is taken; a longer one, none or an empty one answers 400', async () => {
    const id = h.sandbox.templates.offer;
    expect((await duplicate(id, 'n'.repeat(200))).status).toBe(201);
    for (const name of ['n'.repeat(201), '', null]) {
      expect((await duplicate(id, name)).status).toBe(400);
    }
  });

  test('a missing or foreign template answers 404', async () => {
    for (const id of ['none', h.sandbox.foreign.templateId]) {
      expect((await duplicate(id)).status).toBe(404);
    }
  });
});

describe('delete', () => {
  test('without passes answers 204 without body, and the template is gone', async () => {
    const id = h.sandbox.templates.offer;
    const answer = await remove(id);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await h.call('GET', `/templates/${id}`)).status).toBe(404);
    expect((await remove(id)).status).toBe(404);
    const list = await h.call('GET', '/templates');
    expect(list.body.total_count).toBe(5);
  });

  test('with passes answers 409 with their number, and nothing is deleted', async () => {
    const id = h.sandbox.templates.offer;
    control().seedPasses(id, 4);
    for (const query of ['', '?force=false', '?force=1']) {
      const answer = await remove(id, query);
      expect(answer.status).toBe(409);
      expect(answer.body).toMatchObject({ code: 'template_has_passes', passCount: 4 });
    }
    expect((await h.call('GET', `/templates/${id}`)).status).toBe(200);
    expect(control().passes(id)).toHaveLength(4);
  });

  test('with force its passes are voided and can no longer be changed, issued or sent', async () => {
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

  test('the holder keeps the card: it can be read and looked at, voided', async () => {
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

  test('a foreign template answers 404', async () => {
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

  test('another template than the plan allows answers 402, feature templates', async () => {
    control().setAccount({ templateQuota: 7 });
    expect((await create('offer')).status).toBe(201);
    for (const answer of [await create('offer'), await duplicate(h.sandbox.templates.offer)]) {
      expect([answer.status, answer.body]).toEqual([402, refusal('templates')]);
    }
    await remove(h.sandbox.templates.offer);
    expect((await create('offer')).status).toBe(201);
  });

  test('a type the plan does not allow answers 402, feature templateType', async () => {
    control().setAccount({ templateTypes: ['generic', 'loyalty'] });
    for (const answer of [
      await create('giftCard'),
      await duplicate(h.sandbox.templates.giftCard),
    ]) {
      expect([answer.status, answer.body]).toEqual([402, refusal('templateType')]);
    }
    expect((await create('loyalty')).status).toBe(201);
  });

  test('more locations than the plan allows answer 402, feature geofences', async () => {
    control().setAccount({ locationQuota: 1 });
    expect((await create('offer', { locations: [place] })).status).toBe(201);
    const many = [place, place];
    const id = h.sandbox.templates.offer;
    for (const answer of [
      await create('offer', { locations: many }),
      await h.call('PATCH', `/templates/${id}`, { body: { pass: { locations: many } } }),
    ]) {
      expect([answer.status, answer.body]).toEqual([402, refusal('geofences')]);
    }
  });

  test('more passes than the plan allows answer 402 with a reason and no feature', async () => {
    control().setAccount({ passQuota: 0 });
    const body = { passes: [{ templateId: h.sandbox.templates.offer }] };
    const answer = await h.call('POST', '/pass', { body });
    expect([answer.status, answer.body]).toEqual([
      402,
      {
        error: expect.any(String) as string,
        code: 'upgrade_required',
        reason: expect.stringContaining('Business') as string,
      },
    ]);
  });
});
