import { DAY, T0, useSandbox } from './harness';

const h = useSandbox();
const generic = () => ({ templateId: h.sandbox.templates.generic });
const book = (id: string) => h.sandbox.control.pass(id);

describe('updating a pass', () => {
  test('fields merge key by key, and only the sent ones change', async () => {
    const id = await h.issue({
      ...generic(),
      externalId: 'E',
      email: 'a@example.com',
      templateFields: { a: 1, b: 2 },
      customFields: { c: 'x' },
    });
    h.sandbox.control.advanceClock(5);
    const { status, body } = await h.patch({
      id,
      templateFields: { b: 3 },
      customFields: { d: 'y' },
      redemptionValue: 'R',
    });
    expect([status, body]).toEqual([200, { id, externalId: 'E' }]);
    expect(book(id)).toMatchObject({
      templateFields: { a: 1, b: 3 },
      customFields: { c: 'x', d: 'y' },
      redemptionValue: 'R',
      email: 'a@example.com',
      created: T0,
      updated: T0 + 5,
    });
  });

  test('externalId with templateId identifies the pass; an id takes precedence over the pair', async () => {
    const first = await h.issue({ ...generic(), externalId: 'E' });
    const other = await h.issue(generic());
    expect((await h.patch({ externalId: 'E', ...generic(), phone: '1' })).body.id).toBe(first);
    expect((await h.patch({ id: other, externalId: 'E', ...generic() })).body.id).toBe(other);
  });

  test('returns 400 without an identity', async () => {
    for (const body of [{ isValid: true }, { externalId: 'E' }, generic()]) {
      const response = await h.patch(body);
      expect(response.status).toBe(400);
      expect(response.body.error).toMatch(/^Identify the pass to update/);
    }
  });

  test('a missing or foreign pass returns 404 Resource not found', async () => {
    const { passId, templateId } = h.sandbox.foreign;
    for (const body of [{ id: 'none' }, { id: passId }, { externalId: 'F-001', templateId }]) {
      const response = await h.patch({ ...body, isValid: false });
      expect([response.status, response.body]).toEqual([404, { error: 'Resource not found' }]);
    }
    expect(book(passId)?.isValid).toBe(true);
  });

  test('a new email or phone is stored and nothing is sent', async () => {
    const id = await h.issue(generic());
    await h.patch({ id, email: 'New@Example.com', phone: '+15550100' });
    expect(book(id)).toMatchObject({ email: 'new@example.com', phone: '+15550100' });
    expect(h.sandbox.control.outbox()).toEqual([]);
  });

  test('memberName moves as when issuing', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.loyalty });
    await h.patch({ id, templateFields: { memberName: 'Ada' } });
    expect(book(id)?.templateFields).toEqual({ accountName: 'Ada' });
  });

  test('a refused part leaves the whole pass unchanged', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.stampCard });
    const before = book(id);
    h.sandbox.control.advanceClock(10);
    const response = await h.patch({
      id,
      templateFields: { a: 'new' },
      isValid: false,
      stampOperation: { operation: 'claimTier', threshold: 5 },
    });
    expect(response.status).toBe(400);
    expect(book(id)).toEqual(before);
  });

  test.each([
    [{ templateFields: { a: null } }, /^Pass field values must be a string or number/],
    [{ customFields: { a: false } }, /^Pass field values must be a string or number/],
    [{ templateFields: { validUntil: 'soon' } }, /^Invalid valid until string! Must be ISO 8601/],
    [{ templateFields: { validFrom: 'soon' } }, /^Invalid valid from string! Must be ISO 8601/],
    [{ isValid: 'false' }, /isValid/],
    [{ invalidatedReason: 'bored' }, /invalidatedReason/],
    [{ collectedStamps: 51 }, /collectedStamps/],
    [{ collectedStamps: -1 }, /collectedStamps/],
    [{ collectedStamps: 2.5 }, /collectedStamps/],
    [{ email: null }, /email/],
  ])('%j returns 400', async (change, text) => {
    const id = await h.issue(generic());
    const response = await h.patch({ id, ...change });
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(text);
  });
});

