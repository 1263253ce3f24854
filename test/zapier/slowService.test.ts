import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { fastTime } from '../support/fastTime';
import { textWith } from '../support/matchers';
import { failureOf, useZapier } from './harness';

/**
 * Zapier ends a step after 30 s without a word. Whatever is asked of a service that takes its time,
 * the step ends before that, and says what became of it. Time runs faster here, for everybody.
 */
const SPEED = 3;
const LIMIT_MS = 30_000;

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

jest.setTimeout(60_000);

let realTime: () => void;
beforeAll(() => {
  realTime = fastTime(SPEED);
});
afterAll(() => realTime());

/** Every answer takes so long; what was asked for is done at once. */
function everyAnswerTakes(ms: number): void {
  app.sandbox.control.chooseFaults(() => ({ kind: 'late', ms: ms / SPEED }));
}

/** How long a step took, and how it ended. */
async function ended(step: () => Promise<unknown>) {
  const began = Date.now();
  const { name, message } = await failureOf(step());
  return { inTime: Date.now() - began < LIMIT_MS, name, message };
}

describe('a service that never answers', () => {
  const passes = () =>
    app.sandbox.control.seedPasses(template(), 1, { values: { phone: '+43123' } });

  const STEPS: [string, (passId: string) => Promise<unknown>, RegExp, string][] = [
    [
      'a create that must not be repeated',
      (passId) => app.create('resend_pass', { passId }),
      /^It is not known whether .*no answer in time\. Look in the dashboard/,
      'HaltedError',
    ],
    [
      'a create that may be',
      (passId) => app.create('void_pass', { passId }),
      /^It is not known whether .*no answer in time\. Running this again is safe/,
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
      /^The service could not be reached: no answer in time\. Nothing was changed/,
      'AppError',
    ],
    [
      'a search',
      () => app.search('find_pass', { templateId: template(), searchQuery: '+43123' }),
      /^The service could not be reached: no answer in time/,
      'AppError',
    ],
    [
      'a trigger',
      () => app.trigger('pass_updated', { templateId: template() }),
      /^The service could not be reached: no answer in time/,
      'AppError',
    ],
    [
      'a dropdown',
      () => app.trigger('template_list', {}),
      /^The service could not be reached: no answer in time/,
      'AppError',
    ],
    [
      'an export',
      () => app.create('export_passes', { templateId: template() }),
      /^The service could not be reached: no answer in time/,
      'AppError',
    ],
    [
      'the file of an export',
      () =>
        app.zapier.execute(
          'hydrators.exportPassesFile',
          { inputData: { templateId: template() } },
          { input: 'raw' },
        ),
      /^The service could not be reached: no answer in time/,
      'AppError',
    ],
  ];

  it('every kind of step ends in time, and says what became of it', async () => {
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
});

describe('a service that is slow, call after call', () => {
  it('many pages are not read to the end, and the trigger says so', async () => {
    app.sandbox.control.seedPasses(template(), 1500);
    app.sandbox.control.setPageCap(100);
    everyAnswerTakes(4_000);
    const end = await ended(() => app.trigger('pass_updated', { templateId: template() }));
    expect(end).toMatchObject({ inTime: true, name: 'AppError' });
    expect(end.message).toMatch(/time for this step was used up|no answer in time/);
  });

  it('what was accepted stays accepted when its effect is not seen in time', async () => {
    const { baseUrl, keys, badges, control } = app.sandbox;
    const invite = await fetch(`${baseUrl}/badge/templates/${badges.published}/invites`, {
      method: 'POST',
      headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'ada@example.com' }),
    });
    const { userId, passId } = control.badgeAdded(((await invite.json()) as { code: string }).code);
    control.setClock(control.now());
    everyAnswerTakes(6_000);
    const began = Date.now();
    const input = { userId, passId, waitUntilDone: true };
    expect(await app.create('suspend_badge', input)).toMatchObject({
      accepted: true,
      reached: false,
    });
    expect(Date.now() - began).toBeLessThan(LIMIT_MS);
  });

  it('a file that does not come is an image that could not be fetched', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    const file = `http://127.0.0.1:${(silent.address() as AddressInfo).port}/image.png`;
    const end = await ended(() => app.create('upload_image', { file }));
    silent.closeAllConnections();
    silent.close();
    expect(end).toMatchObject({ inTime: true });
    expect(end.message).toMatch(/could not be fetched/);
    expect(app.sent()).toEqual([]);
  });
});
