import {
  account,
  error,
  exactly,
  issue,
  later,
  send,
  stored,
  type Rule,
  type Step,
} from './contract';
import { T0 } from './harness';
import { picture } from './images';

const NOT_FOUND = error('Resource not found');
const HAS_PASSES = { code: 'template_has_passes', passCount: 4 };
const place = { name: 'Pier', latitude: 53.5, longitude: 9.9 };
const twoPlaces = [place, place];
const anOffer = { name: 'x', type: 'offer' };
const stampCard = { useStampCollection: true, stampCount: 8 };

/** Create a template; `design` refers to its design. */
const create = (type: string, pass: object = {}, rest: object = {}): Step[] => [
  send('POST /templates', { name: 'New', type, pass, ...rest }).gives(201),
  readDesign,
];
const change = (id: string, pass: object): Step[] => [
  send(`PATCH /templates/${id}`, { pass }),
  readDesign,
];
const readDesign: Step = ({ values }) => {
  values.design = JSON.parse(values.pass as string);
};
const design =
  (expected: object): Step =>
  ({ values, fill }) =>
    expect(values.design).toMatchObject(fill(expected));
const refused = (pass: object, status = 400, expected: string | object = ''): Step[] => [
  send('POST /templates', { name: 'x', type: 'loyalty', pass }).gives(status, expected),
  send('PATCH /templates/$loyalty', { pass }).gives(status, expected),
];
/** Upload a picture; `save` refers to the file. */
const upload =
  (purpose: string, save: string): Step =>
  async ({ h, values }) => {
    values[save] = (await h.upload(await picture('png', 64, 64), { purpose })).body;
  };
const MISSING_FILE = `file_${'0'.repeat(32)}`;
const withIcon = (fileId: string) =>
  send('PATCH /templates/$offer', { name: 'No', pass: { icon: { fileId } } });
const upgrade = (feature: string) =>
  exactly({
    error: expect.any(String),
    code: 'upgrade_required',
    reason: expect.stringContaining('Business'),
    feature,
  });

