import { newPass } from '../../../shared/triggers/newPass';
import { MAX_STATE_SIZE } from '../../../shared/triggers/state';
import { DAY, MINUTE, PASS_INPUTS, Polling, Simulation, T0 } from './simulation';

const FULL_PAGES = { ...PASS_INPUTS, pageSize: 200 };

function start(input = PASS_INPUTS) {
  const service = new Simulation();
  return { service, polling: new Polling(service, newPass, input) };
}

const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id));

describe('the first poll', () => {
  it('sets the baseline and returns nothing, on an empty template and on a full one', async () => {
    for (const count of [0, 1, 500]) {
      const { service, polling } = start(FULL_PAGES);
      for (let i = 0; i < count; i += 1) service.issue(T0 - i * MINUTE);
      expect(await polling.poll()).toEqual([]);
      const passPages = service.requests.filter((path) => path.startsWith('/passes'));
      expect(passPages.length).toBeLessThanOrEqual(2);
      const { id } = service.issue(T0 + MINUTE);
      expect(ids(await polling.poll())).toEqual([id]);
    }
  });

  it('treats passes that share the newest timestamp as old, on either side of a page', async () => {
    const { service, polling } = start(FULL_PAGES);
    for (let i = 0; i < 205; i += 1) service.issue(T0);
    expect(await polling.poll()).toEqual([]);
    expect(await polling.poll()).toEqual([]);
    const { id } = service.issue(T0);
    expect(ids(await polling.poll())).toEqual([id]);
  });
});

describe('clocks that are wrong', () => {
  it('one pass dated in the future does not hide later ones', async () => {
    for (const isThereFirst of [true, false]) {
      const { service, polling } = start();
      service.issue(T0);
      if (isThereFirst) service.issue(T0 + 2 * DAY);
      await polling.poll();
      const given: string[] = [];
      const issued: string[] = [];
      for (let i = 0; i < 6; i += 1) {
        if (i === 2 && !isThereFirst) issued.push(service.issue(T0 + 2 * DAY).id);
        service.clock.pass(7 * MINUTE);
        issued.push(service.issue(service.clock.now() - MINUTE).id);
        given.push(...ids(await polling.poll()));
      }
      expect(given.sort()).toEqual(issued.sort());
    }
  });

  it.each([-3 * DAY, 3 * DAY])(
    'a server whose clock is %d ms off loses nothing and repeats nothing',
    async (skew) => {
      const { service, polling } = start();
      service.skew = skew;
      await polling.poll();
      for (let i = 0; i < 5; i += 1) {
        service.clock.pass(7 * MINUTE);
        const { id } = service.issue(service.clock.now() - MINUTE);
        expect(ids(await polling.poll())).toEqual([id]);
        // It is set back briefly.
        service.skew -= 30 * MINUTE;
        expect(await polling.poll()).toEqual([]);
        service.skew += 30 * MINUTE;
      }
    },
  );
});

