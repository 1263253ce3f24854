import { useSandbox } from './harness';

const h = useSandbox();
const post = (body: unknown) => h.call('POST', '/pass', { body });
const only = () => h.sandbox.control.passes(h.sandbox.templates.generic);
const generic = () => ({ templateId: h.sandbox.templates.generic });

describe('issuing passes', () => {
  test('one pass returns identity, links and button images in the requested language', async () => {
    const { status, body } = await post({
      passes: [{ ...generic(), externalId: 'M-1', templateFields: { memberName: 'Ada' } }],
      locale: 'de',
    });
    expect(status).toBe(200);
    const id = body.id as string;
    const base = h.sandbox.baseUrl;
    expect(body).toEqual({
      id,
      externalId: 'M-1',
      link: `${base}/p/${id}`,
      pass: {
        wallet_a: `${base}/wallet/wallet_a/${id}`,
        wallet_b: `${base}/wallet/wallet_b/${id}`,
      },
      badge: {
        wallet_a: `${base}/buttons/wallet_a/de.svg`,
        wallet_b: `${base}/buttons/wallet_b/de.svg`,
      },
    });
    expect(h.sandbox.control.pass(id)).toMatchObject({
      isValid: true,
      deviceCount: 0,
      created: h.sandbox.control.now(),
    });
  });

  test('two passes of the same millisecond share `created`', async () => {
    await h.issue(generic());
    await h.issue(generic());
    const [a, b] = only();
    expect(a?.created).toBe(b?.created);
  });

  test.each([0, 11])('%i passes return 400', async (count) => {
    expect((await post({ passes: Array(count).fill(generic()) })).status).toBe(400);
  });

  test.each([1, 10])('%i passes are issued', async (count) => {
    expect((await post({ passes: Array(count).fill(generic()) })).status).toBe(200);
    expect(only()).toHaveLength(count);
  });

  test.each([
    [{}],
    [{ passes: {} }],
    [{ passes: [{}] }],
    [{ passes: [{ templateId: 7 }] }],
    [{ passes: [{ templateId: 'x', externalId: 7 }] }],
    [{ passes: [{ templateId: 'x' }], locale: 'en-US' }],
    [{ passes: [{ templateId: 'x' }], sendToEmail: 'yes' }],
    [{ passes: [{ templateId: 'x', templateFields: [] }] }],
  ])('body %j returns 400', async (body) => {
    expect((await post(body)).status).toBe(400);
  });

  test('unknown extra fields are tolerated', async () => {
    expect((await post({ passes: [{ ...generic(), shade: 'red' }], extra: 1 })).status).toBe(200);
  });

  test('externalId is not enforced unique; the first pass is found', async () => {
    const first = await h.issue({ ...generic(), externalId: 'twice' });
    await h.issue({ ...generic(), externalId: 'twice' });
    const path = `/pass?externalId=twice&templateId=${h.sandbox.templates.generic}`;
    expect((await h.call('GET', path)).body.id).toBe(first);
  });

  test('redemptionValue defaults to externalId, then to the pass ID', async () => {
    const value = async (pass: object) =>
      h.sandbox.control.pass(await h.issue({ ...generic(), ...pass }))?.redemptionValue;
    expect(await value({ redemptionValue: 'R', externalId: 'E' })).toBe('R');
    expect(await value({ externalId: 'E' })).toBe('E');
    const id = await h.issue(generic());
    expect(h.sandbox.control.pass(id)?.redemptionValue).toBe(id);
  });

  test.each([-1, 51, 1.5, '3'])('collectedStamps %j returns 400', async (collectedStamps) => {
    expect((await post({ passes: [{ ...generic(), collectedStamps }] })).status).toBe(400);
  });

  test('collectedStamps may be 50', async () => {
    const id = await h.issue({ ...generic(), collectedStamps: 50 });
    expect(h.sandbox.control.pass(id)?.collectedStamps).toBe(50);
  });
});