/** Rules of templates. */
export const templateRules: readonly Rule[] = [
  ...(
    [
      ['generic', ['Name', 'Email', 'Phone']],
      ['loyalty', ['Name', 'Email', 'Phone']],
      ['giftCard', []],
      ['eventTicket', []],
      ['offer', []],
    ] as const
  ).map(([type, form]): Rule => [
    `A new ${type} template has the default design and the default form of its type`,
    send('POST /templates', { name: 'New', type })
      .gives(201, { object: 'template', name: 'New', type, created: T0, updated: T0 })
      .as('made'),
    readDesign,
    design({
      backgroundColor: expect.stringMatching(/^#[0-9a-f]{6}$/),
      header: { id: expect.any(String), label: expect.any(String) },
      barcode: true,
      barcodeType: 'qrcode',
      locations: [],
    }),
    ({ values }) =>
      expect(
        (JSON.parse(values.enrollForm as string) as { fields: object[] }).fields,
      ).toMatchObject(form.map((label) => ({ label }))),
    send('GET /templates/$made.id').gives(exactly('$made')),
    send('GET /templates?limit=1').gives({ data: [{ id: '$made.id' }] }),
  ]),
  [
    'The design of a new template is merged over the default design',
    ...create('loyalty', {
      backgroundColor: '#ABCDEF',
      header: { id: 'balance', label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
    }),
    design({
      backgroundColor: '#ABCDEF',
      header: { id: 'balance', label: 'Beans' },
      rows: [[{ id: 'accountName', label: 'Who' }]],
      linkRows: [{ id: 'rewards', label: 'Rewards' }],
    }),
  ],
  [
    'The wallet links of a new template appear after two seconds, and those of a duplicate at once',
    send('POST /templates', { name: 'New', type: 'generic' }).gives(201).as('made'),
    issue({}, {}, '$made.id'),
    send('GET /pass?id=$id').as('before'),
    ({ fill }) => expect(fill('$before.pass')).toEqual({}),
    send('POST /pass', { passes: [{ templateId: '$made.id' }, { templateId: '$offer' }] }),
    ({ values }) => expect(values.pass).toEqual({}),
    issue({}, {}, '$made.id'),
    later(2000),
    send('GET /pass?id=$id').gives({ pass: { wallet_a: '$base/wallet/wallet_a/$id' } }),
    send('POST /templates/$offer/duplicate', { name: 'Copy' }).gives(201),
    issue({}, {}, '$id'),
    send('GET /pass?id=$id').gives({ pass: { wallet_b: '$base/wallet/wallet_b/$id' } }),
  ],
  [
    'An update of a template changes only the sent keys and `updated`, and never the type',
    send('GET /templates/$loyalty').as('before'),
    send('PATCH /templates/$loyalty', {
      pass: { backgroundColor: '#010203' },
      type: 'offer',
      locations: [place],
    }).as('after'),
    ({ fill }) => {
      const [before, after] = [fill('$before'), fill('$after')] as unknown as Record<
        string,
        string
      >[];
      const pass = JSON.stringify({
        ...(JSON.parse(before?.pass ?? '') as object),
        backgroundColor: '#010203',
      });
      expect(after).toEqual({ ...before, updated: T0, pass });
    },
    send('PATCH /templates/$loyalty', { name: 'Other' }).gives({ name: 'Other' }),
    send('PATCH /templates/$loyalty', { name: ' ' }).gives(400, 'name: '),
  ],
  [
    'An update of a design merges the header key by key, and replaces rows and locations',
    ...change('$loyalty', { header: { label: 'Beans' } }),
    design({ header: { id: 'balance', label: 'Beans' } }),
    ...change('$loyalty', {
      header: { id: 'rewards' },
      rows: [[{ label: 'Only one' }]],
      linkRows: [],
      locations: [place],
    }),
    design({
      header: { id: 'rewards', label: 'Beans' },
      rows: [[{ id: 'onlyOne', label: 'Only one' }]],
      linkRows: [],
      locations: [place],
    }),
    ...change('$loyalty', { locations: [] }),
    design({ locations: [] }),
  ],
  ...(
    [
      ['Member number', 'memberNumber'],
      ['Home  branch (city)', 'homeBranchCity'],
      ['VIP level', 'vipLevel'],
      ['Größe', 'größe'],
      ['memberName', 'memberName'],
      ["Visitor's badge 2", 'visitorsBadge2'],
      ['Balance', 'balance'],
    ] as const
  ).map(([label, id]): Rule => [
    `A field with the label "${label}" and no ID gets the ID ${id}`,
    ...create('giftCard', {
      header: { label },
      rows: [[{ label }, {}], []],
      linkRows: [{ label }],
    }),
    design({ header: { id, label }, rows: [[{ id, label }, {}], []], linkRows: [{ id, label }] }),
  ]),
  [
    'A file ID in a design becomes the URL of the image, also after the file is deleted',
    upload('template_logo', 'logo'),
    upload('template_icon', 'icon'),
    send('POST /templates', { name: 'x', type: 'generic', pass: { logo: { fileId: '$logo.id' } } })
      .gives(201)
      .as('made'),
    ...change('$made.id', { icon: { fileId: '$icon.id' } }),
    design({ logo: '$logo.url', icon: '$icon.url' }),
    send('DELETE /files/$icon.id').gives(204),
    send('GET /templates/$made.id'),
    readDesign,
    design({ icon: '$icon.url' }),
  ],
  [
    'A design with a missing file or one of another account is refused, and nothing is saved',
    withIcon(MISSING_FILE).gives(404, error(`File ${MISSING_FILE} not found`)),
    withIcon('$foreign.fileId').gives(
      403,
      error('File $foreign.fileId does not belong to this account'),
    ),
    send('GET /templates/$offer').gives({ name: 'Spring Ferry Offer' }),
  ],
  [
    'A stamp card gets a default stamp and banner, or uses both of the request',
    ...create('loyalty', stampCard),
    design({ ...stampCard, stamp: '$base/art/plain-stamp.svg', hero: '$base/art/plain-hero.svg' }),
    upload('template_stamp', 'stamp'),
    upload('template_hero', 'hero'),
    ...create('loyalty', {
      ...stampCard,
      stamp: { fileId: '$stamp.id' },
      hero: { fileId: '$hero.id' },
    }),
    design({ stamp: '$stamp.url', hero: '$hero.url' }),
    ...create('loyalty', { hero: { fileId: '$hero.id' } }),
    ...['stamp', 'hero'].flatMap((key) => {
      const image = { [key]: { fileId: `$${key}.id` } };
      const needsBoth =
        "Stamp collection (useStampCollection: true) requires both 'stamp' and 'hero' images";
      return [
        ...refused({ ...stampCard, ...image }, 400, needsBoth),
        send('PATCH /templates/$stampCard', { pass: image }).gives(400, needsBoth) as Step,
      ];
    }),
    send('PATCH /templates/$stampCard', { pass: { useStampCollection: true } }),
    send('POST /templates', { name: 'x', type: 'generic', pass: stampCard }).gives(
      400,
      'Stamp collection',
    ),
  ],
  ...['none', '$foreign.templateId'].map((id): Rule => [
    `The template ${id} is not found`,
    send(`GET /templates/${id}`).gives(404, NOT_FOUND),
    send(`PATCH /templates/${id}`, { name: 'x' }).gives(404, NOT_FOUND),
    send(`DELETE /templates/${id}?force=true`).gives(404, NOT_FOUND),
    send(`POST /templates/${id}/duplicate`, { name: 'x' }).gives(404, NOT_FOUND),
    send(`POST /template/${id}/notification`, { title: 'a', content: 'b' }).gives(404, NOT_FOUND),
  ]),
  [
    'The list of templates is wrapped, newest first, with designs as JSON in a string',
    send('GET /templates').gives({
      object: 'list',
      has_more: false,
      next_cursor: null,
      total_count: 6,
      url: '/templates',
      data: { length: 6 },
    }),
    ({ values }) => {
      const data = values.data as Record<string, string | number>[];
      const created = data.map((template) => Number(template.created));
      expect(created).toEqual([...created].sort((a, b) => b - a));
      for (const template of data) {
        for (const key of ['pass', 'enrollForm', 'passPage']) {
          expect(typeof JSON.parse(String(template[key]))).toBe('object');
        }
      }
    },
  ],
  ...[1, 2, 4, 6, 100].map((limit): Rule => [
    `Pages of ${limit} have every template once, also if the last of a page is deleted`,
    async ({ h }) => {
      const seen: string[] = [];
      let next = '';
      do {
        const { body } = await h.call<{
          data: { id: string }[];
          has_more: boolean;
          next_cursor: string | null;
        }>('GET', `/templates?limit=${limit}${next}`);
        expect(body.data.length).toBeLessThanOrEqual(limit);
        expect(body.has_more).toBe(body.next_cursor !== null);
        seen.push(...body.data.map(({ id }) => id));
        expect(seen).not.toContain(body.next_cursor);
        await h.call('DELETE', `/templates/${seen.at(-1)}`);
        next = body.next_cursor === null ? '' : `&starting_after=${body.next_cursor}`;
      } while (next !== '');
      expect([seen.length, new Set(seen).size]).toEqual([6, 6]);
    },
  ]),
  [
    'A duplicate has the design of the original and no passes, and changes on its own',
    ({ control, fill }) => control.seedPasses(fill('$stampCard'), 3),
    send('GET /templates/$stampCard').as('original'),
    send('POST /templates/$stampCard/duplicate', { name: 'Copy of it' }).gives(201).as('copy'),
    ({ fill }) =>
      expect(fill('$copy')).toEqual({
        ...(fill('$original') as unknown as object),
        id: expect.not.stringMatching(fill('^$stampCard')),
        name: 'Copy of it',
        created: T0,
        updated: T0,
      }),
    send('GET /passes?templateId=$copy.id').gives(exactly({ passes: [], totalCount: 0 })),
    send('PATCH /templates/$copy.id', { pass: { header: { label: 'Else' } } }),
    send('GET /templates/$stampCard').gives(exactly('$original')),
  ],
  ...['', '?force=false', '?force=1'].map((query): Rule => [
    `A template with passes is not deleted by DELETE${query}`,
    ({ control, fill }) => control.seedPasses(fill('$offer'), 4),
    send(`DELETE /templates/$offer${query}`).gives(409, HAS_PASSES),
    send('GET /passes?templateId=$offer').gives({
      totalCount: 4,
      passes: { 0: { isValid: true } },
    }),
  ]),
  [
    'A forced delete voids the passes of a template, which can then only be read',
    issue({ externalId: 'X' }, { phone: '+155501001' }, '$loyalty').as('made'),
    later(9),
    send('DELETE /templates/$loyalty?force=true').gives(204),
    stored({ isValid: false, state: 'voided', updated: T0 + 9 }, '$made.id'),
    ...[{ id: '$made.id' }, { externalId: 'X', templateId: '$loyalty' }].map((named) =>
      send('PATCH /pass', { ...named, isValid: true }).gives(404, NOT_FOUND),
    ),
    send('POST /pass', { passes: [{ templateId: '$loyalty' }] }).gives(403),
    send('POST /pass/$made.id/notify', { title: 'a', content: 'b' }).gives(404, NOT_FOUND),
    send('POST /pass/$made.id/resend', {}).gives(404, NOT_FOUND),
    send('GET /passes?templateId=$loyalty').gives(404),
    send('GET /pass?id=$made.id').gives({ id: '$made.id' }),
  ],
  [
    'The plan limits the number of templates, with duplicates',
    account({ templateQuota: 7 }),
    send('POST /templates', anOffer).gives(201),
    send('POST /templates', anOffer).gives(402, upgrade('templates')),
    send('POST /templates/$offer/duplicate', { name: 'x' }).gives(402, upgrade('templates')),
    send('DELETE /templates/$offer').gives(204),
    send('POST /templates', anOffer).gives(201),
  ],
  [
    'The plan limits the number of locations',
    account({ locationQuota: 1 }),
    send('POST /templates', { ...anOffer, locations: [place] }).gives(201),
    send('POST /templates', { ...anOffer, locations: twoPlaces }).gives(402, upgrade('geofences')),
    send('PATCH /templates/$offer', { pass: { locations: twoPlaces } }).gives(
      402,
      upgrade('geofences'),
    ),
  ],
];
