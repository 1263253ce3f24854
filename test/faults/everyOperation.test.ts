import { OPERATION_CASES, type LoadedCase, scenariosOf } from '../support/scenarios';
import { readServerState, resent } from '../support/scenarios/fixture';
import { breaches, leaks } from '../support/scenarios/invariants';
import { coreInput } from '../support/scenarios/platformInputs';
import type { Scenario } from '../support/scenarios/scenario';
import { useWorkingInputs } from '../support/scenarios/working';
import { processClock } from '../support/clock';
import { useCore } from '../support/core';
import { useFastTime } from '../support/fastTime';
import { LONG } from '../support/long';
import { FAULT_CASES, type FaultCase, LIMITS, hitting, isChange } from './faults';

/**
 * Every operation under every fault, on the shared core. Whatever happens: nothing is done twice, nothing is
 * reported as done that is not, an unknown result is reported as such, and no text has a secret.
 */
useFastTime();
const core = useCore({ checks: true });
const { working } = useWorkingInputs(core);

/**
 * In the short form, each scenario meets one of the first two faults and one of so many others; neighbors meet
 * different ones.
 */
const SHARE = FAULT_CASES.length - 2;

/** One run of a scenario, with or without a fault. */
async function run(one: LoadedCase, variant: number, byExternalId: boolean, fault?: FaultCase) {
  const { operation } = one;
  const isRead = operation.effect === 'read';
  const { fixture, scenario, input } = await working(one, variant, byExternalId);
  if (fault) core.sandbox.control.chooseFaults(hitting(isRead, fault.faults));
  const { verdicts, errors } = await core.run(operation, coreInput(input, fixture.image), {
    clock: processClock,
    limits: LIMITS,
    continueOnFail: true,
  });
  const [verdict] = verdicts;
  if (!verdict) throw new Error('There is no item');
  const state = await readServerState(fixture);
  const changes = state.log.filter((request) => isRead || isChange(request));
  const last = changes.filter(({ method }) => method === changes.at(-1)?.method);
  const texts = [verdict.text, ...errors.map((error) => JSON.stringify(error?.toFields() ?? ''))];
  const broken = [...breaches([scenario], verdicts, state), ...leaks(fixture.secrets, texts)];
  const times = scenario.seen?.(state);
  const [first] = changes;
  return {
    name: one.name,
    fixture,
    scenario,
    verdict,
    state,
    first,
    requests: last,
    times,
    broken,
  };
}

type Run = Awaited<ReturnType<typeof run>>;

/**
 * The right behavior after a lost response, found by sending the first change again: whether the service applies it
 * twice.
 */
async function rightRetry({ fixture, scenario, state, requests }: Run): Promise<Scenario['retry']> {
  const [request] = requests;
  if (!scenario.seen || !request) return scenario.retry;
  await resent(core.sandbox, request);
  const again = await readServerState(fixture);
  const isDoubled =
    (scenario.reached?.(again) ?? 0) > (scenario.reached?.(state) ?? 0) ||
    (!scenario.converges && scenario.seen(again) > scenario.seen(state));
  if (!isDoubled) return 'idempotent';
  const { externalId, passes = [{ externalId }], ifExists } = scenario.input as IssueInput;
  const canLookUp = passes.every((pass) => pass.externalId !== undefined);
  const isIssued = request.method === 'POST' && request.path === '/pass';
  return isIssued && canLookUp && ifExists !== 'issueAnother' ? 'lookUpFirst' : 'never';
}

interface IssueInput {
  externalId?: string;
  ifExists?: string;
  passes?: { externalId?: string }[];
}

/** What has to follow from a fault, in addition to the promises that hold anyway. A read is idempotent. */
function expected(
  { means, faults, processed }: FaultCase,
  { scenario: { retry = 'idempotent' }, first }: Run,
) {
  if (means === 'foreign' && retry === 'never') return { repeated: 0 };
  // A pass is looked up after any response, and issued again only after those before the last one. Create or
  // Update changes the pass before, and meets the fault there.
  if (means === 'foreign' && retry === 'lookUpFirst' && first?.method === 'POST') {
    return { state: processed ? 'done' : undefined, repeated: faults.length - 1 };
  }
  if (means === 'foreign') return {};
  if (means === 'refused' || retry === 'idempotent') {
    // The second half of an empty body is never late.
    const mayArrive = faults.some((fault) => fault.kind === 'late' && fault.body);
    return { state: 'done', repeated: mayArrive ? undefined : faults.length };
  }
  if (retry === 'lookUpFirst') return { state: 'done', repeated: processed ? 0 : 1 };
  return { state: 'unknown', repeated: 0 };
}

/** Findings in one run. @param clean the same run without a fault */
function findings(fault: FaultCase, clean: Run, is: Run): string[] {
  const found = [...is.broken];
  const wanted = expected(fault, is);
  const check = (what: string, value?: string | number, right?: string | number) => {
    if (right !== undefined && value !== right)
      found.push(`${what}: ${value}, not ${right}: ${is.verdict.text}`);
  };
  check('state', is.verdict.state, wanted.state);
  // A resend whose first message fails does not send its second one.
  check(
    'repeated requests',
    Math.max(0, is.requests.length - clean.requests.length),
    wanted.repeated,
  );
  if (wanted.state === 'done') {
    if (!is.scenario.converges) check('times on the server', is.times, clean.times);
    if (!fault.processed || !DIFFERENT_AGAIN.test(is.name))
      check('output', plain(is), plain(clean));
  }
  return found;
}

/**
 * Outputs that differ after a lost response: a pass that was looked up has no report on its delivery, the service
 * names an invite that is there, and an upload that is repeated leaves another file.
 */
const DIFFERENT_AGAIN =
  /^(pass\.(create|createGroup|upsert|sync)|badgeInvite\.create|file\.upload)$/;

/** An output without its times. */
const plain = ({ verdict }: Run) =>
  JSON.stringify(verdict.outputs).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, '<time>');

const SCENARIOS = OPERATION_CASES.flatMap((one) =>
  [...scenariosOf(one).keys()].flatMap((variant) =>
    [true, false].map((byExternalId) => ({ one, variant, byExternalId })),
  ),
)
  // In the short form, neighbors name their pass in different ways.
  .filter((_scenario, n) => LONG || n % 4 === 0 || n % 4 === 3)
  .map((scenario, n) => ({
    ...scenario,
    name: `${scenario.one.name} ${scenario.variant} by ${scenario.byExternalId ? 'external ID' : 'ID'}`,
    // A lost response is the most common fault, and a page could be taken for a success; the others take turns.
    faults: FAULT_CASES.filter(
      (_fault, i) => LONG || (i < 2 ? i === n % 2 : i % SHARE === n % SHARE),
    ),
  }));

test.each(SCENARIOS)('$name keeps its promises', async ({ one, variant, byExternalId, faults }) => {
  const clean = await run(one, variant, byExternalId);
  expect(clean).toMatchObject({ broken: [], verdict: { state: 'done' } });
  expect(await rightRetry(clean)).toBe(clean.scenario.retry);
  const found: string[] = [];
  for (const fault of faults) {
    const is = await run(one, variant, byExternalId, fault);
    found.push(...findings(fault, clean, is).map((finding) => `${fault.name}: ${finding}`));
  }
  expect(found).toEqual([]);
});
