import { refresh } from '../../../../shared/operations/badgePass/refresh';
import { resume } from '../../../../shared/operations/badgePass/resume';
import { revoke } from '../../../../shared/operations/badgePass/revoke';
import { suspend } from '../../../../shared/operations/badgePass/suspend';
import { hire } from '../../../support/badges';
import { fastClock } from '../../../support/clock';
import { useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const status = (passId: string) =>
  control()
    .badgePasses()
    .find(({ id }) => id === passId)?.status;
/** How long the service takes to apply a change. */
const EFFECT_DELAY_MS = 5000;

/** Lets the change take effect as soon as so many requests like this have completed. */
function effectAfter(method: string, count = 1): void {
  let seen = 0;
  const off = control().onRequest((request) => {
    if (request.method !== method) return;
    seen += 1;
    if (seen < count) return;
    off();
    control().advanceClock(EFFECT_DELAY_MS);
  });
}

test.each([
  [suspend, { reason: 'Lost phone' }, 'ACTIVE', 'SUSPENDED'],
  [resume, { reason: 'Found' }, 'SUSPENDED', 'ACTIVE'],
  [revoke, {}, 'ACTIVE', 'REVOKED'],
  [refresh, {}, 'ACTIVE', 'ACTIVE'],
] as const)('$label takes effect after a delay', async (operation, more, before, after) => {
  const { passId } = await hire(core);
  control().setBadgePassStatus(passId, before);
  const { out, sent } = await core.run(operation, { passId, confirm: true, ...more });
  expect(sent).toEqual([`POST /badge/passes/${passId}/lifecycle`]);
  expect(core.bodies('POST', /lifecycle$/)).toEqual([{ action: operation.key, ...more }]);
  expect(out).toEqual([{ id: passId, accepted: true }]);
  expect(status(passId)).toBe(before);
  control().advanceClock(EFFECT_DELAY_MS);
  expect(status(passId)).toBe(after);
});

test('A change that the credential service does not take is sent again, and the error says why', async () => {
  const { passId } = await hire(core);
  const request = `POST /badge/passes/${passId}/lifecycle`;
  control().queueFault({ kind: 'lifecycleFailed' });
  const { out, sent } = await core.run(suspend, { passId });
  expect(out).toEqual([{ id: passId, accepted: true }]);
  expect(sent).toEqual([request, request]);
  control().queueFault({ kind: 'lifecycleFailed', count: 20 });
  const { error } = await core.run(resume, { passId });
  expect(error).toMatchObject({
    kind: 'outcomeUnknown',
    safeToRepeat: true,
    message: textWith('502'),
  });
});

const waitUntilDone = true;

test('Wait Until Done ends when the change has taken effect', async () => {
  const wait = { ...(await hire(core)), waitUntilDone };
  const done = { id: wait.passId, accepted: true, reached: true };
  effectAfter('POST');
  expect((await core.run(suspend, wait)).out).toEqual([{ ...done, status: 'SUSPENDED' }]);
  // Not applied yet on the first read after the change; another one precedes it.
  effectAfter('GET', 2);
  const resumed = await core.run(resume, wait);
  expect(resumed.out).toEqual([{ ...done, status: 'ACTIVE' }]);
  expect(resumed.sent.filter((one) => one.startsWith('GET'))).toHaveLength(3);
});

const ENDED = ['REVOKED', 'USER_REVOKED', 'CANCELLED', 'EXPIRED'] as const;

// Revoking has already happened, suspending never will.
test.each(ENDED)('Wait Until Done ends at %s', async (ended) => {
  const wait = { ...(await hire(core)), waitUntilDone };
  control().setBadgePassStatus(wait.passId, ended);
  const revoked = await core.run(revoke, { ...wait, confirm: true });
  expect(revoked.out).toMatchObject([{ reached: true, status: ended }]);
  const suspended = await core.run(suspend, wait);
  expect(suspended.out).toMatchObject([{ accepted: true, reached: false, status: ended }]);
  for (const { sent } of [revoked, suspended]) expect(sent).toHaveLength(3);
});

test('Wait Until Done ends after a while and reports that the change has not taken effect', async () => {
  const wait = { ...(await hire(core)), waitUntilDone };
  control().setBadgePassStatus(wait.passId, 'IN_REPAIR' as 'ISSUING');
  const { out } = await core.run(suspend, wait);
  const result = { id: wait.passId, accepted: true, reached: false, status: 'IN_REPAIR' };
  expect(out).toEqual([result]);
  expect(core.bodies('GET', /passes$/)).toHaveLength(21);
});

test('Wait Until Done ends with the reason if the holder no longer has the badge pass', async () => {
  const wait = { ...(await hire(core)), waitUntilDone };
  const isAfterChange = () => core.bodies('POST', /lifecycle$/).length > 0;
  const noPasses = { kind: 'intercepted', status: 200, body: '{"passes":[]}' } as const;
  core.intercept(({ method }) => method === 'GET' && isAfterChange(), noPasses);
  const { out } = await core.run(suspend, wait);
  const note = expect.stringContaining('no longer has this badge pass') as string;
  expect(out).toEqual([{ id: wait.passId, accepted: true, reached: false, note }]);
});

test('Wait Until Done checks once more after the last wait', async () => {
  const wait = { ...(await hire(core)), waitUntilDone };
  let waits = 0;
  const sleep = async (ms: number) => {
    waits += 1;
    if (waits === 20) control().advanceClock(EFFECT_DELAY_MS);
    await fastClock.sleep(ms);
  };
  const { out } = await core.run(suspend, wait, { clock: { ...fastClock, sleep } });
  expect(waits).toBe(20);
  expect(out).toMatchObject([{ reached: true, status: 'SUSPENDED' }]);
});

test('Wait Until Done requires the holder, before anything is sent for any item', async () => {
  const items = [{ passId: 'p' }, { passId: 'p', waitUntilDone }];
  const { error, errors, sent } = await core.run(suspend, items);
  expect(error).toMatchObject({ kind: 'invalidInput', field: 'userId' });
  expect(errors).toEqual([undefined, error]);
  expect(sent).toEqual([]);
});

test('A change succeeds with a note if Wait Until Done cannot read the list after it', async () => {
  const { userId, passId } = await hire(core);
  let reads = 0;
  const isSecondRead = ({ path }: { path: string }) => path.endsWith('/passes') && ++reads > 1;
  core.intercept(isSecondRead, { kind: 'usersListFailed' });
  const { out } = await core.run(suspend, { passId, userId, waitUntilDone });
  expect(out).toEqual([
    { id: passId, accepted: true, reached: false, note: textWith('users_list_failed') },
  ]);
});

test.each([
  [suspend, {}],
  [suspend, { waitUntilDone: true }],
  [resume, {}],
  [revoke, {}],
])('$label refuses a holder who does not hold the badge pass: %j', async (operation, more) => {
  const { passId } = await hire(core);
  const { userId } = await hire(core, 'bo@example.com');
  const { error, sent } = await core.run(operation, { passId, userId, confirm: true, ...more });
  expect(error).toMatchObject({ kind: 'conflict', field: 'passId' });
  expect(sent).toEqual([`GET /badge/users/${userId}/passes`]);
});

test.each([
  [false, "Or clear 'Holder'."],
  [true, "Or clear 'Holder' and {turn off 'Wait Until Done'}."],
])('A holder that the key may not check is refused (waiting: %s)', async (waitUntilDone, fix) => {
  const key = control().addKey(['badges.revoke']);
  const { error, sent } = await core.run(
    suspend,
    { ...(await hire(core)), waitUntilDone },
    { key },
  );
  expect(error).toMatchObject({ scope: 'badges.viewAll', fix: textWith(fix) });
  expect(sent).toHaveLength(1);
});

test.each([suspend, resume, revoke])(
  "$label needs no 'Holder' if reading fails",
  async (change) => {
    const input = { ...(await hire(core)), confirm: true };
    control().queueFault({ kind: 'usersListFailed', count: 20 });
    const { error, writes } = await core.run(change, input);
    const fix = textWith(/^Nothing was changed\. .* Or clear 'Holder'\.$/);
    expect(error).toMatchObject({ kind: 'unavailable', fix });
    expect(writes).toEqual([]);
    control().clearFaults();
    const { out } = await core.run(change, { passId: input.passId, confirm: true });
    expect(out).toMatchObject([{ accepted: true }]);
  },
);
