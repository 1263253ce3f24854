import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { byId, useN8n } from '../support/n8n';

/** Every event in n8n's engine, over HTTP; test/shared/triggers tests their exactness. */
const n8n = useN8n();
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

const DAY = 86_400_000;
const MINUTE = 60_000;

function trigger(event: string, more: INodeParameters = {}) {
  const staticData: IDataObject = {};
  const poll = async (mode: 'trigger' | 'manual' = 'trigger', key?: string) => {
    control().clearRequests();
    const items = await n8n.engine.poll(
      { type: 'walletPassTrigger', parameters: { event, ...more } },
      { credentials: n8n.credentials(key), staticData, mode },
    );
    return (items?.[0] ?? []).map(({ json }) => json);
  };
  const ids = async (key?: string) => (await poll('trigger', key)).map(({ id }) => id);
  return { staticData, poll, ids };
}

const ofTemplate = (event: string, more: INodeParameters = {}) =>
  trigger(event, { templateId: byId(template()), ...more });
const seed = (count: number, more: object = {}) => control().seedPasses(template(), count, more);
const requests = () => control().requests().length;

async function patch(id: string, changes: object): Promise<void> {
  const response = await fetch(`${n8n.sandbox.baseUrl}/pass`, {
    method: 'PATCH',
    headers: { 'X-API-Key': n8n.sandbox.keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify({ id, ...changes }),
  });
  expect(response.status).toBe(200);
}

describe('passAddedToWallet and passRemovedFromWallet', () => {
  it('fire on each, once, for one request per page', async () => {
    const [id = ''] = seed(250);
    const added = ofTemplate('passAddedToWallet');
    const removed = ofTemplate('passRemovedFromWallet');
    expect([await added.ids(), await removed.ids()]).toEqual([[], []]);
    control().phoneAdded(id, 'a');
    expect(await added.poll()).toMatchObject([
      { id, installed: true, createdIso: expect.any(String) },
    ]);
    expect(requests()).toBe(2);
    expect([await added.ids(), await removed.ids()]).toEqual([[], []]);
    control().phoneRemoved(id, 'a');
    expect([await added.ids(), await removed.ids()]).toEqual([[], [id]]);
    control().phoneAdded(id, 'b');
    expect([await added.ids(), await removed.ids()]).toEqual([[id], []]);
  });
});

describe('passUpdated', () => {
  it('fires on a change, not on a new pass', async () => {
    const [id = ''] = seed(3, { from: control().now() - DAY });
    const { ids } = ofTemplate('passUpdated');
    expect(await ids()).toEqual([]);
    seed(1);
    await patch(id, { templateFields: { balance: 5 } });
    expect(await ids()).toEqual([id]);
    expect(requests()).toBe(1);
    expect(await ids()).toEqual([]);
  });

  it('with watched fields lists the changed ones', async () => {
    const [id = ''] = seed(3, { from: control().now() - DAY });
    const { poll } = ofTemplate('passUpdated', { filters: { watchedFields: 'balance, email' } });
    await poll();
    await patch(id, { templateFields: { accountName: 'Ana' } });
    expect(await poll()).toEqual([]);
    await patch(id, { templateFields: { balance: 5 } });
    expect(await poll()).toMatchObject([{ id, changed: ['balance'] }]);
  });
});

describe('passVoided', () => {
  it('fires on each voiding', async () => {
    const [id = ''] = seed(2);
    const { ids } = ofTemplate('passVoided');
    await ids();
    await patch(id, { isValid: false });
    expect(await ids()).toEqual([id]);
    expect(requests()).toBe(1);
    await patch(id, { isValid: true });
    expect(await ids()).toEqual([]);
    await patch(id, { isValid: false });
    expect(await ids()).toEqual([id]);
  });
});

describe('other changes of the list', () => {
  it('do not hide events if a pass shows up with an older date', async () => {
    const now = control().now();
    const passes = seed(300, { from: now - DAY, spacingMs: MINUTE });
    const { ids } = ofTemplate('passVoided');
    expect(await ids()).toEqual([]);
    seed(1, { from: now - DAY + 500 });
    seed(1, { from: now - DAY + 200 * MINUTE + 500 });
    const voided = passes.slice(0, 280);
    for (const id of voided) await patch(id, { isValid: false });
    expect((await ids()).sort()).toEqual(voided.sort());
    expect(await ids()).toEqual([]);
  });

  it('do not hide a pass that is voided and expired by the next poll', async () => {
    const [id = ''] = seed(2);
    const { ids } = ofTemplate('passVoided');
    await ids();
    const validUntil = new Date(control().now() - 1000).toISOString();
    await patch(id, { isValid: false, templateFields: { validUntil } });
    expect(await ids()).toEqual([id]);
    expect(await ids()).toEqual([]);
  });
});

describe('watched fields that can never change', () => {
  it.each(['trigger', 'manual'] as const)('are refused (%s)', async (mode) => {
    seed(1);
    const { poll, staticData } = ofTemplate('passUpdated', {
      filters: { watchedFields: 'balanse, email' },
    });
    await expect(poll(mode)).rejects.toMatchObject({
      message: expect.stringContaining("'Watched Fields' contains 'balanse'"),
      description: expect.stringContaining("Did you mean 'balance'?"),
    });
    expect(JSON.stringify(staticData)).not.toContain('state');
  });

  it('are accepted if the key may not read the design', async () => {
    seed(1);
    const { ids } = ofTemplate('passUpdated', { filters: { watchedFields: 'balanse' } });
    const key = control().addKey(['passes.viewAll']);
    expect(await ids(key)).toEqual([]);
  });
});

describe('passExpiring', () => {
  it('fires once per date', async () => {
    const [id = ''] = seed(2);
    const { ids } = ofTemplate('passExpiring', { days: 3 });
    await ids();
    const until = (days: number) => ({
      templateFields: { validUntil: new Date(Date.now() + days * DAY).toISOString() },
    });
    await patch(id, until(10));
    expect(await ids()).toEqual([]);
    await patch(id, until(2));
    expect(await ids()).toEqual([id]);
    expect(requests()).toBe(1);
    expect(await ids()).toEqual([]);
    await patch(id, until(2.5));
    expect(await ids()).toEqual([id]);
  });
});

describe('stampCardCompleted', () => {
  it('fires on each round', async () => {
    const stamps = n8n.sandbox.templates.stampCard;
    const [id = ''] = control().seedPasses(stamps, 2);
    const { ids } = trigger('stampCardCompleted', { templateId: byId(stamps) });
    await ids();
    await patch(id, { collectedStamps: 50 });
    expect(await ids()).toEqual([id]);
    expect(requests()).toBe(2);
    await patch(id, { collectedStamps: 0 });
    expect(await ids()).toEqual([]);
    await patch(id, { collectedStamps: 50 });
    expect(await ids()).toEqual([id]);
  });

  it('reports a template that is not a stamp card', async () => {
    const { poll } = trigger('stampCardCompleted', {
      templateId: byId(n8n.sandbox.templates.offer),
    });
    await expect(poll()).rejects.toMatchObject({
      message: expect.stringContaining('not a stamp card'),
    });
  });
});

describe('newTemplate', () => {
  it('fires on a new template, for one request', async () => {
    const { poll } = trigger('newTemplate');
    expect(await poll()).toEqual([]);
    const response = await fetch(`${n8n.sandbox.baseUrl}/templates`, {
      method: 'POST',
      headers: { 'X-API-Key': n8n.sandbox.keys['Full access'], 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: 'Summer', type: 'offer' }),
    });
    const { id } = (await response.json()) as { id: string };
    expect(await poll()).toMatchObject([{ id, name: 'Summer', createdIso: expect.any(String) }]);
    expect(requests()).toBe(1);
    expect(await poll()).toEqual([]);
  });
});

