/** Responses of a proxy or gateway must not be taken for responses of the service. */

import type { FaultKind, FaultMatch } from '../../sandbox/index';
import { add } from '../../shared/operations/balance/add';
import { upload } from '../../shared/operations/file/upload';
import type { Operation } from '../../shared/operations/operation';
import { create } from '../../shared/operations/pass/create';
import { createGroup } from '../../shared/operations/pass/createGroup';
import { resend } from '../../shared/operations/pass/resend';
import { upsert } from '../../shared/operations/pass/upsert';
import { notify as notifyAll } from '../../shared/operations/template/notify';
import { update as updateTemplate } from '../../shared/operations/template/update';
import { OPERATION_CASES } from '../support/scenarios';
import { readServerState } from '../support/scenarios/fixture';
import { useWorkingInputs } from '../support/scenarios/working';
import { processClock } from '../support/clock';
import { useCore } from '../support/core';
import { useFastTime } from '../support/fastTime';

useFastTime();
const core = useCore({ checks: true });
const { working } = useWorkingInputs(core);
const control = () => core.sandbox.control;
const templateId = () => core.sandbox.templates.loyalty;

/** In the form that the service uses, too. */
const body = (error: string) => JSON.stringify({ error });
const UPSTREAM_TIMEOUT = body('Upstream timeout');
const ISSUE: FaultMatch = { method: 'POST', path: '^/pass$' };
const MESSAGE = { title: 'T', content: 'C', confirm: true };

/** What it responds after the service has done the work. */
const AFTERWARDS: [string, FaultKind][] = [
  ['gives up', { kind: 'unavailable', status: 504, processed: true, body: UPSTREAM_TIMEOUT }],
  [
    'refuses the response',
    { kind: 'intercepted', status: 403, processed: true, body: body('forbidden') },
  ],
  [
    'loses its route',
    { kind: 'intercepted', status: 404, processed: true, body: body('no Route matched') },
  ],
  ['shows a page', { kind: 'intercepted', status: 401, processed: true }],
  ['shows a sign-in page', { kind: 'intercepted', status: 200, processed: true }],
  ['redirects to the result', { kind: 'intercepted', status: 303, processed: true }],
];

describe.each(AFTERWARDS)('A gateway that %s after the work was done', (_what, fault) => {
  const unknownAfter = async (match: FaultMatch, operation: Operation, input: object) => {
    control().queueFault({ ...fault, match });
    const { error, out } = await core.run(operation, input);
    expect(out).toEqual([]);
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
    expect(`${error?.message} ${error?.fix}`).not.toMatch(/image/);
  };

  test('The result of an issue, of a balance change and of a message is unknown', async () => {
    await unknownAfter(ISSUE, create, { templateId: templateId(), email: 'ana@example.com' });
    const [pass] = control().passes(templateId());
    const passId = pass?.id;
    await unknownAfter({ method: 'PATCH' }, add, { passId, amount: 5 });
    const send = { sendToEmail: 'send', sendToPhone: 'doNotSend' };
    await unknownAfter({ path: '/resend$' }, resend, { passId, ...send });
    await unknownAfter({ path: '/notification$' }, notifyAll, {
      templateId: templateId(),
      ...MESSAGE,
    });
  });

  test('A pass that was issued with an external ID is found', async () => {
    control().queueFault({ ...fault, match: ISSUE });
    const { out } = await core.run(create, { templateId: templateId(), externalId: 'M-1' });
    expect(out).toMatchObject([{ outcome: 'created', recovered: true }]);
    expect(control().passes(templateId())).toHaveLength(1);
  });
});

/** What it responds instead of issuing a pass; another request would be answered the same way. */
const FINAL: FaultKind[] = [
  ...[200, 302, 303, 307, 401, 403, 404, 409, 418].map((status): FaultKind => ({
    kind: 'intercepted',
    status,
  })),
  { kind: 'intercepted', status: 423, body: body('Locked') },
  { kind: 'intercepted', status: 425, body: body('Too Early') },
  { kind: 'unavailable', status: 500 },
];

describe.each(FINAL)('A gateway that responds to an issue with $status', (fault) => {
  test.each<[string, Operation, (pass: object) => object]>([
    ['Issue', create, (pass) => pass],
    ['Create or Update', upsert, (pass) => pass],
    ['Issue Several', createGroup, (pass) => ({ passes: [pass] })],
  ])('%s looks the pass up, and sends no second request', async (_name, operation, inputOf) => {
    control().queueFault({ ...fault, match: ISSUE, count: 9 });
    const pass = { templateId: templateId(), externalId: 'M-1' };
    const { error, sent } = await core.run(operation, inputOf(pass));
    expect(error).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: true });
    expect(sent.slice(sent.indexOf('POST /pass'))).toEqual(['POST /pass', 'GET /pass']);
  });
});

