import { DAY, T0, useSandbox } from './harness';

const h = useSandbox();
const issue = () => h.issue({ templateId: h.sandbox.templates.generic });
const notify = (id: string, message: object = { title: 'Hello', content: 'We open at nine' }) =>
  h.call('POST', `/pass/${id}/notify`, { body: message });
const alerts = () => h.sandbox.control.outbox().map(({ channel, passId }) => [channel, passId]);

describe('notifying one holder', () => {
  test('a pass on no phone returns success false, and the message stays on the pass', async () => {
    const id = await issue();
    const response = await notify(id);
    expect(response.status).toBe(200);
    expect(response.body).toEqual({ success: false, code: 'no_registered_devices' });
    expect(h.sandbox.control.pass(id)?.message).toMatchObject({ title: 'Hello' });
    expect(alerts()).toEqual([]);
  });

  test('wallet A alerts once per wording', async () => {
    const id = await issue();
    h.sandbox.control.phoneAdded(id, 'a');
    expect((await notify(id)).body).toEqual({ success: true });
    expect((await notify(id)).body).toEqual({ success: false, code: 'unchanged_message' });
    expect((await notify(id, { title: 'Hello', content: 'Other' })).body).toEqual({
      success: true,
    });
    expect(alerts()).toEqual([
      ['wallet_a', id],
      ['wallet_a', id],
    ]);
  });

  test('wallet B shows three notifications per pass in 24 hours', async () => {
    const id = await issue();
    h.sandbox.control.phoneAdded(id, 'b');
    for (let i = 0; i < 5; i += 1) expect((await notify(id)).body).toEqual({ success: true });
    expect(alerts()).toHaveLength(3);
    h.sandbox.control.advanceClock(DAY - 1);
    await notify(id);
    expect(alerts()).toHaveLength(3);
    h.sandbox.control.advanceClock(1);
    await notify(id);
    expect(alerts()).toHaveLength(4);
  });

  test('returns 404 without a wallet B copy until a PATCH rebuilds it', async () => {
    const id = await issue();
    h.sandbox.control.phoneAdded(id, 'a');
    h.sandbox.control.setWalletBCopy(id, false);
    const refused = await notify(id);
    expect(refused.status).toBe(404);
    expect(refused.body.error).toMatch(/^Google Wallet object not found/);
    await h.patch({ id });
    expect((await notify(id)).body).toEqual({ success: true });
  });

  test('the message shows from now for 24 hours unless dates are given', async () => {
    const id = await issue();
    const shown = () => h.sandbox.control.pass(id)?.message;
    await notify(id);
    expect(shown()).toMatchObject({ validFrom: T0, validUntil: T0 + DAY });
    await notify(id, {
      title: 'a',
      content: 'b',
      validFrom: '2026-07-01',
      validUntil: '2026-07-03T10:00:00+02:00',
    });
    expect(shown()).toMatchObject({
      validFrom: Date.UTC(2026, 6, 1),
      validUntil: Date.UTC(2026, 6, 3, 8),
    });
  });

  test.each([
    [{ title: 'a' }, /content/],
    [{ content: 'a' }, /title/],
    [{ title: ' ', content: 'b' }, /title/],
    [
      { title: 'a', content: 'b', validUntil: 'soon' },
      /^Invalid valid until string! Must be ISO 8601/,
    ],
    [{ title: 'a', content: 'b', validFrom: 5 }, /^Invalid valid from string! Must be ISO 8601/],
  ])('%j returns 400', async (message, text) => {
    const response = await notify(await issue(), message);
    expect(response.status).toBe(400);
    expect(response.body.error).toMatch(text);
  });

  test('a missing or foreign pass returns 404', async () => {
    for (const id of ['none', h.sandbox.foreign.passId]) {
      expect((await notify(id)).body).toEqual({ error: 'Pass not found' });
    }
  });
});

describe('notifying every holder of a template', () => {
  const notifyAll = (id: string, body: object = { title: 'Storm', content: 'Closed today' }) =>
    h.call('POST', `/template/${id}/notification`, { body });

  test('wallet B alerts immediately, wallet A within minutes, passes on no phone never', async () => {
    const [a, b] = [await issue(), await issue()];
    await issue();
    h.sandbox.control.phoneAdded(a, 'a');
    h.sandbox.control.phoneAdded(b, 'b');
    expect((await notifyAll(h.sandbox.templates.generic)).status).toBe(200);
    expect(alerts()).toEqual([['wallet_b', b]]);
    h.sandbox.control.advanceClock(5 * 60_000);
    expect(alerts()).toEqual([
      ['wallet_b', b],
      ['wallet_a', a],
    ]);
  });

  test('reaches only the requested template', async () => {
    h.sandbox.control.phoneAdded(await issue(), 'b');
    await notifyAll(h.sandbox.templates.offer);
    expect(alerts()).toEqual([]);
  });

  test('a missing or foreign template returns 404, an incomplete message 400', async () => {
    for (const id of ['none', h.sandbox.foreign.templateId]) {
      const response = await notifyAll(id);
      expect([response.status, response.body]).toEqual([404, { error: 'Resource not found' }]);
    }
    expect((await notifyAll(h.sandbox.templates.generic, { title: 'a' })).status).toBe(400);
  });
});
