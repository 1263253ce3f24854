import { newPass } from '../../../shared/triggers/newPass';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passVoided } from '../../../shared/triggers/passVoided';
import { stampCardCompleted } from '../../../shared/triggers/stampCardCompleted';
import type { Trigger } from '../../../shared/triggers/trigger';
import {
  type SimulatedPass,
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  T0,
} from './simulation';

const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id)).sort();

describe('a list that cannot be read in time', () => {
  it('fails the poll, says how to read less, and loses nothing', async () => {
    const service = new Simulation();
    for (let i = 0; i < 1000; i += 1) service.issue(T0 - i * MINUTE);
    const input = { ...PASS_INPUTS, pageSize: 100, maxPasses: 1000 };
    const polling = new Polling(service, passAddedToWallet, input);
    await polling.poll();
    const { state } = polling;
    for (const pass of service.passes) pass.deviceCount = 1;
    service.latency = 1000;
    await expect(polling.attempt(5_000)).rejects.toMatchObject({
      kind: 'unavailable',
      message: expect.stringMatching(
        /^Reading all passes would .* [1-9]00 of 1000 were read$/,
      ) as string,
      hint: expect.stringMatching(/'Look Back \(Days\)'.*'Max Passes to Read'/) as string,
    });
    expect(polling.state).toBe(state);
    expect(await polling.poll()).toHaveLength(1000);
  });
});

describe('its cost', () => {
  it.each([
    [0, 1],
    [200, 1],
    [201, 2],
    [1000, 5],
  ])('%d passes take %d requests, a stamp card one more', async (count, requests) => {
    const service = new Simulation();
    for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE);
    const input = { ...PASS_INPUTS, pageSize: 200 };
    for (const [trigger, more] of [
      [passVoided, 0],
      [stampCardCompleted, 1],
    ] as const) {
      const polling = new Polling(service, trigger, input);
      await polling.poll();
      service.requests.length = 0;
      await polling.poll();
      expect(service.requests).toHaveLength(requests + more);
    }
  });

  it('only the first poll of a template without passes reads the template, if the key may', async () => {
    for (const trigger of [passVoided, newPass]) {
      const service = new Simulation();
      service.templateRefusal = [403, 'Missing permission: templates.viewAll'];
      const input = { ...PASS_INPUTS, moreTemplateIds: ['other'] as never };
      const polling = new Polling(service, trigger as Trigger, input);
      const templates = () => service.requests.filter((path) => path.startsWith('/templates/'));
      expect(await polling.poll()).toEqual([]);
      expect(templates()).toEqual(['/templates/t', '/templates/other']);
      service.requests.length = 0;
      await polling.poll();
      await trigger.pollStateless(service.context(), input, false);
      expect(templates()).toEqual([]);
      service.templateRefusal = [404, 'Resource not found'];
      const added = { ...input, moreTemplateIds: ['third'] as never };
      const restarted = new Polling(service, trigger as Trigger, added);
      restarted.state = polling.state;
      await expect(restarted.poll()).rejects.toMatchObject({ field: 'moreTemplateIds' });
    }
  });

  it('the look-back limits the requests of a poll', async () => {
    const service = new Simulation();
    for (let i = 0; i < 2000; i += 1) service.issue(T0 - i * 60 * MINUTE);
    const input = { ...PASS_INPUTS, pageSize: 200, lookBackDays: 10 };
    const polling = new Polling(service, passAddedToWallet, input);
    await polling.poll();
    service.requests.length = 0;
    const [newest] = service.passes;
    if (newest) newest.deviceCount = 1;
    expect(ids(await polling.poll())).toEqual([newest?.id]);
    expect(service.requests.filter((path) => path.startsWith('/passes'))).toHaveLength(2);
  });

  it('reaching the limit names the fix', async () => {
    const service = new Simulation();
    for (let i = 0; i < 200; i += 1) service.issue(T0 - i);
    const polling = new Polling(service, passVoided, { ...PASS_INPUTS, maxPasses: 100 });
    await expect(polling.poll()).rejects.toMatchObject({
      kind: 'invalidInput',
      field: 'maxPasses',
    });
    expect(service.requests).toHaveLength(1);
  });
});