describe('templates of an issue', () => {
  const refusal = "You don't have permission to access this resource or resource does not exist";

  test('unknown and foreign templates are skipped silently', async () => {
    const { status, body } = await post({
      passes: [
        { templateId: 'unknown' },
        generic(),
        { templateId: h.sandbox.foreign.templateId },
        generic(),
      ],
    });
    expect(status).toBe(200);
    expect(only()).toHaveLength(2);
    const group = await h.call('GET', `/pass?id=${String(body.id)}`);
    expect(group.body.id).toBe(body.id);
  });

  test('a single remaining pass is returned as one pass', async () => {
    const { body } = await post({
      passes: [{ templateId: 'unknown' }, { ...generic(), externalId: 'E' }],
    });
    expect(body.externalId).toBe('E');
    expect(only()[0]?.id).toBe(body.id);
  });

  test.each(['unknown', 'foreign'])('%s templates only return 403', async (which) => {
    const templateId = which === 'foreign' ? h.sandbox.foreign.templateId : which;
    const response = await post({ passes: [{ templateId }] });
    expect([response.status, response.body]).toEqual([403, { error: refusal }]);
  });
});

describe('field values', () => {
  test.each([
    ['templateFields', true],
    ['templateFields', null],
    ['customFields', {}],
    ['customFields', ['a']],
  ])('%s with %j returns 400', async (bag, value) => {
    const response = await post({ passes: [{ ...generic(), [bag]: { x: value } }] });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(/^Pass field values must be a string or number/);
    expect(only()).toHaveLength(0);
  });

  test.each([
    ['validUntil', '31/12/2030', /^Invalid valid until string! Must be ISO 8601/],
    ['validUntil', 1_900_000_000_000, /^Invalid valid until string! Must be ISO 8601/],
    ['validUntil', '2030-02-30', /^Invalid valid until string! Must be ISO 8601/],
    ['validFrom', 'tomorrow', /^Invalid valid from string! Must be ISO 8601/],
  ])('%s %j returns 400', async (key, value, text) => {
    const response = await post({ passes: [{ ...generic(), templateFields: { [key]: value } }] });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(text);
  });

  test.each([
    ['loyalty', 'accountName'],
    ['eventTicket', 'ticketHolderName'],
  ] as const)('memberName moves on a %s template to %s', async (template, to) => {
    const templateId = h.sandbox.templates[template];
    for (const bag of ['templateFields', 'customFields']) {
      const id = await h.issue({ templateId, [bag]: { memberName: 'Ada' } });
      expect(h.sandbox.control.pass(id)).toMatchObject({
        templateFields: { [to]: 'Ada' },
        customFields: {},
      });
    }
  });

  test('memberId moves to accountId, whose own value takes precedence', async () => {
    const id = await h.issue({
      templateId: h.sandbox.templates.loyalty,
      templateFields: { memberId: 'M1', memberName: 'Moved', accountName: 'Own' },
    });
    expect(h.sandbox.control.pass(id)?.templateFields).toEqual({
      accountId: 'M1',
      accountName: 'Own',
    });
  });

  test('memberName stays unchanged if the template has no field for it', async () => {
    const id = await h.issue({ ...generic(), customFields: { memberName: 'Ada', memberId: '1' } });
    expect(h.sandbox.control.pass(id)?.customFields).toEqual({ memberName: 'Ada', memberId: '1' });
  });
});

describe('plan', () => {
  test('a pass beyond the quota returns 402 and nothing is issued', async () => {
    h.sandbox.control.setAccount({ passQuota: 2, plan: 'Starter' });
    const response = await post({ passes: [generic(), generic(), generic()] });
    expect(response.status).toBe(402);
    expect(response.body).toEqual({
      error: 'Your plan does not allow more passes.',
      code: 'upgrade_required',
      reason: 'The Starter plan allows 2 passes.',
    });
    expect(only()).toHaveLength(0);
    expect((await post({ passes: [generic(), generic()] })).status).toBe(200);
    expect((await post({ passes: [generic()] })).status).toBe(402);
  });
});
