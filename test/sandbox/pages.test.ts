import { DAY, T0, useSandbox } from './harness';
import { picture } from './images';

const h = useSandbox();
const page = (url: string) => h.call('GET', url.replace(h.sandbox.baseUrl, ''), { headers: {} });
const cardOf = async (id: string, query = '') => (await page(`/p/${id}${query}`)).text;

describe('pass page', () => {
  test('shows labels and values of header, rows and link rows, and the barcode text', async () => {
    const id = await h.issue({
      templateId: h.sandbox.templates.generic,
      externalId: 'BAR-1',
      customFields: {
        memberNumber: 'L-77',
        memberName: 'Ada',
        catalog: 'https://library.example/x',
        unknown: 'not in the design',
      },
    });
    const text = await cardOf(id);
    for (const shown of ['Member number', 'L-77', 'Ada', 'Search the catalog', 'BAR-1', '<svg']) {
      expect(text).toContain(shown);
    }
    expect(text).toContain('<a href="https://library.example/x"');
    expect(text).not.toContain('not in the design');
  });

  test('a field of the pass type is read only from templateFields', async () => {
    const templateId = h.sandbox.templates.giftCard;
    const id = await h.issue({
      templateId,
      templateFields: { giftFrom: 'From the template' },
      customFields: { balance: 'FROM-CUSTOM', giftTo: 'Custom' },
    });
    const text = await cardOf(id);
    expect(text).toContain('From the template');
    expect(text).toContain('Custom');
    expect(text).not.toContain('FROM-CUSTOM');
  });

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
    ['fr', 'Ajouter à Wallet A'],
    ['xx', 'Add to Wallet A'],
  ])('locale %s speaks its language', async (locale, button) => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer }, { locale });
    expect(await cardOf(id, `?locale=${locale}`)).toContain(button);
    const { body } = await h.call<{ badge: { wallet_a: string } }>(
      'GET',
      `/pass?id=${id}&locale=${locale}`,
    );
    const image = await page(body.badge.wallet_a);
    expect(image.headers['content-type']).toBe('image/svg+xml');
    expect(image.text).toContain(button);
  });

  test('a voided or expired card is marked', async () => {
    const templateId = h.sandbox.templates.offer;
    const validUntil = new Date(T0 - 1).toISOString();
    const expired = await h.issue({ templateId, templateFields: { validUntil } });
    const voided = await h.issue({ templateId });
    const valid = await h.issue({ templateId });
    await h.patch({ id: voided, isValid: false });
    expect(await cardOf(expired)).toContain('class="ribbon expired"');
    expect(await cardOf(voided, '?locale=de')).toContain('Ungültig');
    expect(await cardOf(valid)).not.toContain('class="ribbon');
  });

  test('a stamp card shows its stamps, free places and rewards', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.stampCard, collectedStamps: 6 });
    const text = await cardOf(id);
    expect(text.match(/class="slot on"/g)).toHaveLength(6);
    expect(text.match(/class="slot "/g)).toHaveLength(4);
    expect(text).toContain('Stamps: 6 / 10');
    expect(text).toContain('A free coffee');
  });

  test.each(['4006381333931', 'not a number', 'emoji 😀 ümlaut'])(
    'an ean13 card with %j has a drawn barcode',
    async (redemptionValue) => {
      const id = await h.issue({ templateId: h.sandbox.templates.offer, redemptionValue });
      const text = await cardOf(id);
      expect(text).toMatch(/class="barcode bars">\s*<svg/);
      expect(text).toContain(redemptionValue);
    },
  );

  test('a message shows while it is valid', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer });
    await h.call('POST', `/pass/${id}/notify`, { body: { title: 'Ahoy', content: 'Boat at <9>' } });
    expect(await cardOf(id)).toContain('Boat at &lt;9&gt;');
    h.sandbox.control.advanceClock(25 * 60 * 60 * 1000);
    expect(await cardOf(id)).not.toContain('Ahoy');
  });

  test('a group link shows all its passes', async () => {
    const { body } = await h.call<{ link: string }>('POST', '/pass', {
      body: {
        passes: [
          { templateId: h.sandbox.templates.generic, externalId: 'ONE' },
          { templateId: h.sandbox.templates.offer, externalId: 'TWO' },
        ],
      },
    });
    const { text } = await page(body.link);
    expect(text).toContain('ONE');
    expect(text).toContain('TWO');
  });

  test('every image of the designs is served', async () => {
    for (const id of Object.values(h.sandbox.templates)) {
      const { body } = await h.call<{ pass: string }>('GET', `/templates/${id}`);
      for (const url of body.pass.match(/http:\/\/[^"]+\.svg/g) ?? []) {
        const image = await page(url);
        expect([url, image.status, image.headers['content-type']]).toEqual([
          url,
          200,
          'image/svg+xml',
        ]);
      }
    }
  });

  test.each(['/p/none', '/g/none', '/wallet/wallet_a/none', '/art/none.svg'])(
    '%s returns 404',
    async (path) => {
      const { status, text } = await page(path);
      expect(status).toBe(404);
      expect(text).toContain("This card doesn't exist.");
    },
  );
});

describe('add-to-wallet page', () => {
  test('a phone adds and removes the pass by the button', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.offer });
    const press = (action: string) =>
      h.call('POST', `/wallet/wallet_b/${id}`, {
        raw: `action=${action}`,
        headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      });
    expect((await page(`/wallet/wallet_b/${id}`)).text).toContain('Save to Wallet B');
    await press('add');
    expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 1 });
    await press('remove');
    await press('remove');
    expect(h.sandbox.control.pass(id)?.devices).toEqual({ a: 0, b: 0 });
  });
});

