import { useSandbox } from './harness';

interface Template {
  object: string;
  id: string;
  name: string;
  type: string;
  pass: string;
  enrollForm: string;
  passPage: string;
  created: number;
  updated: number;
}
interface List {
  object: string;
  data: Template[];
  has_more: boolean;
  next_cursor: string | null;
  total_count: number;
  url: string;
}

const h = useSandbox();
const list = (query = '') => h.call<List>('GET', `/templates${query}`);

describe('templates', () => {
  test('the list is wrapped in an object, newest first', async () => {
    const { body } = await list();
    expect(body).toMatchObject({
      object: 'list',
      has_more: false,
      next_cursor: null,
      total_count: 6,
      url: '/templates',
    });
    const created = body.data.map((template) => template.created);
    expect(created).toEqual([...created].sort((a, b) => b - a));
    expect(body.data.map(({ id }) => id).sort()).toEqual(Object.values(h.sandbox.templates).sort());
  });

  test.each([1, 2, 4, 6, 100])('pages of %i give every template once', async (limit) => {
    const seen: string[] = [];
    let cursor: string | null = null;
    do {
      const after: string = cursor === null ? '' : `&starting_after=${encodeURIComponent(cursor)}`;
      const { body } = await list(`?limit=${limit}${after}`);
      expect(body.data.length).toBeLessThanOrEqual(limit);
      expect(body.has_more).toBe(body.next_cursor !== null);
      seen.push(...body.data.map(({ id }) => id));
      cursor = body.next_cursor;
    } while (cursor !== null);
    expect(seen).toHaveLength(6);
    expect(new Set(seen).size).toBe(6);
  });

  test.each(['?limit=0', '?limit=101', '?limit=x', '?starting_after=nonsense'])(
    'query %s returns 400',
    async (query) => {
      expect((await list(query)).status).toBe(400);
    },
  );

  test('every type is listed, with its designs as JSON strings', async () => {
    const types = new Set<string>();
    for (const id of Object.values(h.sandbox.templates)) {
      const { body } = await h.call<Template>('GET', `/templates/${id}`);
      expect(body).toMatchObject({ object: 'template', id });
      types.add(body.type);
      const design = JSON.parse(body.pass) as { header: object; rows: object[][] };
      expect(design.header).toHaveProperty('id');
      expect(design.rows.every((row) => row.length <= 3)).toBe(true);
      expect(typeof JSON.parse(body.enrollForm)).toBe('object');
      expect(typeof JSON.parse(body.passPage)).toBe('object');
    }
    expect([...types].sort()).toEqual(['eventTicket', 'generic', 'giftCard', 'loyalty', 'offer']);
  });

  test('a missing or foreign template returns 404 Resource not found', async () => {
    for (const id of ['none', h.sandbox.foreign.templateId]) {
      const response = await h.call('GET', `/templates/${id}`);
      expect([response.status, response.body]).toEqual([404, { error: 'Resource not found' }]);
    }
  });
});
