import { failureOf, useZapier } from './harness';
import { startStub } from '../support/stubService';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;

let passId: string;
afterEach(() => jest.restoreAllMocks());
beforeEach(async () => {
  passId = await app.issue({ templateId: template(), externalId: 'M-1' });
});

function everyRequest(fault: Parameters<typeof app.sandbox.control.queueFault>[0]) {
  app.sandbox.control.queueFault([fault].flat().map((one) => ({ ...one, count: 100 })));
}

test.each([
  ['seconds', 0, 40, /after 4\d seconds/],
  ['date', 0, 40, /after 4\d seconds/],
  ['seconds', 0.5, 190, /after 3 minutes/],
  ['seconds', 0.999, 340, /after 6 minutes/],
] as const)(
  'Zapier runs a rate-limited step (%s) again after the requested delay and jitter (%d of 5 minutes)',
  async (retryAfter, random, delay, message) => {
    jest.spyOn(Math, 'random').mockReturnValue(random);
    everyRequest({ kind: 'rateLimited', retryAfter, seconds: 40 });
    const failure = await failureOf(app.create('void_pass', { passId }));
    expect(failure.name).toBe('ThrottledError');
    expect(failure.message).toMatch(/rate limiting requests\. .*Zapier runs the step again /);
    expect(failure.message).toMatch(message);
    expect(Math.abs((failure.delay ?? 0) - delay)).toBeLessThanOrEqual(1);
    expect(app.sent()).toHaveLength(1);
  },
);

test('Runs that are rate limited together are spread, none before the requested delay', async () => {
  everyRequest({ kind: 'rateLimited', retryAfter: 'seconds', seconds: 40 });
  const failures = await Promise.all(
    Array.from({ length: 30 }, () => failureOf(app.create('void_pass', { passId }))),
  );
  const delays = failures.map(({ delay }) => delay ?? 0);
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(40);
  expect(Math.max(...delays)).toBeLessThanOrEqual(340);
  // 30 of 300 seconds: far fewer coincide.
  expect(new Set(delays).size).toBeGreaterThan(20);
});

test('Zapier is asked to wait for a day at most', async () => {
  const headers = { 'retry-after': '1000000000000' };
  const { baseUrl } = await startStub(() => ({ status: 429, headers }));
  const failure = await failureOf(app.create('void_pass', { passId }, { authData: { baseUrl } }));
  expect(failure.message).toMatch(/ after 1 day\.$/);
});

test('A step with two problems names each with its own fix', async () => {
  const inputData = { templateId: template(), email: 'nobody', collectedStamps: '51' };
  const { message } = await failureOf(app.create('issue_pass', inputData));
  expect(message).toMatch(/^'Email' [^.]+\. Enter .+\. 'Collected Stamps' [^.]+\. Correct .+\.$/);
});

test('A step that may have created a template is halted, so that Zapier does not replay it', async () => {
  app.sandbox.control.queueFault({ kind: 'dropAfter', match: { method: 'POST' } });
  const failure = await failureOf(
    app.create('duplicate_template', { templateId: template(), name: 'Copy' }),
  );
  expect(failure.name).toBe('HaltedError');
  expect(failure.message).toMatch(/^Unknown result/);
  expect(app.sent().filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('A step that should fail if the pass exists is halted, so that Zapier does not replay it', async () => {
  const input = { templateId: template(), externalId: 'M-1', ifExists: 'fail' };
  const failure = await failureOf(app.create('issue_pass', input));
  expect(failure.name).toBe('HaltedError');
  expect(failure.message).toContain('M-1');
  expect(app.sent().filter(({ method }) => method === 'POST')).toEqual([]);
});

test('An unavailable service is a clear error, behind a proxy with its own page or without a listener', async () => {
  everyRequest({ kind: 'unavailable', status: 502, body: '<html>Bad gateway</html>' });
  const nobody = { authData: { baseUrl: 'http://127.0.0.1:9' } };
  const [away, none] = await Promise.all([
    failureOf(app.search('find_pass', { passId })),
    failureOf(app.create('notify_pass_holder', { passId, title: 'a', content: 'b' }, nobody)),
  ]);
  expect(away).toMatchObject({ name: 'AppError', code: 'unavailable', status: 502 });
  expect(away.message).toMatch(/not available \(status 502\)\. Try again in a few minutes/);
  expect(away.fullMessage).not.toContain('html');
  expect(none).toMatchObject({ name: 'AppError', code: 'unavailable' });
  expect(none.message).toMatch(/could not be reached: connection refused.*Nothing was sent/);
});

test('The error of a step never contains the key', async () => {
  const apiKey = app.sandbox.control.addKey([]);
  const { baseUrl } = await startStub(({ headers }) => ({
    status: 400,
    body: { error: `Odd key ${String(headers['x-api-key'])}` },
  }));
  const failure = await failureOf(
    app.create('void_pass', { passId }, { authData: { apiKey, baseUrl } }),
  );
  expect(failure.message).toContain('Odd key');
  expect(failure.fullMessage).not.toContain(apiKey);
  expect(JSON.stringify(app.zapier.logs)).not.toContain(apiKey);
});

test('The logs of a step contain no personal data of a request', async () => {
  const values = { cardNumber: '4000-1234', pin: '9917' };
  const input = { templateId: app.sandbox.templates.giftCard, fieldValues: values };
  await app.create('issue_pass', { ...input, email: 'ana@example.com' });
  expect(app.sent().at(-1)?.body).toMatchObject({ passes: [{ templateFields: values }] });
  expect(app.zapier.logs).not.toEqual([]);
  expect(JSON.stringify(app.zapier.logs)).not.toMatch(/4000-1234|9917|ana@/);
});
