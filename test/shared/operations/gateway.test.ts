import { createContext } from '../../../shared/operations/context';
import { runItem } from '../../../shared/run/runItem';
import type { RawInput } from '../../../shared/fields';
import { undiciTransport } from '../../support/undiciTransport';
import type { Operation } from '../../../shared/operations/operation';
import { add } from '../../../shared/operations/balance/add';
import { create } from '../../../shared/operations/pass/create';
import { createGroup } from '../../../shared/operations/pass/createGroup';
import { resend } from '../../../shared/operations/pass/resend';
import { upsert } from '../../../shared/operations/pass/upsert';
import { notify as notifyAll } from '../../../shared/operations/template/notify';
import { update as updateTemplate } from '../../../shared/operations/template/update';
import { upload } from '../../../shared/operations/file/upload';
import type { FaultKind, FaultMatch } from '../../../sandbox/index';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';
import { useService } from '../../support/service';

/** A gateway whose error responses have the form that the service uses: JSON with `error`. */

const service = useService();
const control = () => service.sandbox.control;
const templateId = () => service.sandbox.templates.loyalty;

async function run(operation: Operation, input: RawInput) {
  const apiKey = service.sandbox.keys['Full access'];
  const transport = undiciTransport(apiKey);
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey },
    transport,
    clock: fastClock,
  });
  try {
    return await runItem(operation, context, input);
  } finally {
    await transport.close();
  }
}

const body = (error: string) => JSON.stringify({ error });
/** What it says after the service has done the work. */
const AFTERWARDS: [string, FaultKind][] = [
  [
    'gives up on it',
    { kind: 'unavailable', status: 504, processed: true, body: body('Upstream timeout') },
  ],
  [
    'refuses the response',
    { kind: 'intercepted', status: 403, processed: true, body: body('forbidden') },
  ],
  [
    'loses its route',
    { kind: 'intercepted', status: 404, processed: true, body: body('no Route matched') },
  ],
  ['shows a page', { kind: 'intercepted', status: 401, processed: true }],
];

describe.each(AFTERWARDS)('a gateway that %s after the work was done', (_what, fault) => {
  const unknownAfter = async (match: FaultMatch, operation: Operation, input: RawInput) => {
    control().queueFault({ ...fault, match });
    const failure = await failureOf(run(operation, input));
    expect(failure).toMatchObject({ kind: 'outcomeUnknown', safeToRepeat: false });
    expect(`${failure.message} ${failure.hint}`).not.toMatch(/image/);
  };

  it('leaves the result of issuing, of a balance change and of a message unknown', async () => {
    const issue = { templateId: templateId(), email: 'ana@example.com' };
    await unknownAfter({ method: 'POST', path: '^/pass$' }, create, issue);
    const [pass] = control().passes(templateId());
    const passId = pass?.id;
    await unknownAfter({ method: 'PATCH' }, add, { passId, amount: 5 });
    await unknownAfter({ path: '/resend$' }, resend, {
      passId,
      sendToEmail: 'send',
      sendToPhone: 'doNotSend',
    });
    await unknownAfter({ path: '/notification$' }, notifyAll, {
      templateId: templateId(),
      title: 'T',
      content: 'C',
      confirm: true,
    });
  });

  it('does not hide a pass that was issued with an external ID', async () => {
    control().queueFault({ ...fault, match: { method: 'POST', path: '^/pass$' } });
    const output = await run(create, { templateId: templateId(), externalId: 'M-1' });
    expect(output).toMatchObject({ outcome: 'created', recovered: true });
    expect(control().passes(templateId())).toHaveLength(1);
  });
});

/** What it says instead of looking anything up. */
const INSTEAD: [number, string][] = [
  [401, 'Unauthorized'],
  [403, 'forbidden'],
  [404, 'no Route matched'],
  [404, 'Not found'],
  [404, 'not found'],
];

describe.each(INSTEAD)('a gateway that responds to a lookup with %i %s', (status, error) => {
  it.each<[string, Operation, (ids: object) => RawInput, string]>([
    ['Issue', create, (ids) => ({ ...ids }), 'GET'],
    ['Create or Update', upsert, (ids) => ({ ...ids, redemptionValue: '1' }), 'PATCH'],
    ['Issue Several', createGroup, (ids) => ({ passes: [ids], email: 'a@example.com' }), 'GET'],
  ])('never leads to a second pass: %s', async (_name, operation, inputOf, method) => {
    control().seedPasses(templateId(), 1, { values: { externalId: 'M-1' } });
    const match = { method, path: '^/pass$' };
    control().queueFault({ kind: 'intercepted', status, body: body(error), match });
    const failure = await failureOf(
      run(operation, inputOf({ templateId: templateId(), externalId: 'M-1' })),
    );
    expect(failure.kind).toMatch(/^(unavailable|outcomeUnknown)$/);
    expect(control().passes(templateId())).toHaveLength(1);
    expect(control().outbox()).toEqual([]);
  });
});

describe('a gateway that gives up while a template changes', () => {
  const gaveUp = (match: FaultMatch) =>
    control().queueFault({
      kind: 'unavailable',
      status: 504,
      body: body('Upstream timeout'),
      match,
      count: 9,
    });

  it('is not blamed on an image', async () => {
    const fileId = `file_${'0'.repeat(32)}`;
    gaveUp({ method: 'GET', path: '^/files' });
    const failure = await failureOf(
      run(updateTemplate, {
        templateId: templateId(),
        logo: { fileId },
        icon: { url: 'https://example.com/a.png' },
      }),
    );
    expect(failure).toMatchObject({ kind: 'unavailable' });
    expect(failure.field).toBeUndefined();
    expect(`${failure.message} ${failure.hint}`).not.toMatch(/image|Logo/);
  });

  it('is the URL of an image only if the service was given one', async () => {
    gaveUp({ method: 'POST', path: '^/files' });
    const failure = await failureOf(run(upload, { file: { url: 'https://example.com/a.png' } }));
    expect(failure).toMatchObject({ kind: 'invalidInput' });
    expect(failure.message).toMatch(/could not fetch the image/);
  });
});
