import { parse } from 'csv-parse/sync';

import { useSandbox } from './harness';
import { picture } from './images';

/** Names that every JavaScript object inherits. To the service they are ordinary names. */
const NAMES = ['constructor', 'toString', 'valueOf', 'hasOwnProperty', '__proto__'];

const h = useSandbox();
const page = (path: string) => h.call('GET', path, { headers: {} });

describe('a field with a name that every object inherits', () => {
  const template = async (id: string) => {
    const pass = { rows: [[{ id, label: 'Site foreman' }]] };
    const body = { name: 'New', type: 'generic', pass };
    return (await h.call<{ id: string }>('POST', '/templates', { body })).body;
  };
  /** An object literal would set the prototype instead of a key `__proto__`. */
  const values = (id: string, value: unknown) => Object.fromEntries([[id, value]]);

  test.each(NAMES)('%s is empty on a pass without a value', async (id) => {
    const templateId = (await template(id)).id;
    const passId = await h.issue({ templateId });
    expect((await page(`/p/${passId}`)).text).toMatch(/Site foreman<\/span>\s*<span[^>]*>–</);
    const response = await h.call('GET', `/passes/export?templateId=${templateId}`);
    const [, row = []] = parse(response.text);
    expect([response.status, row.filter((cell) => cell !== '')]).toEqual([200, [passId]]);
  });

  test.each(NAMES)('%s shows the value it was given, at issue and by a change', async (id) => {
    const templateId = (await template(id)).id;
    const passId = await h.issue({ templateId, customFields: values(id, 'Ada') });
    expect((await page(`/p/${passId}`)).text).toContain('Ada');
    await h.patch({ id: passId, templateFields: values(id, 'Grace'), customFields: {} });
    const { customFields, templateFields } = h.sandbox.control.pass(passId) ?? {};
    expect([Object.entries(customFields ?? {}), Object.entries(templateFields ?? {})]).toEqual([
      [[id, 'Ada']],
      [[id, 'Grace']],
    ]);
    const { text } = await h.call('GET', `/passes/export?templateId=${templateId}`);
    expect(text).toContain('Ada');
  });

  test.each(NAMES)('%s is checked like any other value', async (id) => {
    const templateId = (await template(id)).id;
    for (const bag of ['templateFields', 'customFields']) {
      const body = { passes: [{ templateId, [bag]: values(id, true) }] };
      expect((await h.call('POST', '/pass', { body })).status).toBe(400);
    }
  });
});

test.each(NAMES)('pages return 404 where a part of the address is %s', async (name) => {
  const { id } = (await h.upload(await picture('png'))).body;
  const parts = [
    ...[`${name}-logo`, `${name}-strip`, `coffee-${name}`].map((file) => `/art/${file}.svg`),
    `/images/${id}@${name}`,
    `/buttons/${name}/en.svg`,
    `/wallet/${name}/none`,
  ];
  for (const path of parts) expect([path, (await page(path)).status]).toEqual([path, 404]);
});