describe('validity', () => {
  test('voiding keeps the pass and its reason; reactivating clears it', async () => {
    const id = await h.issue(generic());
    await h.patch({ id, isValid: false, invalidatedReason: 'refunded' });
    expect(book(id)).toMatchObject({
      isValid: false,
      invalidatedReason: 'refunded',
      state: 'voided',
    });
    await h.patch({ id, isValid: true });
    expect(book(id)).toMatchObject({ isValid: true, state: 'valid' });
    expect(book(id)?.invalidatedReason).toBeUndefined();
  });

  test('a reason without voiding is not kept', async () => {
    const id = await h.issue(generic());
    await h.patch({ id, invalidatedReason: 'used' });
    expect(book(id)?.invalidatedReason).toBeUndefined();
  });

  test('a validUntil in the future reactivates a voided pass, one in the past does not', async () => {
    const id = await h.issue(generic());
    await h.patch({ id, isValid: false });
    await h.patch({ id, templateFields: { validUntil: new Date(T0 - 1).toISOString() } });
    expect(book(id)?.state).toBe('voided');
    await h.patch({ id, templateFields: { validUntil: new Date(T0 + 1).toISOString() } });
    expect(book(id)).toMatchObject({ state: 'valid', isValid: true });
  });

  test('isValid false takes precedence over a future date in the same call', async () => {
    const id = await h.issue(generic());
    await h.patch({ id, isValid: false, templateFields: { validUntil: '2099-01-01' } });
    expect(book(id)?.state).toBe('voided');
  });

  test('a pass expires by the clock, isValid stays unchanged, and isValid true reactivates it', async () => {
    const id = await h.issue({
      ...generic(),
      templateFields: { validUntil: new Date(T0 + DAY).toISOString() },
    });
    expect(book(id)?.state).toBe('valid');
    h.sandbox.control.advanceClock(DAY);
    expect(book(id)).toMatchObject({ state: 'expired', isValid: true });
    await h.patch({ id, isValid: true });
    expect(book(id)?.state).toBe('valid');
    await h.patch({ id, templateFields: { validUntil: new Date(T0).toISOString() } });
    expect(book(id)?.state).toBe('expired');
  });

  test('a bare date is midnight UTC at the start of that day', async () => {
    const id = await h.issue({ ...generic(), templateFields: { validUntil: '2026-06-02' } });
    h.sandbox.control.setClock(Date.UTC(2026, 5, 2) - 1);
    expect(book(id)?.state).toBe('valid');
    h.sandbox.control.advanceClock(1);
    expect(book(id)?.state).toBe('expired');
  });
});

describe('balance operations', () => {
  const operate = async (balance: unknown, operation: object) => {
    const templateFields = balance === undefined ? {} : { balance };
    const id = await h.issue({ templateId: h.sandbox.templates.giftCard, templateFields });
    return h.patch({ id, balanceOperation: operation });
  };

  test.each([
    [undefined, { operation: 'add', amount: 5 }, 5],
    [20, { operation: 'add', amount: '5.5' }, 25.5],
    ['20', { operation: 'add', amount: 1 }, 21],
    [0.1, { operation: 'add', amount: 0.2 }, 0.3],
    [20, { operation: 'subtract', amount: 5 }, 15],
    [20, { operation: 'subtract', amount: 50 }, 0],
    [20, { operation: 'set', amount: 7 }, 7],
    [20, { operation: 'add', amount: 7, isTotal: true }, 7],
    [20, { operation: 'subtract', amount: '7', isTotal: true }, 7],
    [20, { operation: 'add', amount: 7, isTotal: false }, 27],
    ['€20', { operation: 'set', amount: 7 }, 7],
  ])('balance %j with %j becomes %d', async (balance, operation, expected) => {
    const { status, body } = await operate(balance, operation);
    expect(status).toBe(200);
    expect(body).toMatchObject({ pointsBalance: expected, templateFields: { balance: expected } });
  });

  test.each([
    [20, { operation: 'add' }],
    [20, { operation: 'add', amount: -1 }],
    [20, { operation: 'add', amount: '1,50' }],
    [20, { operation: 'add', amount: '' }],
    [20, { operation: 'add', amount: null }],
    [20, { operation: 'double', amount: 1 }],
    ['€20', { operation: 'add', amount: 1 }],
  ])('balance %j with %j returns 400', async (balance, operation) => {
    expect((await operate(balance, operation)).status).toBe(400);
  });

  test('a template without a balance returns 400', async () => {
    const id = await h.issue(generic());
    const balanceOperation = { operation: 'add', amount: 1 };
    expect((await h.patch({ id, balanceOperation })).status).toBe(400);
  });

  test('a direct balance needs no operation and returns no pointsBalance', async () => {
    const id = await h.issue({ templateId: h.sandbox.templates.loyalty });
    const { body } = await h.patch({ id, templateFields: { balance: 40 } });
    expect(body).not.toHaveProperty('pointsBalance');
    expect(book(id)?.templateFields.balance).toBe(40);
  });
});
