/** Which changes are one event, two or none; histories.test.ts tests the same in random order. */

import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';
import { passDateReached } from '../../../shared/triggers/passDateReached';
import { passExpiring } from '../../../shared/triggers/passExpiring';
import { passInactive } from '../../../shared/triggers/passInactive';
import { passNotAdded } from '../../../shared/triggers/passNotAdded';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import { DAY, MINUTE, T0, ids, until, watching } from './simulation';

test.each([0, 2, 30])('A pass that the list lacked for %d days is no event', async (days) => {
  const { service, poll, change } = watching(passAddedToWallet);
  const [seen, changed] = [service.issue(T0), service.issue(T0)];
  service.issue(T0 + 6 * MINUTE);
  await poll();
  change(seen, { deviceCount: 1 });
  expect(await poll()).toEqual([seen.id]);
  for (const { id } of [seen, changed]) service.hidden.add(id);
  change(changed, { deviceCount: 1 });
  for (let day = 0; day <= days; day += 1) {
    service.clock.pass(DAY);
    expect(await poll()).toEqual([]);
  }
  service.hidden.clear();
  expect(await poll()).toEqual([]);
  for (const pass of [seen, changed]) change(pass, { deviceCount: 0 });
  expect(await poll()).toEqual([]);
  for (const pass of [seen, changed]) change(pass, { deviceCount: 1 });
  expect(await poll()).toEqual(ids([seen, changed]));
});

test('A value that changes and changes back between two polls is no event', async () => {
  const { service, poll, change } = watching(passAddedToWallet);
  const pass = service.issue(T0);
  await poll();
  change(pass, { deviceCount: 1 });
  change(pass, { deviceCount: 0 });
  expect(await poll()).toEqual([]);
});

test('A value that changes and changes back is two events if polls see both changes', async () => {
  const { service, poll, change } = watching(passUpdated, { watchedFields: ['balance'] });
  const pass = service.issue(T0, { templateFields: { balance: 1 } });
  await poll();
  for (const balance of [2, 1]) {
    change(pass, { templateFields: { balance } });
    expect(await poll()).toEqual([pass.id]);
  }
});

test('Pass Expiring has an event each time the end of a pass comes near', async () => {
  const { service, poll, change } = watching(passExpiring, { days: 7 });
  const pass = service.issue(T0);
  await poll();
  const events: unknown[] = [];
  for (const days of [3, 3, 30, 3]) {
    change(pass, until(T0 + days * DAY));
    events.push((await poll()).length);
  }
  expect(events).toEqual([1, 0, 0, 1]);
});

test('Pass Date Reached has an event each time a pass gets a date within two days', async () => {
  const input = { field: 'homeShop', days: 0, yearly: false };
  const { service, poll, change } = watching(passDateReached, input);
  const pass = service.issue(T0 - 9 * DAY, { customFields: { homeShop: '2026-06-30' } });
  await poll();
  const events: unknown[] = [];
  for (const date of ['2026-06-01', '1.6.2026', '2027-01-01', '2026-06-01', '2026-05-29']) {
    change(pass, { customFields: { homeShop: date } });
    events.push((await poll()).length);
  }
  expect(events).toEqual([1, 0, 0, 1, 0]);
});

test.each([
  [{ templateFields: {} }, { templateFields: { balance: 1 } }],
  [{ templateFields: { balance: 1 } }, { templateFields: {} }],
])('A field that a pass gets or loses has changed: %j, then %j', async (before, after) => {
  const { service, poll, change } = watching(passUpdated, { watchedFields: ['balance'] });
  const pass = service.issue(T0, before);
  await poll();
  change(pass, after);
  expect(await poll()).toEqual([pass.id]);
  change(service.issue(service.clock.now(), before), after);
  expect(await poll()).toEqual([]);
});

const BIRTHDAY = { field: 'homeShop', days: 0, yearly: true };
test.each([
  ['Pass Expiring', passExpiring, { days: 7 }, until(T0 + 8 * DAY)],
  ['Pass Inactive', passInactive, { days: 1 }, {}],
  ['Pass Not Added to Wallet', passNotAdded, { days: 1 }, {}],
  ['Pass Date Reached', passDateReached, BIRTHDAY, { customFields: { homeShop: '1990-06-02' } }],
])('%s repeats nothing if the clock is set back and forward', async (...row) => {
  const [, trigger, input, values] = row;
  const { service, poll } = watching(trigger, input);
  const { id } = service.issue(T0, values);
  await poll();
  service.clock.pass(DAY + MINUTE);
  expect(await poll()).toEqual([id]);
  for (const back of [5 * MINUTE, 2 * DAY, 40 * DAY]) {
    service.skew = -back;
    expect(await poll()).toEqual([]);
    service.skew = 0;
    expect(await poll()).toEqual([]);
  }
});