describe('other changes of the list', () => {
  const INPUT = { ...PASS_INPUTS, pageSize: 200 };

  function thousand() {
    const service = new Simulation();
    for (let i = 0; i < 1000; i += 1) service.issue(T0 - i * MINUTE);
    return { service, polling: new Polling(service, passVoided, INPUT) };
  }

  function voidMany(service: Simulation, passes: SimulatedPass[]): void {
    service.clock.pass(1);
    for (const pass of passes)
      Object.assign(pass, { isValid: false, updated: service.clock.now() });
  }

  it('990 voided passes are 990 events if others were deleted', async () => {
    const { service, polling } = thousand();
    await polling.poll();
    for (const which of [900, 500, 499, 3]) service.passes.splice(which, 1);
    const voided = service.passes.slice(0, 990);
    voidMany(service, voided);
    expect(ids(await polling.poll())).toEqual(ids(voided));
    expect(await polling.poll()).toEqual([]);
  });

  it('990 voided passes are 990 events if others show up with an older date', async () => {
    const { service, polling } = thousand();
    await polling.poll();
    const voided = service.passes.slice(0, 990);
    for (const i of [3, 300, 700]) service.issue(T0 - i * MINUTE - 1);
    voidMany(service, voided);
    expect(ids(await polling.poll())).toEqual(ids(voided));
    expect(await polling.poll()).toEqual([]);
  });

  it('a pass that is voided when it first shows up is an event, however old', async () => {
    const { service, polling } = thousand();
    await polling.poll();
    const late = service.issue(T0 - 500 * MINUTE - 1);
    voidMany(service, [late]);
    expect(ids(await polling.poll())).toEqual([late.id]);
    expect(await polling.poll()).toEqual([]);
  });

  it('an empty response in between repeats nothing and loses nothing', async () => {
    const { service, polling } = thousand();
    const before = service.passes.slice(0, 10);
    voidMany(service, before);
    await polling.poll();
    for (const { id } of service.passes) service.hidden.add(id);
    expect(await polling.poll()).toEqual([]);
    const later = service.passes.slice(10, 20);
    voidMany(service, later);
    service.clock.pass(DAY);
    expect(await polling.poll()).toEqual([]);
    service.hidden.clear();
    expect(ids(await polling.poll())).toEqual(ids(later));
  });

  it('a deleted pass is forgotten within three days', async () => {
    const { service, polling } = thousand();
    voidMany(service, service.passes);
    await polling.poll();
    const full = polling.state?.length ?? 0;
    service.passes.splice(0, 900);
    await polling.poll();
    expect(polling.state?.length).toBeGreaterThanOrEqual(full);
    service.clock.pass(3 * DAY);
    await polling.poll();
    expect(polling.state?.length).toBeLessThan(full / 9);
  });

  it('a longer look-back triggers no events for the passes it adds', async () => {
    const service = new Simulation();
    for (let i = 0; i < 100; i += 1) service.issue(T0 - i * DAY, { deviceCount: 1 });
    const input = { ...PASS_INPUTS, pageSize: 200, lookBackDays: 10 as number | undefined };
    const polling = new Polling(service, passAddedToWallet, input);
    await polling.poll();
    for (const lookBackDays of [50, 20, 70, undefined]) {
      polling.input.lookBackDays = lookBackDays;
      expect(await polling.poll()).toEqual([]);
      const updated = service.clock.now();
      const { id } = service.issue(updated - 5 * DAY, { deviceCount: 1, updated });
      expect(ids(await polling.poll())).toEqual([id]);
    }
  });

  it('a pass that is changed shortly before it leaves the look-back is an event', async () => {
    const service = new Simulation();
    const pass = service.issue(T0 - 10 * DAY + MINUTE);
    const polling = new Polling(service, passAddedToWallet, { ...INPUT, lookBackDays: 10 });
    await polling.poll();
    pass.deviceCount = 1;
    service.clock.pass(7 * MINUTE);
    expect(ids(await polling.poll())).toEqual([pass.id]);
  });
});

describe('a pass that is voided and expires', () => {
  const expiring = (service: Simulation, ms: number) =>
    service.issue(T0, { templateFields: { validUntil: new Date(T0 + ms).toISOString() } });

  it.each([false, true])(
    'between two polls is Pass Voided (service shows expired passes as not valid: %s)',
    async (expiryInvalidates) => {
      const service = new Simulation();
      Object.assign(service, { expiryInvalidates });
      const voided = expiring(service, 2 * MINUTE);
      expiring(service, 2 * MINUTE);
      const polling = new Polling(service, passVoided, PASS_INPUTS);
      await polling.poll();
      service.clock.pass(MINUTE);
      Object.assign(voided, { isValid: false, updated: service.clock.now() });
      service.clock.pass(5 * MINUTE);
      expect(ids(await polling.poll())).toEqual([voided.id]);
      expect(await polling.poll()).toEqual([]);
    },
  );
});

describe('a stamp card', () => {
  it('is required, and its size is read again', async () => {
    const service = new Simulation();
    const polling = new Polling(service, stampCardCompleted, PASS_INPUTS);
    await polling.poll();
    const { id } = service.issue(T0, { collectedStamps: 8 });
    expect(await polling.poll()).toEqual([]);
    service.stampCount = 8;
    expect(ids(await polling.poll())).toEqual([id]);
    service.stampCount = undefined;
    await expect(polling.poll()).rejects.toMatchObject({ field: 'templateId' });
  });
});

describe('on a platform that deduplicates by ID', () => {
  it("its baseline covers a day more than 'Look Back (Days)'", async () => {
    const service = new Simulation();
    const [, , beyond, within] = [12, 11.5, 10.5, 9.5].map((days) =>
      service.issue(T0 - days * DAY, { deviceCount: 1 }),
    );
    const given = async (isBaseline: boolean) => {
      const input = { ...PASS_INPUTS, lookBackDays: 10 };
      return ids(await passAddedToWallet.pollStateless(service.context(), input, isBaseline));
    };
    expect(await given(true)).toEqual(ids([beyond, within] as SimulatedPass[]));
    expect(await given(false)).toEqual([within?.id]);
  });
});