/** What it responds instead of looking anything up; without an error, an HTML page. */
const INSTEAD: [status: number, error?: string][] = [
  ...[200, 302, 400, 401, 402, 403, 404, 409, 413].map((status): [number] => [status]),
  [401, 'Unauthorized'],
  [403, 'forbidden'],
  [404, 'no Route matched'],
  [404, 'Not found'],
  [404, 'not found'],
  [404, 'File /pass not found'],
];

describe.each(INSTEAD)('A gateway that responds to a lookup with %i %s', (status, error) => {
  test.each<[string, Operation, (ids: object) => object, string]>([
    ['Issue', create, (ids) => ({ ...ids, email: 'a@example.com' }), 'GET'],
    ['Create or Update', upsert, (ids) => ({ ...ids, redemptionValue: '1' }), 'PATCH'],
    ['Issue Several', createGroup, (ids) => ({ passes: [ids], email: 'a@example.com' }), 'GET'],
  ])('%s never issues a second pass', async (_name, operation, inputOf, method) => {
    control().seedPasses(templateId(), 1, { values: { externalId: 'M-1' } });
    const fault: FaultKind = { kind: 'intercepted', status, ...(error && { body: body(error) }) };
    control().queueFault({ ...fault, match: { method, path: '^/pass$' } });
    const run = await core.run(operation, inputOf({ templateId: templateId(), externalId: 'M-1' }));
    expect(run.error?.kind).toMatch(/^(unavailable|outcomeUnknown)$/);
    expect(control().passes(templateId())).toHaveLength(1);
    expect(control().outbox()).toEqual([]);
  });
});

/** Operations that delete something. */
const DELETES = OPERATION_CASES.filter(({ endpoints }) =>
  endpoints.some((endpoint) => endpoint.startsWith('DELETE ')),
);

describe.each(DELETES.map((one) => [one.name, one] as const))('%s', (_name, one) => {
  const match: FaultMatch = { method: 'DELETE' };
  test.each<[string, FaultKind[]]>([
    [
      'a proxy returns its 404 page for the retry',
      [
        { kind: 'unavailable', status: 503 },
        { kind: 'intercepted', status: 404 },
      ],
    ],
    ['a sign-in page returns 200', [{ kind: 'intercepted', status: 200 }]],
  ])('The deletion is not reported as done if %s', async (_what, faults) => {
    const { fixture, scenario, input } = await working(one);
    control().queueFault(faults.map((fault) => ({ ...fault, match })));
    const { error, out } = await core.run(one.operation, input, { clock: processClock });
    expect(out).toEqual([]);
    expect(error).toMatchObject({ kind: 'outcomeUnknown' });
    expect(scenario.seen?.(await readServerState(fixture))).toBe(0);
  });
});

const image = { url: 'https://example.com/a.png' };

test('An image is not blamed for a gateway that gives up while a template is read', async () => {
  const gaveUp = { kind: 'unavailable', status: 504, body: UPSTREAM_TIMEOUT, count: 9 } as const;
  control().queueFault({ ...gaveUp, match: { method: 'GET', path: '^/templates' } });
  const changes = { templateId: templateId(), headerLabel: 'Beans', icon: image };
  const { error } = await core.run(updateTemplate, changes);
  expect(error).toMatchObject({ kind: 'unavailable' });
  expect(error?.field).toBeUndefined();
  expect(`${error?.message} ${error?.fix}`).not.toMatch(/image|Logo/);
});

test.each([
  ['the URL, if the service was given one', UPSTREAM_TIMEOUT, 'invalidInput'],
  ['nothing, if a proxy shows its page', '<html>Gateway</html>', 'outcomeUnknown'],
])('A gateway that gives up on an image blames %s', async (_what, text, kind) => {
  const match = { method: 'POST', path: '^/files' };
  control().queueFault({ kind: 'unavailable', status: 504, body: text, match, count: 9 });
  const { error } = await core.run(upload, { file: image });
  expect(error).toMatchObject({ kind });
  expect(/image/.test(error?.message ?? '')).toBe(kind === 'invalidInput');
});
