import { BUTTON_OUTLINE } from '../../sandbox/pages/art';
import { contrast } from '../../sandbox/pages/card';
import { STYLES } from '../../sandbox/pages/styles';
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

describe('pass page', () => {
  test('shows labels and values of header, rows and link rows, and the barcode text', async () => {
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

  test('a field of the pass type is read only from templateFields', async () => {
    const id = await h.issue({
      templateId: h.sandbox.templates.giftCard,
      templateFields: { giftFrom: 'From the template' },
      customFields: { balance: 'FROM-CUSTOM', giftTo: 'Custom' },
    });
    const text = await cardOf(id);
    expect(text).toContain('From the template');
    expect(text).toContain('Custom');
    expect(text).not.toContain('FROM-CUSTOM');
  });

  test.each(['constructor', '__proto__'])(
    'a field named %s shows the value it was given, and none without one',
    async (id) => {
      const pass = { rows: [[{ id, label: 'Site foreman' }]] };
      const body = { name: 'New', type: 'generic', pass };
      const template = await h.call<{ id: string }>('POST', '/templates', { body });
      const templateId = template.body.id;
      const empty = await h.issue({ templateId });
      expect(await cardOf(empty)).toMatch(/Site foreman<\/span>\s*<span[^>]*>–</);
      // An object literal would set the prototype instead of a key `__proto__`.
      const named = (value: string) => Object.fromEntries([[id, value]]);
      const given = await h.issue({ templateId, customFields: named('Ada') });
      expect(await cardOf(given)).toContain('Ada');
      await h.patch({ id: given, templateFields: named('Grace') });
      expect(h.sandbox.control.pass(given)).toMatchObject({
        customFields: named('Ada'),
        templateFields: named('Grace'),
      });
      for (const path of [
        `/art/${id}-logo.svg`,
        `/art/coffee-${id}.svg`,
        `/buttons/${id}/en.svg`,
      ]) {
        expect([path, (await page(path)).status]).toEqual([path, 404]);
      }
    },
  );

  test('escapes values', async () => {
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

  test.each([
    ['en', 'Add to Wallet A'],
    ['de', 'Zu Wallet A hinzufügen'],
    ['xx', 'Add to Wallet A'],
  ])('locale %s speaks its language, else English', async (locale, button) => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer }, { locale });
    expect(await cardOf(id, `?locale=${locale}`)).toContain(button);
    const read = await h.call<{ badge: { wallet_a: string } }>(
      'GET',
      `/pass?id=${id}&locale=${locale}`,
    );
    expect((await page(read.body.badge.wallet_a)).text).toContain(button);
  });

  test('a voided or expired card is marked', async () => {
    const templateId = h.sandbox.templates.offer;
    const validUntil = new Date(T0 - 1).toISOString();
    const expired = await h.issue({ templateId, templateFields: { validUntil } });
    const voided = await h.issue({ templateId });
    expect(await cardOf(voided)).not.toContain('class="ribbon');
    await h.patch({ id: voided, isValid: false });
    expect(await cardOf(expired)).toContain('class="ribbon expired"');
    expect(await cardOf(voided, '?locale=de')).toContain('Ungültig');
  });

  test('a stamp card shows its stamps, free places and rewards', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.stampCard, collectedStamps: 6 });
    const text = await cardOf(id);
    expect(text.match(/class="slot on"/g)).toHaveLength(6);
    expect(text.match(/class="slot "/g)).toHaveLength(4);
    expect(text).toContain('Stamps: 6 / 10');
    expect(text).toContain('A free coffee');
  });

  test.each(['4006381333931', 'emoji 😀 ümlaut'])(
    'an ean13 card with %j has a barcode',
    async (value) => {
      const templateId = h.sandbox.templates.offer;
      const text = await cardOf(await h.issue({ templateId, redemptionValue: value }));
      expect(text).toMatch(/class="barcode bars">\s*<svg/);
      expect(text).toContain(value);
    },
  );

  test('a message shows while it is valid', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer });
    await h.call('POST', `/pass/${id}/notify`, { body: { title: 'Ahoy', content: 'Boat at <9>' } });
    expect(await cardOf(id)).toContain('Boat at &lt;9&gt;');
    h.sandbox.control.advanceClock(DAY + 1);
    expect(await cardOf(id)).not.toContain('Ahoy');
  });

  test('a group link shows all its passes', async () => {
    const { generic, offer } = h.sandbox.templates;
    const passes = [
      { templateId: generic, externalId: 'ONE' },
      { templateId: offer, externalId: 'TWO' },
    ];
    const { body } = await h.call<{ link: string }>('POST', '/pass', { body: { passes } });
    const { text } = await page(body.link);
    expect(text).toContain('ONE');
    expect(text).toContain('TWO');
  });

  test('every image of the designs is served', async () => {
    for (const id of Object.values(h.sandbox.templates)) {
      const { body } = await h.call<{ pass: string }>('GET', `/templates/${id}`);
      for (const url of body.pass.match(/http:\/\/[^"]+\.svg/g) ?? []) {
        const { status, headers } = await page(url);
        expect([url, status, headers['content-type']]).toEqual([url, 200, 'image/svg+xml']);
      }
    }
  });

  test('a phone adds and removes the pass by the buttons of the wallet page', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer });
    const wallet = `/wallet/wallet_b/${id}`;
    expect((await page(wallet)).text).toContain('Save to Wallet B');
    await press(wallet, 'action=add');
    expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 1 });
    await press(wallet, 'action=remove');
    await press(wallet, 'action=remove');
    expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 0 });
  });
});

