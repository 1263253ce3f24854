import { DAY, T0, useSandbox } from './harness';
import { picture } from './images';

const h = useSandbox();
const page = (url: string) => h.call('GET', url.replace(h.sandbox.baseUrl, ''), { headers: {} });
const press = (url: string, raw?: string) =>
  h.call('POST', url.replace(h.sandbox.baseUrl, ''), {
    raw,
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  });
const cardOf = async (id: string, query = '') => (await page(`/p/${id}${query}`)).text;

test('A pass page shows labels and values of header, rows and link rows, and the barcode text', async () => {
  const id = await h.issue({
    templateId: h.sandbox.templates.generic,
    externalId: 'BAR-1',
    customFields: {
      memberNumber: 'L-77',
      catalog: 'https://library.example/x',
      other: 'Not shown',
    },
  });
  const text = await cardOf(id);
  for (const shown of ['Member number', 'L-77', 'Search the catalog', 'BAR-1', '<svg']) {
    expect(text).toContain(shown);
  }
  expect(text).toContain('<a href="https://library.example/x"');
  expect(text).not.toContain('Not shown');
});

test('A pass page escapes values', async () => {
  const evil = '<script>alert(1)</script>"\'>😀';
  const id = await h.issue({
    templateId: h.sandbox.templates.loyalty,
    externalId: evil,
    templateFields: { accountName: evil },
    customFields: { shopFinder: 'javascript:alert(1)' },
  });
  for (const text of [await cardOf(id), (await page('/')).text]) {
    expect(text).not.toContain('<script');
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(text).not.toContain('href="javascript');
  }
});

test('A pass page marks a voided or expired card', async () => {
  const templateId = h.sandbox.templates.offer;
  const validUntil = new Date(T0 - 1).toISOString();
  const expired = await h.issue({ templateId, templateFields: { validUntil } });
  const voided = await h.issue({ templateId });
  expect(await cardOf(voided)).not.toContain('class="ribbon');
  await h.patch({ id: voided, isValid: false });
  expect(await cardOf(expired)).toContain('class="ribbon expired"');
  expect(await cardOf(voided, '?locale=de')).toContain('Ungültig');
});

test('A wallet page adds and removes the pass by its buttons', async () => {
  const id = await h.issue({ templateId: h.sandbox.templates.offer });
  const wallet = `/wallet/wallet_b/${id}`;
  expect((await page(wallet)).text).toContain('Save to Wallet B');
  await press(wallet, 'action=add');
  expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 1 });
  await press(wallet, 'action=remove');
  await press(wallet, 'action=remove');
  expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 0 });
});

test('Pages, images and what browsers request are not logged, limited or made to fail', async () => {
  const { control, templates } = h.sandbox;
  const id = await h.issue({ templateId: templates.offer });
  const { url } = (await h.upload(await picture('png'))).body;
  control.clearRequests();
  control.queueFault({ kind: 'unavailable', status: 503 });
  control.setRateLimit({ ratePerSecond: 0.001, burst: 1, retryAfter: 'none' });
  for (const path of ['/', `/p/${id}`, `/wallet/wallet_a/${id}`, url, '/favicon.ico']) {
    expect([path, (await page(path)).status]).toEqual([path, 200]);
  }
  const browser = ['/robots.txt', '/apple-touch-icon.png', '/.well-known/appspecific/x.json'];
  const missing = [
    '/p/none',
    '/p/x/y',
    '/g/none',
    '/wallet/wallet_a/none',
    '/i/none',
    '/art/none.svg',
  ];
  for (const path of [...missing, '/images/a/b', '/buttons', ...browser]) {
    const { status, text } = await page(path);
    expect([path, status, text.includes("This card doesn't exist.")]).toEqual([path, 404, true]);
  }
  expect((await page('/_sandbox/none')).status).toBe(404);
  expect(control.requests()).toEqual([]);
  const statuses = [];
  for (let i = 0; i < 3; i += 1) statuses.push((await h.call('POST', '/auth')).status);
  expect(statuses).toEqual([503, 200, 429]);
});

const invite = async (body: object) => {
  const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
  const sent = { body: { email: 'ada@example.com', ...body } };
  return (await h.call<{ url: string; code: string }>('POST', path, sent)).body;
};

test('An invite page uses the link only when its button adds the badge, and confirms it', async () => {
  const { url } = await invite({ firstName: 'Ada', lastName: 'Byron' });
  for (let i = 0; i < 2; i += 1) {
    const { text } = await page(url);
    expect(text).toContain('Add badge to Wallet A');
    expect(text).toContain('Ada Byron');
  }
  const before = h.sandbox.control.badgePasses().length;
  expect((await press(url)).text).toContain('<h1>Badge added</h1>');
  for (const { text } of [await press(url), await page(url)]) {
    expect(text).toContain('<h1>This link has already been used</h1>');
    expect(text).toMatch(/class="card\s+ended"/);
  }
  expect(h.sandbox.control.badgePasses()).toHaveLength(before + 1);
});

test('An invite page of an expired link offers no button and adds nothing', async () => {
  const { url } = await invite({ days: 1 });
  h.sandbox.control.advanceClock(DAY);
  const { text } = await page(`${url}?added`);
  expect(text).toContain('<h1>This link has expired</h1>');
  expect(text).not.toContain('Add badge');
  await press(url);
  expect(h.sandbox.control.badgeInvites()).toMatchObject([{ state: 'expired' }]);
});

test('The index lists badges, holders and invites, and no keys but those of the start', async () => {
  const { code, url } = await invite({ firstName: 'Ada', lastName: 'Byron' });
  const { passId } = h.sandbox.control.badgeAdded(code);
  await h.call('POST', `/badge/passes/${passId}/lifecycle`, { body: { action: 'suspend' } });
  const { text } = await page('/');
  const badges = ['Pier House Staff Badge', 'Workshop Visitor Badge', 'suspend pending'];
  for (const shown of [...badges, 'Ada Byron', 'ACTIVE', url]) expect(text).toContain(shown);
  const { baseUrl, keys, control } = h.sandbox;
  for (const shown of ['Base URL', 'API Key', baseUrl, ...Object.values(keys)]) {
    expect(text).toContain(shown);
  }
  const added = control.addKey('all');
  expect((await page('/')).text).not.toContain(added);
});
