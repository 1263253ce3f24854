import { passInactive } from '../../../shared/triggers/passInactive';
import {
  DAY,
  MINUTE,
  PASS_INPUTS,
  Polling,
  Simulation,
  type SimulatedPass,
  T0,
} from './simulation';

const INPUT = { ...PASS_INPUTS, days: 3 };
const ids = (items: Record<string, unknown>[]) => items.map(({ id }) => String(id)).sort();

function start(input = INPUT) {
  const service = new Simulation();
  const change = (pass: SimulatedPass) => (pass.updated = service.clock.now());
  return { service, change, polling: new Polling(service, passInactive, input) };
}

it('triggers that many days after the last change, to the millisecond, and once', async () => {
  const { service, change, polling } = start();
  const pass = service.issue(T0);
  await polling.poll();
  service.clock.pass(2 * DAY);
  change(pass);
  service.clock.pass(3 * DAY - 1);
  expect(await polling.poll()).toEqual([]);
  service.clock.pass(1);
  expect(ids(await polling.poll())).toEqual([pass.id]);
  service.clock.pass(30 * DAY);
  expect(await polling.poll()).toEqual([]);
});

it('triggers again after a change, even if no poll saw the pass active', async () => {
  const { service, change, polling } = start();
  const pass = service.issue(T0);
  await polling.poll();
  service.clock.pass(3 * DAY);
  expect(ids(await polling.poll())).toEqual([pass.id]);
  change(pass);
  service.clock.pass(4 * DAY);
  expect(ids(await polling.poll())).toEqual([pass.id]);
  expect(await polling.poll()).toEqual([]);
});

it.each<[string, Partial<SimulatedPass>]>([
  ['is voided', { isValid: false }],
  ['has expired', { templateFields: { validUntil: new Date(T0 + DAY).toISOString() } }],
])('a pass that %s does not trigger', async (_state, values) => {
  const { service, polling } = start();
  await polling.poll();
  service.issue(T0, values);
  service.clock.pass(3 * DAY);
  expect(await polling.poll()).toEqual([]);
  expect(await passInactive.pollStateless(service.context(), INPUT, false)).toEqual([]);
});

it('a look-back that reads no pass of that age is refused', async () => {
  const { service, polling } = start({ ...INPUT, lookBackDays: 3 as never });
  const refusal = { kind: 'invalidInput', field: 'lookBackDays' };
  await expect(polling.poll()).rejects.toMatchObject(refusal);
  expect(service.requests).toEqual([]);
  polling.input.lookBackDays = 4 as never;
  expect(await polling.poll()).toEqual([]);
});

describe('on a platform that deduplicates by ID', () => {
  const eventId = (item: Record<string, unknown>) => passInactive.zapier?.eventId?.(item);

  it('each period is one event, and the baseline covers all earlier ones', async () => {
    const { service, change } = start();
    const pass = service.issue(T0);
    for (let i = 0; i < 20; i += 1) service.issue(T0 - i * DAY);
    const list = async (isBaseline: boolean) =>
      (await passInactive.pollStateless(service.context(), INPUT, isBaseline)).map(eventId);
    const seen = new Set(await list(true));
    const fresh = async () => {
      const all = await list(false);
      const unseen = all.filter((id) => !seen.has(id));
      for (const id of all) seen.add(id);
      return unseen;
    };
    expect(await fresh()).toEqual([]);
    expect(seen.size).toBe(17);
    service.clock.pass(MINUTE);
    change(pass);
    service.clock.pass(3 * DAY - 1);
    const others = await fresh();
    expect(others).not.toContain(`${pass.id}:${new Date(pass.updated).toISOString()}`);
    service.clock.pass(DAY);
    expect(await fresh()).toEqual([`${pass.id}:${new Date(pass.updated).toISOString()}`]);
    change(pass);
    service.clock.pass(4 * DAY);
    expect(await fresh()).toEqual([`${pass.id}:${new Date(pass.updated).toISOString()}`]);
    expect(await fresh()).toEqual([]);
  });
});