test('pages, images and what browsers request are not logged, and faults and rate limits spare them', async () => {
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

describe('invite page', () => {
  const invite = async (body: object) => {
    const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
    const sent = { body: { email: 'ada@example.com', ...body } };
    return (await h.call<{ url: string; code: string }>('POST', path, sent)).body;
  };

  test('opening it does not use the link; the button adds the badge once and confirms it', async () => {
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

  test('an expired link offers no button and adds nothing', async () => {
    const { url } = await invite({ days: 1 });
    h.sandbox.control.advanceClock(DAY);
    const { text } = await page(`${url}?added`);
    expect(text).toContain('<h1>This link has expired</h1>');
    expect(text).not.toContain('Add badge');
    await press(url);
    expect(h.sandbox.control.badgeInvites()).toMatchObject([{ state: 'expired' }]);
  });

  test('the index lists badges, holders and invites, and no key values', async () => {
    const { code, url } = await invite({ firstName: 'Ada', lastName: 'Byron' });
    const { passId } = h.sandbox.control.badgeAdded(code);
    await h.call('POST', `/badge/passes/${passId}/lifecycle`, { body: { action: 'suspend' } });
    const { text } = await page('/');
    const badges = ['Pier House Staff Badge', 'Workshop Visitor Badge', 'suspend pending'];
    for (const shown of [...badges, 'Ada Byron', 'ACTIVE', url]) expect(text).toContain(shown);
    for (const value of Object.values(h.sandbox.keys)) expect(text).not.toContain(value);
  });
});

describe('index page', () => {
  test('lists templates, newest passes and the outbox, without a key', async () => {
    const templateId = h.sandbox.templates.generic;
    await h.issue({ templateId, externalId: 'NEWEST' }, { email: 'a@example.com' });
    const { text } = await page('/');
    const shown = ['Roastery Rewards', 'Stamp Card · 0 passes', 'Event Ticket', 'NEWEST'];
    for (const part of [...shown, 'a@example.com', 'via Wallet Pass Service', 'Outbox (1)']) {
      expect(text).toContain(part);
    }
  });

  test('passes are paged and can be filtered by template', async () => {
    const { generic, offer } = h.sandbox.templates;
    h.sandbox.control.seedPasses(generic, 60, { externalIdPrefix: 'G-' });
    h.sandbox.control.seedPasses(offer, 1, { externalIdPrefix: 'O-' });
    const pages = await Promise.all([1, 2, 3].map((n) => page(`/?page=${n}&template=${generic}`)));
    const seen = pages.flatMap(({ text }) => text.match(/>G-\d+</g) ?? []);
    expect(new Set(seen).size).toBe(60);
    expect(pages[0]?.text).not.toContain('>O-1<');
  });
});

test.each([0, 1])(
  'text and buttons have enough contrast, light and dark (WCAG 1.4.3, 1.4.11)',
  (theme) => {
    const css = Array.from(STYLES.matchAll(/:root \{([^}]*)\}/g))[theme]?.[1] ?? '';
    const color = (name: string) => new RegExp(`--${name}: (#\\w+)`).exec(css)?.[1] ?? '';
    for (const text of ['ink', 'soft', 'link']) {
      for (const ground of ['ground', 'paper']) {
        expect(contrast(color(text), color(ground))).toBeGreaterThan(4.5);
      }
    }
    // The outlines of a button are `soft`, and of a button image this.
    expect(contrast(BUTTON_OUTLINE, color('ground'))).toBeGreaterThan(3);
  },
);