describe('pages, their images and automatic browser requests', () => {
  const paths = async () => {
    const { id, pass } = (
      await h.call<{ id: string; pass: { wallet_a: string } }>('POST', '/pass', {
        body: { passes: [{ templateId: h.sandbox.templates.offer }] },
      })
    ).body;
    const { url } = (await h.upload(await picture('png'))).body;
    const served = ['/', `/p/${id}`, pass.wallet_a, url, '/art/ferry-logo.svg', '/favicon.ico'];
    const missing = ['/p', '/p/x/y', '/images/a/b', '/buttons', '/i/a/b', '/robots.txt'];
    const asked = ['/apple-touch-icon.png', '/apple-touch-icon-precomposed.png'];
    const devtools = '/.well-known/appspecific/com.chrome.devtools.json';
    return { served, missing: [...missing, ...asked, devtools, '/_sandbox/none'] };
  };

  test('are not affected by faults or the rate limit, and are not logged', async () => {
    const { served, missing } = await paths();
    const { control } = h.sandbox;
    control.clearRequests();
    control.queueFault({ kind: 'unavailable', status: 503 });
    control.setRateLimit({ ratePerSecond: 0.001, burst: 1, retryAfter: 'none' });
    for (const path of served) expect([path, (await page(path)).status]).toEqual([path, 200]);
    for (const path of missing) expect([path, (await page(path)).status]).toEqual([path, 404]);
    expect(control.requests()).toEqual([]);
    expect((await h.call('POST', '/auth')).status).toBe(503);
    expect((await h.call('POST', '/auth')).status).toBe(200);
    expect((await h.call('POST', '/auth')).status).toBe(429);
  });

  test('a browser gets an icon', async () => {
    expect(await page('/favicon.ico')).toMatchObject({
      status: 200,
      headers: { 'content-type': 'image/svg+xml' },
      text: expect.stringContaining('<svg') as string,
    });
  });
});

describe('invite page', () => {
  const invite = async (body: object) =>
    (
      await h.call<{ url: string; code: string }>(
        'POST',
        `/badge/templates/${h.sandbox.badges.published}/invites`,
        { body: { email: 'ada@example.com', ...body } },
      )
    ).body;
  const press = (url: string) =>
    h.call('POST', url.replace(h.sandbox.baseUrl, ''), { headers: {} });

  test('opening it does not use the link; the button adds the badge once and confirms it', async () => {
    const { url } = await invite({ firstName: 'Ada', lastName: 'Byron' });
    for (let i = 0; i < 2; i += 1) {
      const { text } = await page(url);
      expect(text).toContain('Add badge to Wallet A');
      expect(text).toContain('Ada Byron');
    }
    const before = h.sandbox.control.badgePasses().length;
    const added = await press(url);
    expect(added.text).toContain('<h1>Badge added</h1>');
    expect(added.text).not.toContain('ended"');
    for (const { text } of [await press(url), await page(url)]) {
      expect(text).toContain('<h1>This link has already been used</h1>');
      expect(text).toMatch(/class="card\s+ended"/);
    }
    expect(h.sandbox.control.badgePasses()).toHaveLength(before + 1);
  });

  test('an expired link offers no button and adds nothing; an unknown one returns 404', async () => {
    const { url } = await invite({ days: 1 });
    h.sandbox.control.advanceClock(DAY);
    const opened = await page(`${url}?added`);
    expect(opened.text).toContain('<h1>This link has expired</h1>');
    expect(opened.text).not.toContain('Add badge');
    await press(url);
    expect(h.sandbox.control.badgeInvites()).toMatchObject([{ state: 'expired' }]);
    expect((await press('/i/none')).status).toBe(404);
  });
});

describe('index page', () => {
  test('lists templates, newest passes and the outbox, without a key', async () => {
    await h.issue(
      { templateId: h.sandbox.templates.generic, externalId: 'NEWEST' },
      { email: 'a@example.com' },
    );
    const { status, text } = await page('/');
    expect(status).toBe(200);
    const shown = ['Roastery Rewards', 'Stamp Card · 0 passes', 'Event Ticket', 'NEWEST'];
    for (const part of [...shown, 'a@example.com', 'via Wallet Pass Service', 'Outbox (1)']) {
      expect(text).toContain(part);
    }
  });

  test('lists badges, holders and invites, and no key values', async () => {
    const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
    const { body } = await h.call<{ code: string; url: string }>('POST', path, {
      body: { email: 'ada@example.com', firstName: 'Ada', lastName: 'Byron' },
    });
    const { passId } = h.sandbox.control.badgeAdded(body.code);
    await h.call('POST', `/badge/passes/${passId}/lifecycle`, { body: { action: 'suspend' } });
    const { text } = await page('/');
    for (const shown of ['Pier House Staff Badge', 'Workshop Visitor Badge', 'Ada Byron']) {
      expect(text).toContain(shown);
    }
    for (const shown of ['ACTIVE', 'suspend pending', body.url]) expect(text).toContain(shown);
    for (const value of Object.values(h.sandbox.keys)) expect(text).not.toContain(value);
  });

  test('passes are paged and can be filtered by template', async () => {
    h.sandbox.control.seedPasses(h.sandbox.templates.generic, 60, { externalIdPrefix: 'G-' });
    h.sandbox.control.seedPasses(h.sandbox.templates.offer, 1, { externalIdPrefix: 'O-' });
    const pages = await Promise.all(
      [1, 2, 3].map((n) => page(`/?page=${n}&template=${h.sandbox.templates.generic}`)),
    );
    const seen = pages.flatMap(({ text }) => text.match(/>G-\d+</g) ?? []);
    expect(new Set(seen).size).toBe(60);
    expect(pages[0]?.text).not.toContain('>O-1<');
  });
});
