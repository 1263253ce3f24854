/**
 * What every operation must do on each platform, by its case file in `test/cases`. That it works is tested in
 * test/golden/operations.test.ts, and what each of its inputs refuses in test/golden/messages.test.ts.
 */

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readFileSync } from 'node:fs';
import type { ClientRequest } from 'node:http';
import path from 'node:path';

import type { FaultKind, Sandbox } from '../../sandbox/index';
import { SCOPES } from '../../shared/service/scopes';
import { TARGETS } from '../support/scenarios/targets';
import { startImageHost, startStub } from '../support/stubService';
import { PLATFORMS, type Failure, type Platform } from './platforms';

describe.each(['n8n', 'zapier'] as const)('%s', (name) => {
  const platform: Platform = PLATFORMS[name]();
  const control = () => platform.sandbox.control;
  const targets = TARGETS.filter((target) => target.platform === name);
  const CASES = targets.map(({ testCase }) => [testCase.name, testCase] as const);

  describe.each(CASES)('%s', (_name, one) => {
    const { operation, invalid } = one;

    test('The operation survives a value of another kind in every input', async () => {
      const { input } = await platform.working(one);
      expect(await platform.crashes(one, input)).toEqual([]);
    });

    test('The operation sends the key only in its header, and only to the host of the Base URL', async () => {
      const { input } = await platform.working(one);
      const elsewhere = await startImageHost();
      const service = await startStub(({ path: to }) => ({
        status: 307,
        headers: { location: `${elsewhere.baseUrl}${to}` },
      }));
      const { baseUrl } = service;
      const { all, withKey } = await hostsOf(() => platform.run(one, input, { key: KEY, baseUrl }));
      expect(elsewhere.requests).toEqual([]);
      expect(withKey).toEqual([new URL(baseUrl).host]);
      // A Zapier step also downloads the files of its inputs.
      if (name === 'n8n') expect(all).toEqual(withKey);
      for (const { path: to, headers, body } of service.requests) {
        const { 'x-api-key': key, ...others } = headers;
        expect(key).toBe(KEY);
        expect(JSON.stringify([to, others, body])).not.toContain(KEY);
      }
    });

    const refusal = invalid.find(({ on }) => on === undefined || on === name);
    if (!refusal) return;
    test('The operation refuses an invalid value as recorded, and sends nothing of any item', async () => {
      const good = { ...(await platform.working(one)).input, ...refusal.valid };
      const input = { ...good, ...refusal.input };
      // A confirmation is the same for all items.
      const isFixed = operation.input[refusal.field]?.kind === 'confirmation';
      const failure = await platform.run(one, input, isFixed ? {} : { around: good });
      expect(failure?.kind).toBe('invalidInput');
      expectRecorded(failure);
      if (name === 'n8n') {
        const report = isFixed ? {} : { failed: [1], notStarted: [0, 2] };
        expect(failure).toMatchObject({ field: refusal.field, index: isFixed ? 0 : 1, report });
      }
      // Values are checked against the template of a pass to issue, which is read.
      const isIssue = operation.serialBy === 'externalId';
      const sent = control().requests();
      expect(sent.filter(({ method }) => !(isIssue && method === 'GET'))).toEqual([]);
    });
  });

  test.each<[what: string, Cause]>([
    ['a wrong key', { key: () => 'svc_sk_other_0123456789' }],
    ['a missing scope', { key: ({ control }) => control.addKey(ALL_BUT_ISSUING) }],
    ['a missing object', { input: { templateId: 'gone-1' } }],
    ['a limit of the plan', { change: ({ control }) => control.setAccount({ passQuota: 0 }) }],
    ['the page of a proxy', { fault: { kind: 'intercepted', status: 403 } }],
    ['an invalid value', { input: { email: 'nobody' } }],
  ])('The error of %s has the words that are recorded', async (_what, cause) => {
    const { testCase } = targets.find((target) => target.testCase.name === 'pass.create') ?? {};
    if (!testCase) throw new Error('There is no case pass.create');
    const { input } = await platform.working(testCase);
    cause.change?.(platform.sandbox);
    if (cause.fault) control().chooseFaults(() => cause.fault);
    const key = cause.key?.(platform.sandbox);
    const failure = await platform.run(testCase, { ...input, ...cause.input }, { key });
    expectRecorded(failure);
    expect(failure?.json).not.toContain('other_0123');
  });
});

const KEY = 'svc_sk_theKeyOfThisTest';
const ALL_BUT_ISSUING = SCOPES.filter((scope) => scope !== 'passes.create');

interface Cause {
  input?: object;
  key?: (sandbox: Sandbox) => string;
  change?: (sandbox: Sandbox) => void;
  fault?: FaultKind;
}

function expectRecorded(failure: Failure | undefined): void {
  const recorded = readFileSync(path.join(__dirname, '../golden/messages.txt'), 'utf8');
  expect(recorded).toContain(`\n${failure?.words.join('\n')}\n`);
}

/** Hosts that this process sends requests to while it works, and those that get the key, whatever the client. */
async function hostsOf(work: () => Promise<unknown>): Promise<Record<'all' | 'withKey', string[]>> {
  // Node's own channel, which every client over HTTP passes.
  const channel = 'http.client.request.start';
  const all = new Set<string>();
  const withKey = new Set<string>();
  const onRequest = (message: unknown) => {
    const { request } = message as { request: ClientRequest };
    const host = String(request.getHeader('host'));
    all.add(host);
    if (JSON.stringify(request.getHeaders()).includes(KEY)) withKey.add(host);
  };
  subscribe(channel, onRequest);
  await work().finally(() => unsubscribe(channel, onRequest));
  return { all: [...all], withKey: [...withKey] };
}