describe('badgeAdded', () => {
  it('fires when a badge is added, even if it could not be read at first', async () => {
    const badge = n8n.sandbox.badges.published;
    const invite = async (email: string) => {
      const response = await fetch(`${n8n.sandbox.baseUrl}/badge/templates/${badge}/invites`, {
        method: 'POST',
        headers: {
          'X-API-Key': n8n.sandbox.keys['Full access'],
          'Content-Type': 'application/json',
        },
        body: JSON.stringify({ email }),
      });
      return control().badgeAdded(((await response.json()) as { code: string }).code);
    };
    const { poll } = trigger('badgeAdded');
    expect(await poll()).toEqual([]);
    const { passId } = await invite('new@example.com');
    control().queueFault({ kind: 'credentialsNull', count: 3 });
    expect(await poll()).toEqual([]);
    expect(await poll()).toMatchObject([{ id: passId, passId, email: 'new@example.com' }]);
    expect(requests()).toBe(1);
    expect(await poll()).toEqual([]);
  });
});

describe('options', () => {
  it('several templates have separate baselines', async () => {
    const { offer } = n8n.sandbox.templates;
    const parameters = { filters: { moreTemplateIds: [offer] } };
    const { ids } = ofTemplate('newPass', parameters);
    await ids();
    const [one] = seed(1);
    const [two] = control().seedPasses(offer, 1, { from: control().now() + 1 });
    expect(await ids()).toEqual([one, two]);
  });

  it('more passes than the limit fail the poll, and the state does not change', async () => {
    seed(150);
    const { poll, staticData } = ofTemplate('passVoided', { options: { maxPasses: 100 } });
    await expect(poll()).rejects.toMatchObject({
      message: 'There are more than 100 passes to read, the limit set for this trigger',
    });
    expect(staticData).toEqual({ 'node:Wallet Pass Trigger': {} });
  });

  it('a test in the editor shows matching passes, and does not change the state', async () => {
    const ids = seed(5);
    const { poll, staticData } = ofTemplate('passAddedToWallet');
    expect(await poll('manual')).toMatchObject([{ isExample: true }]);
    control().phoneAdded(ids[0] ?? '', 'a');
    expect((await poll('manual')).map(({ id }) => id)).toEqual([ids[0]]);
    expect(staticData).toEqual({});
  });
});
