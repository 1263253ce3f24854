/**
 * What every trigger must do on each platform, over HTTP, by its case file in `test/cases`; test/shared/triggers tests
 * their exactness.
 */

import { type Scope, SCOPES } from '../../shared/service/scopes';
import { TRIGGERS } from '../../shared/triggers';
import { TRIGGER_CASES, inputName } from '../support/scenarios';
import { ownHolder } from '../support/scenarios/badges';
import { endpointOf } from '../support/scenarios/endpoints';
import type { Raw } from '../support/scenarios/operationCase';
import { dayIn } from '../support/times';
import { PLATFORMS, type Platform, failureOfPoll } from './platforms';

const DAY = 24 * 3_600_000;

describe.each(['n8n', 'zapier'] as const)('%s', (name) => {
  const platform: Platform = PLATFORMS[name]();
  const control = () => platform.sandbox.control;
  const CASES = TRIGGER_CASES.filter(({ trigger }) => name === 'n8n' || trigger.zapier);

  describe.each(CASES.map((one) => [one.trigger.key, one] as const))('%s', (_key, one) => {
    const { trigger, missing } = one;
    const start = async (replaced: Raw = {}, scopes?: readonly Scope[]) => {
      const scenario = await one.scenario(platform.newFixture());
      const key = scopes && control().addKey(scopes);
      control().clearRequests();
      return {
        ...scenario,
        ...platform.start(trigger, { ...scenario.input, ...replaced }, { key }),
      };
    };

    test('The trigger fires once on each event, for the requests of its case', async () => {
      const { poll, event, undo } = await start();
      expect(await poll()).toEqual([]);
      for (const n of [0, 1]) {
        control().advanceClock(1000);
        const { n8n, zapier = n8n } = await event(n);
        const expected = { n8n, zapier }[name];
        control().clearRequests();
        // For Zapier, an object that had the event before is not new.
        expect(await poll()).toMatchObject(name === 'zapier' && undo && n > 0 ? [] : [expected]);
        expect(control().requests().map(endpointOf).sort()).toEqual(one.requests);
        expect(await poll()).toEqual([]);
        control().advanceClock(1000);
        await undo?.();
        if (undo) expect(await poll()).toEqual([]);
      }
    });

    test('A test of the trigger in the editor shows the event', async () => {
      const { poll, test: tested, event } = await start();
      const { n8n, zapier = n8n } = await event(0);
      const { id } =
        trigger.onlySample && name === 'n8n' ? trigger.output.sample : { n8n, zapier }[name];
      expect(await tested()).toContainEqual(expect.objectContaining({ id }));
      expect(await poll()).toEqual([]);
    });

    test('The trigger names the missing scope', async () => {
      for (const needed of one.scopes) {
        const { poll } = await start(
          {},
          SCOPES.filter((scope) => scope !== needed),
        );
        const { message, words, scope } = await failureOfPoll(poll());
        expect(message).toContain(needed);
        if (name === 'n8n') expect(scope).toBe(needed);
        expect(words.at(-1)).toMatch(/403\)$/);
      }
    });

    for (const { input, field } of one.invalid) {
      test(`The trigger names the field of an invalid value, and sends nothing: ${inputName(input)}`, async () => {
        const { kind, message, field: named } = await failureOfPoll((await start(input)).poll());
        expect(kind).toBe('invalidInput');
        if (name === 'n8n') expect(named).toBe(field);
        expect(message).toContain(`'${trigger.input[field]?.label}'`);
        expect(control().requests()).toEqual([]);
      });
    }

    if (!missing) return;
    test('The trigger names the missing object', async () => {
      const { kind, message } = await failureOfPoll((await start(missing.input)).poll());
      expect(kind).toBe('notFound');
      expect(message).toContain(missing.message);
      if (name === 'n8n') expect(message).toBe(missing.message);
    });
  });

  const start = (key: string, input: Raw, timezone?: string) => {
    const trigger = TRIGGERS.find((one) => one.key === key);
    if (!trigger) throw new Error(`There is no trigger ${key}`);
    return platform.start(trigger, input, { timezone });
  };

  test('Badge Added to Wallet fires once a badge can be read', async () => {
    const { poll } = start('badgeAdded', {});
    expect(await poll()).toEqual([]);
    const { passId, email } = await ownHolder(platform.newFixture(), 0);
    control().queueFault({ kind: 'credentialsNull', count: 3 });
    expect(await poll()).toEqual([]);
    const items = await poll();
    expect(items).toMatchObject([{ id: passId, email }]);
    // Card numbers stay out of Zapier's task history, as in Find Badge Holder.
    const card = control()
      .badgePasses()
      .find(({ id }) => id === passId)?.cardNumber;
    expect(card).toEqual(expect.any(Number));
    if (name === 'zapier') {
      expect(JSON.stringify(items)).not.toContain(String(card));
      expect(JSON.stringify(items)).not.toMatch(/credential|cardNumber|wiegand/i);
    }
    expect(await poll()).toEqual([]);
  });

  /** A pass with this value in the date field. */
  const withDate = (rewards: string) => {
    const from = control().now() - 3 * DAY;
    const values = { templateFields: { rewards } };
    return control().seedPasses(platform.sandbox.templates.loyalty, 1, { from, values })[0];
  };
  const dates = (timezone?: string) =>
    start(
      'passDateReached',
      { templateId: platform.sandbox.templates.loyalty, field: 'rewards', days: 0 },
      timezone,
    );

  test('Pass Date Reached uses the day of the time zone of the workflow', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;
    expect(dayIn(Date.now(), east)).not.toBe(dayIn(Date.now(), west));
    withDate('2099-01-01');
    for (const timezone of [east, west]) {
      const { poll } = dates(timezone);
      expect(await poll()).toEqual([]);
      const date = dayIn(Date.now(), timezone);
      const id = withDate(date);
      const event = name === 'n8n' ? { id, date } : { passId: id, date };
      expect(await poll()).toMatchObject([event]);
      expect(await poll()).toEqual([]);
    }
    // 26 hours west of Kiritimati, its date has not come yet.
    const { poll } = dates(west);
    await poll();
    withDate(dayIn(Date.now(), east));
    expect(await poll()).toEqual([]);
  });

  test('Pass Date Reached fails in a test, and when it is turned on, if no pass has a date', async () => {
    withDate('03/04/2026');
    const { poll, test: tested } = dates();
    for (const run of [tested, poll]) {
      const { kind, message, field } = await failureOfPoll(run());
      expect(kind).toBe('invalidInput');
      expect(message).toContain(
        "'Date Field' finds no date: 1 of 1 passes has another value in 'Reward level'",
      );
      if (name === 'n8n') expect(field).toBe('field');
    }
  });
});
