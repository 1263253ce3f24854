import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SCOPES } from '../../shared/service/scopes';
import { TRIGGER_CASES, inputName } from '../support/cases';
import { ownHolder } from '../support/cases/badges';
import { endpointOf } from '../support/cases/endpoints';
import type { Raw } from '../support/cases/operationCase';
import { n8nTriggerParameters } from '../support/cases/platformInputs';
import { useWorkingInputs } from '../support/cases/working';
import { byId, useN8n } from '../support/n8n';

/** Every event in n8n's engine, over HTTP; test/shared/triggers tests their exactness. */
const n8n = useN8n();
const { newFixture } = useWorkingInputs(n8n);
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

const DAY = 86_400_000;
const MINUTE = 60_000;

function trigger(event: string, more: object = {}) {
  const staticData: IDataObject = {};
  const poll = async (mode: 'trigger' | 'manual' = 'trigger', key?: string) => {
    control().clearRequests();
    const items = await n8n.engine.poll(
      { type: 'walletPassTrigger', parameters: { event, ...more } as INodeParameters },
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

describe.each(TRIGGER_CASES.map((one) => [one.trigger.key, one] as const))('%s', (event, one) => {
  const start = async (replaced: Raw = {}) => {
    const scenario = await one.scenario(newFixture());
    const input = { ...scenario.input, ...replaced };
    return { ...scenario, ...trigger(event, n8nTriggerParameters(one.trigger, input)) };
  };

  it('fires once on each event, for the requests of its case', async () => {
    const { poll, event: happens, undo } = await start();
    expect(await poll()).toEqual([]);
    for (const n of [0, 1]) {
      control().advanceClock(1000);
      const { n8n: expected } = await happens(n);
      expect(await poll()).toMatchObject([expected]);
      expect(control().requests().map(endpointOf).sort()).toEqual(one.requests);
      expect(await poll()).toEqual([]);
      control().advanceClock(1000);
      await undo?.();
      if (undo) expect(await poll()).toEqual([]);
    }
  });

  it('shows the event in a test in the editor, without changing the state', async () => {
    const { poll, event: happens, staticData } = await start();
    const { n8n: expected } = await happens(0);
    expect(await poll('manual')).toContainEqual(expect.objectContaining({ id: expected.id }));
    expect(staticData).toEqual({});
  });

  it('names the missing scope', async () => {
    for (const needed of one.scopes) {
      const { poll } = await start();
      const key = control().addKey(SCOPES.filter((scope) => scope !== needed));
      const message = `This API key lacks the scope ${needed}`;
      await expect(poll('trigger', key)).rejects.toMatchObject({ httpCode: '403', message });
    }
  });

  for (const { input, field } of one.invalid) {
    it(`names the field of an invalid value, and sends nothing: ${inputName(input)}`, async () => {
      const { poll } = await start(input);
      await expect(poll()).rejects.toMatchObject({ context: { kind: 'invalidInput', field } });
      expect(requests()).toBe(0);
    });
  }

  const { missing } = one;
  if (!missing) return;
  it('names the missing object', async () => {
    const { poll } = await start(missing.input);
    const { message } = missing;
    await expect(poll()).rejects.toMatchObject({ message, context: { kind: 'notFound' } });
  });
});

describe('passUpdated', () => {
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

describe('stampCardCompleted', () => {
  it('reports a template that is not a stamp card', async () => {
    const { poll } = trigger('stampCardCompleted', {
      templateId: byId(n8n.sandbox.templates.offer),
    });
    await expect(poll()).rejects.toMatchObject({
      message: expect.stringContaining('not a stamp card'),
    });
  });
});

describe('badgeAdded', () => {
  it('fires once a badge can be read', async () => {
    const { poll } = trigger('badgeAdded');
    expect(await poll()).toEqual([]);
    const { passId, email } = await ownHolder(newFixture(), 0);
    control().queueFault({ kind: 'credentialsNull', count: 3 });
    expect(await poll()).toEqual([]);
    expect(await poll()).toMatchObject([{ id: passId, email }]);
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
