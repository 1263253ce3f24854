import { newPass } from '../../../shared/triggers/newPass';
import { passUpdated } from '../../../shared/triggers/passUpdated';
import '../../support/long';
import { MINUTE, PASS_INPUTS, Polling, Simulation, T0 } from './simulation';

it('a poll that would have to remember too much fails and keeps its state', async () => {
  const watchedFields = Array.from({ length: 400 }, (_, i) => `field${i}`);
  const service = new Simulation();
  const input = { ...PASS_INPUTS, watchedFields, pageSize: 1000 };
  const polling = new Polling(service, passUpdated, input);
  service.design = watchedFields;
  // JSON: 15 characters for a pass, and 9 for each of its fields.
  for (let i = 0; i < 400; i += 1) service.issue(T0 - i * MINUTE);
  await polling.poll();
  const before = polling.state;
  expect(Math.round((before?.length ?? 0) / 400)).toBe(3615);
  polling.input.maxPasses = 150_000;
  for (let i = 0; i < 1_400; i += 1) service.issue(T0 + i * MINUTE);
  await expect(polling.poll()).rejects.toMatchObject({
    message: expect.stringContaining('remember'),
  });
  expect(polling.state).toBe(before);
});

it('a poll finds 150,000 new passes on one page', async () => {
  const service = new Simulation();
  const input = { ...PASS_INPUTS, pageSize: 200_000, maxPasses: 200_000 };
  const polling = new Polling(service, newPass, input);
  await polling.poll();
  for (let i = 0; i < 150_000; i += 1) service.issue(T0 + i * 10);
  expect((await polling.poll()).length).toBe(150_000);
});
