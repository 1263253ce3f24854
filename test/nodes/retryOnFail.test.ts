import type { IDataObject } from 'n8n-workflow';

import type { Fault } from '../../sandbox/index';
import { NODE, byId, mapped, useN8n } from '../support/n8n';

// Real waits and a thousand requests, possibly on a busy machine.
jest.setTimeout(30_000);

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;
const posts = () => n8n.bodies('POST', '/pass').length;

const ISSUE = { method: 'POST', path: '^/pass$' };
const guests = (count: number): IDataObject[] =>
  Array.from({ length: count }, (_, i) => ({ number: `n${i}`, email: `n${i}@example.com` }));
const emails = (items: IDataObject[]) => items.map(({ email }) => email).sort();

const issue = (
  items: IDataObject[],
  { node = {}, ...parameters }: { node?: object; [name: string]: unknown },
) =>
  n8n.pass(
    'create',
    { templateId: byId(templates().loyalty), email: '={{ $json.email }}', ...parameters },
    { items, node },
  );

const retry = { retryOnFail: true, maxTries: 3, waitBetweenTries: 5000 };
/** One item at a time. */
const serially = { options: { maxParallelRequests: 1, maxWaitMinutes: 0.1 } };
/** Too long for one try, and over during the next one. */
const BUSY: Fault = { kind: 'rateLimited', retryAfter: 'seconds', seconds: 9, match: ISSUE };

/** Queues the fault as soon as so many passes were issued. */
function afterIssues(count: number, fault: Fault): void {
  let seen = 0;
  const off = control().onRequest(({ method, path }) => {
    if (method !== 'POST' || path !== '/pass') return;
    seen += 1;
    if (seen === count) {
      off();
      control().queueFault(fault);
    }
  });
}

/** Queues the fault for the next try, which reads the design again. */
function inNextTry(fault: Fault): void {
  const off = control().onRequest((request) => {
    if (request.fault !== 'rateLimited') return;
    off();
    control().queueFault(fault);
  });
}

/** Inputs for which every try reads the design. */
const withDesign = { ...mapped({ accountName: 'Ana' }), ...serially };

test('A retried run continues after the completed items: one message per person', async () => {
  afterIssues(3, BUSY);
  const items = guests(6);
  const { out } = await issue(items, { node: retry, ...serially });
  expect(out.map(({ outcome }) => outcome)).toEqual(Array(6).fill('created'));
  expect(new Set(out.map(({ id }) => id)).size).toBe(6);
  expect(posts()).toBe(7);
  expect(n8n.notified()).toEqual(emails(items));
});

test('A retried run continues after the completed items with a Max Tries below the two that n8n makes', async () => {
  afterIssues(3, BUSY);
  const items = guests(6);
  await issue(items, { node: { ...retry, maxTries: 1 }, ...serially });
  expect(n8n.notified()).toEqual(emails(items));
});

test('A run that stops says that another run has issued the same passes', async () => {
  // The one of another run included.
  control().setAccount({ passQuota: 3 });
  const off = control().onRequest(({ method, path }) => {
    if (method !== 'POST' || path !== '/pass') return;
    off();
    control().seedPasses(templates().loyalty, 1, { values: { externalId: 'n0' } });
  });
  const { error } = await issue(guests(3), { externalId: '={{ $json.number }}', ...serially });
  expect(error?.description).toContain('1 external ID has two passes now');
});

test('A run keeps no secret once no further try follows', async () => {
  let created = 0;
  control().onRequest(({ method, path }) => {
    if (method !== 'POST' || path !== '/api-keys') return;
    created += 1;
    if (created === 1) control().queueFault({ kind: 'dropAfter', match: { path: '/api-keys' } });
  });
  const { run } = await n8n.pass(
    'create',
    { label: '={{ $json.label }}', scopes: ['passes.create'], confirmApiKeyCreate: true },
    {
      resource: 'apiKey',
      items: [{ label: 'one' }, { label: 'two' }, { label: 'three' }],
      node: retry,
    },
  );
  expect(run.status).toBe('error');
  expect(JSON.stringify(run.data)).not.toMatch(/svc_sk_(?!demo)/);
});

test('Completed items are not sent again, however often the run is tried', async () => {
  control().setAccount({ passQuota: 3 });
  const items = guests(6);
  const { error } = await issue(items, { node: retry, ...serially });
  expect(error?.description).toContain(
    'Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: items 4-5 (rows 5-6).',
  );
  expect(posts()).toBe(3 + 3);
  expect(n8n.notified()).toEqual(emails(items.slice(0, 3)));
});

test('An item with an unknown result is not sent again', async () => {
  afterIssues(2, { kind: 'dropAfter', match: ISSUE });
  const items = guests(4);
  const { error } = await issue(items, { node: retry, ...serially });
  expect(error?.context).toMatchObject({ kind: 'outcomeUnknown', itemIndex: 2 });
  expect(posts()).toBe(3);
  expect(n8n.notified()).toEqual(emails(items.slice(0, 3)));
});

