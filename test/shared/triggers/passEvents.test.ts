import type { Output } from '../../../shared/fields/output';
import type { Trigger } from '../../../shared/triggers/trigger';
import { TRIGGER_CASES } from '../../support/scenarios';
import { failureOf } from '../../support/failures';
import { T0, linkOf, watching } from './simulation';
import { newPass } from '../../../shared/triggers/newPass';
import { passAddedToWallet } from '../../../shared/triggers/passAddedToWallet';

/** Watches a template with Include Pass Link, which costs a request per event. */
function start(trigger: Trigger, includeLink = true) {
  const { service, polling } = watching(trigger, { includeLink });
  service.issue(T0);
  const happens = (count: number) =>
    Array.from({ length: count }, () => {
      service.clock.pass(1000);
      return service.issue(service.clock.now(), { deviceCount: 1 }).id;
    });
  const links = () => service.requests.filter((request) => request.startsWith('/pass?'));
  return { service, polling, happens, links };
}

const linked = (events: Output[]) => events.map(({ id, link }) => [id, link]);
const expected = (ids: string[]) => ids.map((id) => [id, linkOf(id)]);

describe.each([newPass as Trigger, passAddedToWallet as Trigger])('$key', (trigger) => {
  test('The trigger adds the link to every event, for one request each', async () => {
    const { polling, happens, links } = start(trigger);
    expect(await polling.poll()).toEqual([]);
    const ids = happens(25);
    expect(linked(await polling.poll())).toEqual(expected(ids));
    expect(links()).toHaveLength(25);
    expect(await polling.poll()).toEqual([]);
    expect(links()).toHaveLength(25);
  });

  test('The trigger reads no link unless asked', async () => {
    const { polling, happens, links } = start(trigger, false);
    await polling.poll();
    happens(2);
    const events = await polling.poll();
    expect(events.map(({ link }) => link)).toEqual([undefined, undefined]);
    expect(links()).toEqual([]);
  });

  test('The trigger loses nothing if the service is unavailable, and the error names the option', async () => {
    const { service, polling, happens } = start(trigger);
    await polling.poll();
    const ids = happens(12);
    for (const responses of [6, 10, 14]) {
      service.failAfter = responses;
      expect(await failureOf(polling.poll())).toMatchObject({
        kind: 'unavailable',
        message: expect.stringContaining("'Include Pass Link'") as string,
        fix: expect.stringContaining("turn off 'Include Pass Link'") as string,
      });
    }
    service.failAfter = Infinity;
    expect(linked(await polling.poll())).toEqual(expected(ids));
  });

  test('The trigger outputs a pass that cannot be read without a link, and the others with theirs', async () => {
    const { service, polling, happens } = start(trigger);
    await polling.poll();
    const [first = '', second = '', third = ''] = happens(3);
    service.unreadable.add(second);
    expect(linked(await polling.poll())).toEqual([
      [first, linkOf(first)],
      [second, undefined],
      [third, linkOf(third)],
    ]);
    service.unreadable.clear();
    expect(await polling.poll()).toEqual([]);
    const tested = await trigger.samples(service.context(), polling.input);
    expect(tested.every(({ link }) => link !== undefined)).toBe(true);
    service.unreadable.add(second);
    const withoutOne = await trigger.samples(service.context(), polling.input);
    expect(linked(withoutOne)).toContainEqual([second, undefined]);
  });

  test('The trigger outputs events without a link if the time limit leaves no time for it', async () => {
    const { service, polling, happens, links } = start(trigger);
    await polling.poll();
    const ids = happens(50);
    service.latency = 1000;
    const { items } = await polling.attempt(45_000);
    const read = links().length;
    expect(read).toBeGreaterThan(20);
    expect(read).toBeLessThan(50);
    expect(linked(items)).toEqual([
      ...expected(ids.slice(0, read)),
      ...ids.slice(read).map((id) => [id, undefined]),
    ]);
  });

  test('The trigger treats a rate limit that outlasts the poll like its time limit', async () => {
    const { service, polling, happens } = start(trigger);
    await polling.poll();
    const ids = happens(15);
    service.isThrottled = true;
    const { items } = await polling.attempt(45_000);
    expect(linked(items)).toEqual(ids.map((id) => [id, undefined]));
  });
});

test('Every trigger on passes can include the pass link', () => {
  const onPasses = TRIGGER_CASES.filter(({ trigger }) => 'templateId' in trigger.input);
  const without = onPasses.filter(
    ({ trigger: { input, output } }) => !('includeLink' in input && 'link' in output.fields),
  );
  expect(without).toEqual([]);
  expect(onPasses.length).toBeGreaterThan(5);
});
