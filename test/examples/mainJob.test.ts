import { readResponses, type FormResponse } from '../../examples/formResponses';
import { runOnN8n, type RowOutcome } from '../../examples/runOnN8n';
import { runOnZapier } from '../../examples/runOnZapier';
import workflow from '../../examples/form-responses.json';
import { startSandbox, type Sandbox } from '../../sandbox';
import { useFastTime } from '../support/fastTime';

/** Items that must be refused, by number, with a word of the reason. */
const REFUSED = new Map([
  [23, 'boolean'],
  [31, 'is not a valid date'],
  [52, 'is not an email address'],
]);
/** The form was sent twice, so the same member number comes again. */
const REPEATED = 80;

let sandbox: Sandbox;
let responses: FormResponse[];

// Before anything that reads the clock is started.
useFastTime();

beforeAll(async () => {
  responses = await readResponses('form-responses.csv');
});

beforeEach(async () => {
  sandbox = await startSandbox({ seed: 'templates' });
});

afterEach(() => sandbox.close());

const connection = () => ({ baseUrl: sandbox.baseUrl, apiKey: sandbox.keys['Manage passes'] });
const stored = () => sandbox.control.passes(sandbox.templates.generic);
const emails = () => sandbox.control.outbox().filter(({ kind }) => kind === 'email');

function expectedOutcome(item: number): RowOutcome['outcome'] {
  if (REFUSED.has(item)) return 'failed';
  return item === REPEATED ? 'existing' : 'created';
}

function expectAllPasses(rows: RowOutcome[], given = responses): void {
  expect(rows.map(({ outcome }) => outcome)).toEqual(given.map((_, i) => expectedOutcome(i)));
  for (const [item, reason] of REFUSED) {
    if (item < given.length) expect(rows[item]?.reason).toContain(reason);
  }
  const good = given.filter((_, i) => expectedOutcome(i) === 'created');

  const passes = new Map(stored().map((pass) => [pass.externalId, pass]));
  expect(passes.size).toBe(good.length);
  for (const response of good) {
    const pass = passes.get(String(response['Member number']));
    expect(pass).toMatchObject({
      email: String(response.Email).toLowerCase(),
      customFields: {
        memberName: response.Member,
        memberNumber: response['Member number'],
        membershipLevel: response.Level,
        memberSince: response['Member since'],
      },
    });
    expect(pass?.customFields.homeBranch).toBe(response['Home branch'] || undefined);
    expect(pass?.phone).toBe(String(response.Phone || '').replaceAll(' ', '') || undefined);
  }
  expect(passes.get('000007')).toBeDefined();
  const recipients = emails().map(({ to }) => to);
  expect(recipients.sort()).toEqual(good.map(({ Email }) => String(Email).toLowerCase()).sort());
}

test('The main example issues exactly the right passes on n8n, and names the refused rows', async () => {
  const { rows, hints } = await runOnN8n(responses, connection());
  expectAllPasses(rows);
  for (const item of REFUSED.keys()) expect(rows[item]?.fix).toMatch(/^(Enter|Map) /);
  expect(hints).toEqual([
    expect.stringMatching(
      /^109 items: 105 created, 1 existing, 3 failed<br>Item 23 \(row 24\): .+<br>Item 31 .+<br>Item 52 /,
    ),
    expect.stringMatching(/^Items 12, 80 .+ have the same external ID, 004282\./),
    expect.stringMatching(/^1 item found an existing pass/),
    expect.stringContaining('Favorite genre'),
  ]);
});

test('The main example issues the same passes on Zapier, and n8n then none of them again', async () => {
  // Each row is a Zap run of its own.
  const some = responses.slice(0, 25);
  const zapier = await runOnZapier(some, sandbox.templates.generic, connection());
  expectAllPasses(zapier.rows, some);
  expect(zapier.found).toBe(true);
  expect(zapier.connection).toContain('Harbor & Pine');

  const before = emails().length;
  const again = await runOnN8n(some, connection());
  expect(again.rows.filter(({ outcome }) => outcome === 'created')).toEqual([]);
  expect(emails()).toHaveLength(before);
});

test('The main example reports issued and missing passes if the service fails during the run', async () => {
  let issued = 0;
  sandbox.control.onRequest(({ method, path }) => {
    if (method === 'POST' && path === '/pass' && ++issued === 10) void sandbox.close();
  });
  const some = responses.slice(0, 60);
  const { rows } = await runOnN8n(some, connection());

  const reported = rows
    .filter(({ outcome }) => outcome === 'created')
    .map(({ pass }) => pass?.link);
  const storedLinks = stored().map(({ link }) => link);
  expect(storedLinks).toEqual(expect.arrayContaining(reported));
  // If the response was lost with the connection, the outcome is unknown, never "not issued".
  const unknown = rows.filter(({ outcome }) => outcome === 'unknown');
  expect(reported.length + unknown.length).toBeGreaterThanOrEqual(storedLinks.length);
  const rest = rows.filter(({ outcome }) => ['failed', 'unknown', 'not sent'].includes(outcome));
  expect(rest.some(({ outcome }) => outcome === 'not sent')).toBe(true);
  expect(
    reported.length + rest.length + rows.filter(({ outcome }) => outcome === 'existing').length,
  ).toBe(some.length);
  for (const { reason } of rest) expect(reason).toMatch(/\S/);
}, 60_000);

test('The main example uses a template that the sandbox has', () => {
  const issue = workflow.nodes.find(({ name }) => name === 'Issue Card');
  expect(issue?.parameters.templateId?.value).toBe(sandbox.templates.generic);
});
