import { TRIGGER_CASES } from '../support/scenarios';
import { endpointOf } from '../support/scenarios/endpoints';
import { useWorkingInputs } from '../support/scenarios/working';
import { dayIn } from '../support/times';
import { HOUR, failureOf, useZapier } from './harness';

/** Every event in Zapier's core, over HTTP: IDs that are unique and stable, newest first. */
const app = useZapier();
const { newFixture } = useWorkingInputs(app);
const DAY = 24 * HOUR;
const template = () => app.sandbox.templates.loyalty;
const SEEDING = { meta: { isPopulatingDedupe: true } };
const FIRST_PAGE = { meta: { isFillingDynamicDropdown: true, page: 0 } };
const SAMPLE = { meta: { isLoadingSample: true } };

const seed = (count: number, more: object = {}) =>
  app.sandbox.control.seedPasses(template(), count, more);

async function send(method: string, path: string, body: object): Promise<Record<string, unknown>> {
  const response = await fetch(`${app.sandbox.baseUrl}${path}`, {
    method,
    headers: { 'X-API-Key': app.sandbox.keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.ok).toBe(true);
  app.sandbox.control.clearRequests();
  return (await response.json()) as Record<string, unknown>;
}

const patch = (id: string, changes: object) => send('PATCH', '/pass', { id, ...changes });

/** Results that trigger a Zap: those that neither the first nor an earlier poll returned. */
function zap(key: string, input: object = { templateId: template() }) {
  let seen: Set<unknown> | undefined;
  return async () => {
    const items = await app.trigger(key, input, seen ? {} : SEEDING);
    const ids = items.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const fresh = items.filter(({ id }) => seen && !seen.has(id));
    seen = new Set([...(seen ?? []), ...ids]);
    return fresh;
  };
}

const CASES = TRIGGER_CASES.flatMap((one) =>
  one.trigger.zapier ? [[one.trigger.zapier.key, one] as const] : [],
);

/** Events whose cases use a new pass each time, although a pass can have them again. */
const REPEATED = ['pass_voided', 'stamp_card_completed'];

describe.each(CASES)('%s', (key, { scenario, requests }) => {
  const start = async () => {
    const events = await scenario(newFixture());
    app.sandbox.control.clearRequests();
    return events;
  };

  it('triggers once on each event, for the requests of its case', async () => {
    const { input, event, undo } = await start();
    const poll = zap(key, input);
    expect(await poll()).toEqual([]);
    for (const n of [0, 1]) {
      app.sandbox.control.advanceClock(1000);
      const { n8n, zapier = n8n } = await event(n);
      app.sandbox.control.clearRequests();
      // An object that had the event before is not new.
      expect(await poll()).toMatchObject(undo && n > 0 ? [] : [zapier]);
      expect(app.sent().map(endpointOf).sort()).toEqual(requests);
      expect(await poll()).toEqual([]);
      await undo?.();
    }
  });

  it('states at the top that a pass triggers only once, if it can have the event again', async () => {
    const { undo } = await start();
    const [first] = await app.fields('trigger', key, {});
    const isStated = first?.helpText?.includes('Each pass triggers only once.') ?? false;
    expect(isStated).toBe(undo !== undefined || REPEATED.includes(key));
  });
});

describe('events of passes', () => {
  it('pass_updated: every change, newest first, with the ID of the pass beside that of the event', async () => {
    const [a = '', b = ''] = seed(3, { from: app.sandbox.control.now() - DAY });
    const poll = zap('pass_updated');
    await poll();
    await patch(a, { templateFields: { balance: 1 } });
    app.sandbox.control.advanceClock(1000);
    await patch(b, { templateFields: { balance: 1 } });
    const items = await poll();
    expect(items.map(({ passId }) => passId)).toEqual([b, a]);
    expect(items[0]?.id).toBe(`${b}:${String(items[0]?.updated)}`);
    expect(app.sent().map(endpointOf)).toEqual(['GET /passes', 'GET /templates/{id}']);
    app.sandbox.control.advanceClock(1000);
    await patch(b, { templateFields: { balance: 2 } });
    expect((await poll()).map(({ passId }) => passId)).toEqual([b]);
  });

  it('samples are at most three that fit, however many there are', async () => {
    seed(8, { installedShare: 0.5 });
    const items = await app.trigger('pass_added_to_wallet', { templateId: template() }, SAMPLE);
    expect(items).toHaveLength(3);
    expect(items.every(({ installed }) => installed === true)).toBe(true);
  });
});

describe('pass_date_reached', () => {
  const withDate = (rewards: string) => {
    const from = app.sandbox.control.now() - 3 * DAY;
    return seed(1, { from, values: { templateFields: { rewards } } })[0];
  };
  const input = () => ({ templateId: template(), field: 'rewards', days: '0' });

  it('uses the day of the time zone of the Zap', async () => {
    const [east, west] = ['Pacific/Kiritimati', 'Etc/GMT+12'] as const;
    const date = dayIn(Date.now(), east);
    const id = withDate(date);
    const inZone = async (timezone: string) =>
      (await app.trigger('pass_date_reached', input(), { meta: { timezone } })).map(
        (one) => one.id,
      );
    expect(await inZone(east)).toEqual([`${id}:${date}`]);
    expect(await inZone(west)).toEqual([]);
  });

  it('a test logs how many values are no dates, because the editor shows only events and errors', async () => {
    withDate(dayIn(Date.now() - DAY, 'UTC'));
    const wrong = withDate('03/04/2026');
    const [event, ...others] = await app.trigger('pass_date_reached', input(), SAMPLE);
    expect(event).not.toHaveProperty('note');
    expect(others).toEqual([]);
    const logged = app.zapier.logs.map(({ message }) => message);
    expect(logged).toContainEqual(
      expect.stringContaining(`1 of 2 passes has another value in 'Reward level'`),
    );
    expect(logged.join()).toContain(wrong);
    expect(logged.join()).not.toContain('03/04/2026 ');
  });

  it('a test fails, and the Zap is not turned on, if no pass has a date', async () => {
    withDate('03/04/2026');
    for (const bundle of [SAMPLE, SEEDING]) {
      const failure = await failureOf(app.trigger('pass_date_reached', input(), bundle));
      expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
      expect(failure.message).toContain("'Date Field' finds no date");
    }
  });

  it('offers the fields of the chosen template, and the dates that every template has', async () => {
    const fields = await app.fields('trigger', 'pass_date_reached', { templateId: template() });
    expect(fields.find(({ key }) => key === 'field')).toMatchObject({
      dynamic: 'date_field_list.id.name',
    });
    const listed = await app.trigger('date_field_list', { templateId: template() }, FIRST_PAGE);
    expect(listed).toContainEqual({ id: 'homeShop', name: 'Home shop' });
    expect(listed).toContainEqual({ id: 'validUntil', name: 'Valid Until' });
  });
});

describe('events of templates and badges', () => {
  it('badge_added: once the badge can be read', async () => {
    const { control, badges } = app.sandbox;
    const poll = zap('badge_added', {});
    await poll();
    const path = `/badge/templates/${badges.published}/invites`;
    const { code } = await send('POST', path, { email: 'new@example.com' });
    const { passId } = control.badgeAdded(String(code));
    control.queueFault({ kind: 'credentialsNull', count: 3 });
    expect(await poll()).toEqual([]);
    const items = await poll();
    expect(items).toMatchObject([{ id: passId, email: 'new@example.com' }]);
    // Card numbers stay out of task history, as in Find Badge Holder.
    const card = control.badgePasses().find(({ id }) => id === passId)?.cardNumber;
    expect(card).toEqual(expect.any(Number));
    expect(JSON.stringify(items)).not.toContain(String(card));
    expect(JSON.stringify(items)).not.toMatch(/credential|cardNumber|wiegand/i);
  });
});

describe('the promises of the editor', () => {
  const operations = async () => {
    const { triggers = {} } = await app.zapier.definition();
    return Object.fromEntries(
      Object.entries(triggers).map(([key, { operation }]) => [
        key,
        operation as { sample: Record<string, unknown>; outputFields: { key?: string }[] },
      ]),
    );
  };

  it('declares no field that Zapier never gets', async () => {
    const all = await operations();
    const keys = (trigger: string) => all[trigger]?.outputFields.map(({ key }) => key);
    expect(keys('pass_updated')).not.toContain('changed');
    expect(keys('badge_added')).not.toContain('credential');
    expect(keys('badge_added')).toContain('email');
  });

  it('shows in the sample of an expiring pass when it expires', async () => {
    expect((await operations()).pass_expiring?.sample).toHaveProperty('validUntil');
  });
});
