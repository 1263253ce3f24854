import { passNotAdded } from '../../../shared/triggers/passNotAdded';
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
  return { service, polling: new Polling(service, passNotAdded, input) };
}

it('triggers that many days after a pass was issued, to the millisecond, and once', async () => {
  const { service, polling } = start();
  const { id } = service.issue(T0);
  await polling.poll();
  service.clock.pass(3 * DAY - 1);
  expect(await polling.poll()).toEqual([]);
  service.clock.pass(1);
  expect(ids(await polling.poll())).toEqual([id]);
  service.clock.pass(30 * DAY);
  expect(await polling.poll()).toEqual([]);
});

it('triggers again after the pass was in a wallet', async () => {
  const { service, polling } = start();
  const pass = service.issue(T0);
  await polling.poll();
  service.clock.pass(3 * DAY);
  expect(ids(await polling.poll())).toEqual([pass.id]);
  pass.deviceCount = 1;
  expect(await polling.poll()).toEqual([]);
  pass.deviceCount = 0;
  expect(ids(await polling.poll())).toEqual([pass.id]);
});

it.each<[string, Partial<SimulatedPass>]>([
  ['is in a wallet', { deviceCount: 1 }],
  ['is voided', { isValid: false }],
  ['has expired', { templateFields: { validUntil: new Date(T0 + DAY).toISOString() } }],
])('a pass that %s does not trigger', async (_state, values) => {
  const { service, polling } = start();
  await polling.poll();
  service.issue(T0, values);
  service.clock.pass(3 * DAY);
  expect(await polling.poll()).toEqual([]);
  expect(await passNotAdded.pollStateless(service.context(), INPUT, false)).toEqual([]);
});

it('after an outage, triggers only for what happened in the last two days', async () => {
  const { service, polling } = start();
  const [leftToday, leftLongAgo, added] = [0, 1, 2].map(() =>
    service.issue(T0 - 30 * DAY, { deviceCount: 1 }),
  );
  const [dueLongAgo, dueToday] = [T0, T0 + 6 * DAY].map((created) => service.issue(created));
  await polling.poll();
  service.clock.pass(10 * DAY);
  const left = (pass: SimulatedPass | undefined, days: number) =>
    Object.assign(pass ?? {}, { deviceCount: 0, updated: service.clock.now() - days * DAY });
  left(leftToday, 0);
  left(leftLongAgo, 3);
  Object.assign(dueLongAgo ?? {}, { updated: service.clock.now() });
  expect(ids(await polling.poll())).toEqual(ids([leftToday, dueToday] as SimulatedPass[]));
  expect(await polling.poll()).toEqual([]);
  left(added, 0);
  expect(ids(await polling.poll())).toEqual([added?.id]);
});

it('a look-back that reads no pass of that age is refused', async () => {
  for (const lookBackDays of [1, 3]) {
    const { service, polling } = start({ ...INPUT, lookBackDays: lookBackDays as never });
    const refusal = { kind: 'invalidInput', field: 'lookBackDays' };
    await expect(polling.poll()).rejects.toMatchObject(refusal);
    const samples = passNotAdded.samples(service.context(), polling.input);
    await expect(samples).rejects.toMatchObject(refusal);
    expect(service.requests).toEqual([]);
  }
  const { service, polling } = start({ ...INPUT, lookBackDays: 4 as never });
  const { id } = service.issue(T0);
  await polling.poll();
  service.clock.pass(3 * DAY + MINUTE);
  expect(ids(await polling.poll())).toEqual([id]);
});
