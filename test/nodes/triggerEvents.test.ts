import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { SCOPES } from '../../shared/service/scopes';
import { TRIGGER_CASES, inputName } from '../support/scenarios';
import { ownHolder } from '../support/scenarios/badges';
import { endpointOf } from '../support/scenarios/endpoints';
import type { Raw } from '../support/scenarios/operationCase';
import { n8nTriggerParameters } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { byId, useN8n } from '../support/n8n';
import { dayIn } from '../support/times';

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

describe('passDateReached', () => {
  const DAY = 24 * 3_600_000;
  const withDate = (rewards: string) => {
    const [id] = seed(1, {
      from: control().now() - 3 * DAY,
      values: { templateFields: { rewards } },
    });
    return id;
  };
  const ofZone = (timezone: string, field: string) => {
    const staticData: IDataObject = {};
    const parameters = {
      event: 'passDateReached',
      templateId: byId(template()),
      field: byId(field),
    };
    return async (mode: 'trigger' | 'manual' = 'trigger') => {
      const items = await n8n.engine.poll(
        { type: 'walletPassTrigger', parameters },
        { credentials: n8n.credentials(), staticData, mode, timezone },
      );
      return (items?.[0] ?? []).map(({ json }) => json);
    };
  };

  it('uses the day of the time zone of the workflow', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;
    for (const [timezone, other] of [
      [east, west],
      [west, east],
    ] as const) {
      const poll = ofZone(timezone, 'rewards');
      expect(await poll()).toEqual([]);
      const date = dayIn(Date.now(), timezone);
      const id = withDate(date);
      expect(date).not.toBe(dayIn(Date.now(), other));
      expect(await poll()).toMatchObject([{ id, date }]);
      expect(await poll()).toEqual([]);
    }
    // 26 hours west of Kiritimati, its date has not come yet.
    const poll = ofZone(west, 'rewards');
    await poll();
    withDate(dayIn(Date.now(), east));
    expect(await poll()).toEqual([]);
  });

  it('a test in the editor says how many values are no dates', async () => {
    const id = withDate(dayIn(Date.now() - DAY, 'UTC'));
    withDate('03/04/2026');
    expect(await ofZone('UTC', 'Reward level')('manual')).toMatchObject([
      {
        id,
        note: expect.stringContaining(
          "1 of 2 passes has another value in 'Reward level'",
        ) as string,
      },
    ]);
  });

  it('fails a test and the start of the workflow if no pass has a date in the field', async () => {
    seed(2, { values: { templateFields: { accountName: 'Ana Souza' } } });
    for (const mode of ['manual', 'trigger'] as const) {
      await expect(ofZone('UTC', 'Member')(mode)).rejects.toMatchObject({
        message: expect.stringContaining(
          "'Date Field' finds no date: 2 of 2 passes have another value in 'Member'",
        ) as string,
        context: { kind: 'invalidInput', field: 'field' },
      });
    }
  });

  it('lists the fields of the chosen template, and the dates that every template has', async () => {
    const { results } = await n8n.engine.listSearch(
      {
        type: 'walletPassTrigger',
        parameters: { event: 'passDateReached', templateId: byId(template()) },
      },
      'searchDateField',
      { credentials: n8n.credentials() },
    );
    expect(results).toContainEqual({ name: 'Home shop', value: 'homeShop' });
    expect(results.slice(-2)).toEqual([
      { name: 'Valid From', value: 'validFrom' },
      { name: 'Valid Until', value: 'validUntil' },
    ]);
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

  it('a template that is missing is named with the input that it is in', async () => {
    const missing = (parameters: INodeParameters) => ofTemplate('newPass', parameters).ids();
    await expect(missing({ filters: { moreTemplateIds: ['gone'] } })).rejects.toMatchObject({
      message: "Template not found: 'gone'",
      description: expect.stringContaining("'More Template Names or IDs'"),
    });
    const filters = { moreTemplateIds: ['gone'], watchedFields: 'balance' };
    await expect(ofTemplate('passUpdated', { filters }).ids()).rejects.toMatchObject({
      description: expect.stringContaining("'More Template Names or IDs'"),
    });
    const notStamped = { filters: { moreTemplateIds: [n8n.sandbox.templates.offer] } };
    const { ids } = ofTemplate('stampCardCompleted', {
      ...notStamped,
      templateId: byId(n8n.sandbox.templates.stampCard),
    });
    await expect(ids()).rejects.toMatchObject({
      message: expect.stringMatching(/^The template '.*' is not a stamp card$/),
      description: expect.stringContaining("'More Template Names or IDs'"),
    });
    await expect(missing({ templateId: byId('gone') })).rejects.toMatchObject({
      description: expect.stringContaining("in 'Template'"),
    });
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