test('A retried run with Continue On Fail sends only the failed items', async () => {
  control().setAccount({ passQuota: 4 });
  control().queueFault(BUSY);
  const items = guests(4);
  const { out } = await issue(items, {
    node: { ...retry, onError: 'continueRegularOutput' },
    ...serially,
  });
  expect(out.map(({ outcome }) => outcome)).toEqual(Array(4).fill('created'));
  expect(posts()).toBe(5);
  expect(n8n.notified()).toEqual(emails(items));
});

test('Completed items are reported although a later try sends nothing', async () => {
  afterIssues(3, BUSY);
  inNextTry({ kind: 'unavailable', status: 500, match: { method: 'GET' }, count: 9 });
  const items = guests(6);
  const { error, run } = await issue(items, { node: { ...retry, maxTries: 2 }, ...withDesign });
  expect(error?.description).toContain(
    'Succeeded: items 0-2 (rows 1-3). Failed: item 3 (row 4). Not run: items 4-5 (rows 5-6).',
  );
  expect(n8n.notified()).toEqual(emails(items.slice(0, 3)));
  // Nor is it visible in the execution data.
  expect(JSON.stringify(run.data.executionData?.contextData)).not.toContain('created');
});

test('A retried run sends one message per person although a try between sends nothing', async () => {
  afterIssues(3, BUSY);
  inNextTry({ kind: 'unavailable', status: 500, match: { path: '^/templates/' } });
  const items = guests(6);
  const { out } = await issue(items, { node: { ...retry, maxTries: 3 }, ...withDesign });
  expect(out.map(({ outcome }) => outcome)).toEqual(Array(6).fill('created'));
  expect(n8n.notified()).toEqual(emails(items));
});

test('A retried run with Continue On Fail sends one message per person although one item stays invalid', async () => {
  const items = [{ email: 'nobody' }, ...guests(3)];
  const { out } = await issue(items, {
    node: { ...retry, onError: 'continueRegularOutput' },
    ...serially,
  });
  expect(out.map(({ outcome }) => outcome)).toEqual([
    'failed',
    ...Array<string>(3).fill('created'),
  ]);
  expect(posts()).toBe(3);
  expect(n8n.notified()).toEqual(emails(items.slice(1)));
});

test("An unknown result stays unknown if a later try can't find the object", async () => {
  const made = control().seedPasses(templates().loyalty, 1);
  control().queueFault([
    { kind: 'dropAfter', match: { method: 'DELETE' } },
    { kind: 'dropBefore', match: { method: 'DELETE' }, count: 2 },
  ]);
  const { error } = await n8n.pass(
    'delete',
    {
      templateId: byId(templates().loyalty),
      confirmTemplateDelete: true,
      options: { forceTemplateDelete: true },
    },
    { resource: 'template', node: { ...retry, maxTries: 2 } },
  );
  expect(error?.context).toMatchObject({ kind: 'outcomeUnknown' });
  expect(error?.message).toMatch(/^Unknown result.* A later attempt: Template not found/);
  expect(control().pass(made[0] ?? '')?.isValid).toBe(false);
});

test.each(['stopWorkflow', 'continueRegularOutput'])(
  'An unknown result stays unknown if a later try fails before it sends anything, with %s',
  async (onError) => {
    const lookup = { method: 'GET', path: '^/pass$' };
    const off = control().onRequest(({ method, path }) => {
      if (method !== 'POST' || path !== '/pass') return;
      off();
      // The pass cannot be looked up, and the next try cannot read the design.
      control().queueFault([
        { kind: 'unavailable', status: 500, match: lookup },
        { kind: 'intercepted', status: 403, match: { path: '^/templates/' } },
      ]);
    });
    control().queueFault({ kind: 'dropAfter', match: ISSUE });
    const { error, out } = await issue([{ email: 'ana@example.com' }], {
      node: { ...retry, maxTries: 2, onError },
      ...{ ...withDesign, externalId: 'A-1' },
    });
    const message = onError === 'stopWorkflow' ? error?.message : out[0]?.error;
    expect(message).toMatch(
      /may have been issued .*A later attempt: The server at 'Base URL' isn't/,
    );
    expect(n8n.notified()).toEqual(['ana@example.com']);
  },
);

test('Each round of a loop is a run of its own', async () => {
  const emails = (...list: string[]) => `={{ ({ email: ${JSON.stringify(list)}[$itemIndex] }) }}`;
  const issuing = { resource: 'pass', operation: 'create', email: '={{ $json.email }}' };
  const parameters = { ...issuing, templateId: byId(templates().loyalty) };
  const node = { ...retry, onError: 'continueRegularOutput', parameters };
  const run = await n8n.rounds(node, emails('a@x.de', 'nobody'), emails('b@x.de', 'c@x.de'));
  const rounds = run.data.resultData.runData[NODE] ?? [];
  expect(rounds).toHaveLength(2);
  expect(rounds.map((round) => round.data?.main?.[0]?.map(({ json }) => json.outcome))).toEqual([
    ['created', 'failed'],
    ['created', 'created'],
  ]);
  expect(n8n.notified()).toEqual(['a@x.de', 'b@x.de', 'c@x.de']);
});
