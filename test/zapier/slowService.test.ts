import { type Server } from 'node:http';

import { textWith } from '../support/matchers';
import { failureOf, useZapier } from './harness';

/**
 * Zapier kills a step after 30 s without an error. With a slow service, every step must end before that and
 * report the result.
 */
const LIMIT_MS = 30_000;

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

jest.setTimeout(60_000);

/** Delays every response; requests are processed immediately. */
function everyAnswerTakes(ms: number): void {
  app.sandbox.control.chooseFaults(() => ({ kind: 'late', ms: ms }));
}

const hosts: Server[] = [];
// Also after a test that failed: an open port would keep the run from ending.
afterEach(() => {
  for (const host of hosts.splice(0)) {
    host.closeAllConnections();
    host.close();
  }
});

/** How long a step took, and how it ended. */
async function ended(step: () => Promise<unknown>) {
  const began = Date.now();
  const { name, message } = await failureOf(step());
  return { inTime: Date.now() - began < LIMIT_MS, name, message };
}

const passes = () =>
  app.sandbox.control.seedPasses(template(), 1, { values: { phone: '+43123456' } });

const STEPS: [string, (passId: string) => Promise<unknown>, RegExp, string][] = [
  [
    'a create that must not be repeated',
    (passId) => app.create('resend_pass', { passId }),
    /^Unknown result.*no response in time\)\. Check the dashboard/,
    'HaltedError',
  ],
  [
    'a create that may be',
    (passId) => app.create('void_pass', { passId }),
    /^Unknown result.*no response in time\)\. It is safe to run this again/,
    'AppError',
  ],
  [
    'an issue',
    () => app.create('issue_pass', { templateId: template(), email: 'a@example.com' }),
    /^The pass may have been issued and its message sent/,
    'HaltedError',
  ],
  [
    'an issue that can be looked up',
    () => app.create('issue_pass', { templateId: template(), externalId: 'M-1' }),
    /^The service could not be reached: no response in time\. Nothing was changed/,
    'AppError',
  ],
  [
    'a search',
    () => app.search('find_pass', { templateId: template(), searchQuery: '+43123456' }),
    /^The service could not be reached: no response in time/,
    'AppError',
  ],
  [
    'a trigger',
    () => app.trigger('pass_updated', { templateId: template() }),
    /^The service could not be reached: no response in time/,
    'AppError',
  ],
  [
    'a dropdown',
    () => app.trigger('template_list', {}),
    /^The service could not be reached: no response in time/,
    'AppError',
  ],
  [
    'an export',
    () => app.create('export_passes', { templateId: template() }),
    /^The time limit was reached before the last request was sent/,
    'AppError',
  ],
  [
    'a search for a badge pass',
    () =>
      app.search('find_badge_pass', {
        badgeTemplateId: app.sandbox.badges.published,
        email: 'ana@example.com',
      }),
    /^The service could not be reached: no response in time/,
    'AppError',
  ],
];

test('Every kind of step ends in time, and reports the outcome, if the service never responds', async () => {
  const [passId = ''] = passes();
  everyAnswerTakes(3 * LIMIT_MS);
  const told = await Promise.all(
    STEPS.map(async ([what, step]) => ({ what, ...(await ended(() => step(passId))) })),
  );
  expect(told).toEqual(
    STEPS.map(([what, , message, name]) => ({
      what,
      inTime: true,
      name,
      message: textWith(message),
    })),
  );
});

async function addTemplates(count: number): Promise<void> {
  const { baseUrl, keys } = app.sandbox;
  for (let i = 0; i < count; i += 1) {
    await fetch(`${baseUrl}/templates/${template()}/duplicate`, {
      method: 'POST',
      headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
      body: JSON.stringify({ name: `Copy ${i}` }),
    });
  }
}

test('A clock that is set forward does not end a step', async () => {
  await addTemplates(110);
  app.sent();
  const now = Date.now;
  app.sandbox.control.chooseFaults(() => {
    Date.now = () => now() + 6 * 60_000;
    return undefined;
  });
  const found = app.search('find_template', { name: 'Unknown' }).finally(() => {
    Date.now = now;
  });
  expect(await found).toEqual([]);
  expect(app.sent()).toHaveLength(2);
});

test('A trigger reports that the pages of a slow service could not all be read', async () => {
  app.sandbox.control.seedPasses(template(), 1500);
  app.sandbox.control.setPageCap(100);
  everyAnswerTakes(4_000);
  const end = await ended(() => app.trigger('pass_updated', { templateId: template() }));
  expect(end).toMatchObject({ inTime: true, name: 'AppError' });
  // Every poll reads from the start, so another one would not help.
  expect(end.message).toMatch(
    /^Reading all passes would exceed the time limit: \d+ of 1500 were read\. Lower 'Look Back \(Days\)'.*'Max Passes to Read'/,
  );
  expect(end.message).not.toMatch(/later|again/);
});