describe('its cost', () => {
  it.each([
    [0, 1],
    [10, 1],
    [150, 1],
    [200, 2],
    [1000, 6],
  ])('%d new passes take %d requests', async (count, requests) => {
    const { service, polling } = start(FULL_PAGES);
    for (let i = 0; i < 2000; i += 1) service.issue(T0 - (i + 1) * 10 * MINUTE);
    await polling.poll();
    for (let i = 0; i < count; i += 1) service.issue(T0 + i);
    service.requests.length = 0;
    expect(await polling.poll()).toHaveLength(count);
    // One more for the name of the template, if there are events.
    expect(service.requests).toHaveLength(requests + (count > 0 ? 1 : 0));
  });

  it('remembers any number of passes from the last minutes', async () => {
    const { service, polling } = start({ ...FULL_PAGES, maxPasses: 20_000 });
    await polling.poll();
    for (let i = 0; i < 3_000; i += 1) service.issue(T0 + i);
    expect(await polling.poll()).toHaveLength(3_000);
    expect(polling.state?.length).toBeLessThan(MAX_STATE_SIZE);
    expect(await polling.poll()).toEqual([]);
    const { id } = service.issue(T0 + 10);
    expect(ids(await polling.poll())).toEqual([id]);
  });

  it('forgets passes that are more than five minutes older than the newest', async () => {
    const { service, polling } = start(FULL_PAGES);
    await polling.poll();
    const empty = polling.state?.length ?? 0;
    for (let i = 0; i < 2800; i += 1) service.issue(T0 + i * MINUTE);
    service.clock.pass(2800 * MINUTE);
    expect(await polling.poll()).toHaveLength(2800);
    expect(polling.state?.length).toBeLessThan(empty + 500);
  });

  it('does not grow with the number of polls', async () => {
    const { service, polling } = start(FULL_PAGES);
    await polling.poll();
    const empty = polling.state?.length ?? 0;
    for (let i = 0; i < 300; i += 1) {
      service.clock.pass(MINUTE);
      const { id } = service.issue();
      expect(ids(await polling.poll())).toEqual([id]);
      expect(polling.state?.length).toBeLessThan(empty + 500);
    }
  });

  it('fails instead of skipping passes', async () => {
    const { service, polling } = start({ ...PASS_INPUTS, maxPasses: 100 });
    await polling.poll();
    for (let i = 0; i < 150; i += 1) service.issue(T0 + i);
    const state = polling.state;
    await expect(polling.poll()).rejects.toMatchObject({
      kind: 'invalidInput',
      field: 'maxPasses',
    });
    expect(polling.state).toBe(state);
  });

  it('depends on the clock of the service alone', async () => {
    const { service, polling } = start();
    service.issue(T0 + 365 * 24 * 60 * MINUTE);
    await polling.poll();
    const { id } = service.issue(T0 + 365 * 24 * 60 * MINUTE + 1);
    expect(ids(await polling.poll())).toEqual([id]);
  });
});

describe('a pass that was output', () => {
  it('is not new if its creation time is corrected', async () => {
    const { service, polling } = start();
    await polling.poll();
    const pass = service.issue(T0);
    expect(ids(await polling.poll())).toEqual([pass.id]);
    pass.created += 1;
    expect(await polling.poll()).toEqual([]);
  });

  it('is not new if the list has omitted it for days', async () => {
    const { service, polling } = start();
    await polling.poll();
    const { id } = service.issue(T0);
    expect(ids(await polling.poll())).toEqual([id]);
    service.hidden.add(id);
    for (let day = 0; day < 5; day += 1) {
      service.clock.pass(DAY);
      expect(await polling.poll()).toEqual([]);
    }
    service.hidden.clear();
    expect(await polling.poll()).toEqual([]);
  });
});

describe('filters', () => {
  it('skip passes that do not match, permanently', async () => {
    const { service, polling } = start();
    await polling.poll();
    service.issue(T0, { externalId: 'crm-1', email: 'a@example.com' });
    const kept = service.issue(T0, { externalId: 'M-1', email: 'b@example.com' });
    service.issue(T0, { email: 'c@example.com' });
    service.issue(T0, { externalId: 'M-2' });
    Object.assign(polling.input, {
      externalIdOnly: true,
      emailOnly: true,
      ignoreExternalIdPrefix: 'crm-',
    });
    expect(ids(await polling.poll())).toEqual([kept.id]);
    Object.assign(polling.input, PASS_INPUTS);
    expect(await polling.poll()).toEqual([]);
  });
});

describe('samples', () => {
  it('are the newest three, in one request for passes', async () => {
    const { service } = start();
    const passes = [1, 2, 3, 4, 5].map((minute) => service.issue(T0 + minute * MINUTE));
    const samples = await newPass.samples(service.context(), PASS_INPUTS);
    expect(ids(samples)).toEqual(ids(passes.slice(-3).reverse()));
    expect(service.requests).toEqual(['/passes?templateId=t&limit=3', '/templates/t']);
    expect(samples[0]).toMatchObject({ created: '2026-06-01T12:05:00.000Z', installed: false });
  });
});

describe('the results for a platform that deduplicates by ID', () => {
  it('isBaseline reaches further back than any later poll', async () => {
    const { service } = start();
    const [, middle, recent] = [100, 60, 1].map((hours) => service.issue(T0 - hours * 60 * MINUTE));
    const given = async (isBaseline: boolean) =>
      ids(await newPass.pollStateless(service.context(), PASS_INPUTS, isBaseline));
    expect(await given(false)).toEqual([recent?.id]);
    expect(await given(true)).toEqual([recent?.id, middle?.id]);
  });
});
