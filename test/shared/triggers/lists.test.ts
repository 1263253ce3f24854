import { badgeAdded } from '../../../shared/triggers/badgeAdded';
import { newTemplate } from '../../../shared/triggers/newTemplate';
import { DAY, Polling, Simulation, T0, ids } from './simulation';

describe('newTemplate', () => {
  it('that is the first is new, whatever the clock of the service says', async () => {
    const service = new Simulation();
    service.skew = 3 * DAY;
    const polling = new Polling(service, newTemplate, {});
    expect(await polling.poll()).toEqual([]);
    service.templates = [{ id: 'a', created: T0 }];
    expect(ids(await polling.poll())).toEqual(['a']);
  });

  it('shows the newest three in a test', async () => {
    const service = new Simulation();
    service.templates = ['a', 'b', 'c', 'd'].map((id, i) => ({ id, created: T0 - i }));
    expect(ids(await newTemplate.samples(service.context(), {}))).toEqual(['a', 'b', 'c']);
  });

  it('costs one request', async () => {
    const service = new Simulation();
    for (let i = 0; i < 250; i += 1)
      service.templates.push({ id: `t${i}`, created: T0 - i * 1000_000 });
    const polling = new Polling(service, newTemplate, {});
    await polling.poll();
    service.requests.length = 0;
    await polling.poll();
    expect(service.requests).toHaveLength(1);
  });
});

describe('badgeAdded', () => {
  const input = { badgeTemplateId: undefined };

  it('a badge that could not be read at first is not new, but later ones of its holder are', async () => {
    const service = new Simulation();
    const polling = new Polling(service, badgeAdded, input);
    for (const [badges, expected] of [
      [null, []],
      [null, []],
      [['b1'], []],
      [['b1', 'b2'], ['b2']],
      [null, []],
      [['b1', 'b2', 'b3'], ['b3']],
    ] as const) {
      const credentials = badges && badges.map((passId) => ({ passId }));
      service.holders = [{ id: 'h1', credentials }];
      expect(ids(await polling.poll())).toEqual(expected);
    }
  });

  it('a badge that cannot be read for days is not new afterwards', async () => {
    const service = new Simulation();
    const badges = [{ passId: 'b1' }];
    service.holders = [{ id: 'h1', credentials: badges }];
    const polling = new Polling(service, badgeAdded, input);
    await polling.poll();
    service.holders = [{ id: 'h1', credentials: null }];
    for (let day = 0; day < 5; day += 1) {
      service.clock.pass(DAY);
      expect(await polling.poll()).toEqual([]);
    }
    service.holders = [{ id: 'h1', credentials: badges }];
    expect(await polling.poll()).toEqual([]);
  });

  it('looks for a badge that nobody has: it may not exist', async () => {
    const service = new Simulation();
    const poll = (badgeTemplateId: string) =>
      badgeAdded.pollStateless(service.context(), { badgeTemplateId }, false);
    expect(await poll('t')).toEqual([]);
    expect(service.requests).toHaveLength(2);
  });

  it('costs one request, and notifies Zapier if it cannot start yet', async () => {
    const service = new Simulation();
    service.holders = [{ id: 'h1', credentials: [{ passId: 'b1' }] }];
    expect(ids(await badgeAdded.pollStateless(service.context(), input, true))).toEqual(['b1']);
    expect(service.requests).toHaveLength(1);
    service.holders = [{ id: 'h1', credentials: null }];
    await expect(badgeAdded.pollStateless(service.context(), input, true)).rejects.toMatchObject({
      kind: 'unavailable',
    });
    expect(await badgeAdded.pollStateless(service.context(), input, false)).toEqual([]);
  });
});
