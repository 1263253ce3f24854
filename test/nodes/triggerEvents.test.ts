import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SCOPES } from '../../shared/service/scopes';
import { TRIGGER_CASES, inputName } from '../support/scenarios';
import { ownHolder } from '../support/scenarios/badges';
import { endpointOf } from '../support/scenarios/endpoints';
import type { Raw } from '../support/scenarios/operationCase';
import { n8nTriggerParameters } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { byId, useN8n } from '../support/n8n';

/** Every event in n8n's engine, over HTTP; test/shared/triggers tests their exactness. */
const n8n = useN8n();
const { newFixture } = useWorkingInputs(n8n);
const control = () => n8n.sandbox.control;
const template = () => n8n.sandbox.templates.loyalty;

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
    const shown = { id: one.trigger.onlySample ? one.trigger.output.sample.id : expected.id };
    expect(await poll('manual')).toContainEqual(expect.objectContaining(shown));
    expect(staticData).toEqual({});
  });

  it('names the missing scope', async () => {
    for (const needed of one.scopes) {
      const { poll } = await start();
      const key = control().addKey(SCOPES.filter((scope) => scope !== needed));
      const context = { kind: 'missingScope', scope: needed };
      await expect(poll('trigger', key)).rejects.toMatchObject({ httpCode: '403', context });
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

  it('a test in the editor shows matching passes, and does not change the state', async () => {
    const ids = seed(5);
    const { poll, staticData } = ofTemplate('passAddedToWallet');
    expect(await poll('manual')).toMatchObject([{ isExample: true }]);
    control().phoneAdded(ids[0] ?? '', 'a');
    expect((await poll('manual')).map(({ id }) => id)).toEqual([ids[0]]);
    expect(staticData).toEqual({});
  });
});
