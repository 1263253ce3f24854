import fc from 'fast-check';

import { parseInputsOrThrow, parseInputs } from '../../shared/fields';
import { createContext } from '../../shared/operations/context';
import { isServiceError } from '../../shared/errors/serviceError';
import { sandboxTransport } from '../support/sandboxTransport';
import { prepareItem, runPrepared, type PreparedItem } from '../../shared/run/itemPhases';
import { lockKeys } from '../../shared/operations/serialBy';
import type { Operation } from '../../shared/operations/operation';
import { OPERATION_CASES, scenariosOf } from '../support/scenarios';
import type { Raw } from '../support/scenarios/operationCase';
import { coreInput } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { fastClock } from '../support/clock';
import { FUZZ_INPUTS } from '../support/long';
import { useService } from '../support/service';
import { ZONES, counts, noTraces } from './harness';
import { changed, changesOf } from './inputs';
import { type Exchange, type Recorder, flawsOfExchange, recorder } from './recorder';
import { flawsOfMessage } from './refusals';

/** Inputs for each operation; together they are `FUZZ_INPUTS`. */
const EACH = Math.ceil(FUZZ_INPUTS / OPERATION_CASES.length);

jest.setTimeout(60_000 + EACH * 200);

const service = useService();
const { working } = useWorkingInputs(service);
let wire: Recorder;

beforeAll(() => {
  wire = recorder(sandboxTransport(service.sandbox));
});
afterAll(() => counts.print('shared operations'));

const traces = noTraces();

const CASES = OPERATION_CASES.map((one) => [one.name, one] as const);

test.each(CASES)('Any input of %s is sent well formed, or refused', async (_name, one) => {
  const { operation } = one;
  await fc.assert(
    fc.asyncProperty(
      fc.nat({ max: scenariosOf(one).length - 1 }),
      fc.boolean(),
      changesOf(operation.input),
      fc.constantFrom(...ZONES),
      async (variant, byExternalId, changes, timezone) => {
        const { input, fixture } = await working(one, variant, byExternalId);
        // Nothing is ever fetched from outside.
        service.sandbox.control.setImageFetch({ timeoutMs: 1 });
        const raw = changed(coreInput(input, fixture.image), changes);
        expect(await flawsOfRun(operation, raw, timezone)).toEqual([]);
        expect(traces()).toEqual([]);
      },
    ),
    { numRuns: EACH },
  );
});

/** Keys that the service does not know; a design may have any. */
function unknownKeys(): string[] {
  const requests = service.sandbox.control.requests();
  service.sandbox.control.clearRequests();
  return requests.flatMap((one) => one.unknownKeys).filter((key) => !key.startsWith('body.pass.'));
}

/** Runs an operation with an input. @returns the flaws found */
async function flawsOfRun(operation: Operation, raw: Raw, timezone: string): Promise<string[]> {
  counts.inputs += 1;
  const context = createContext({
    connection: { baseUrl: service.sandbox.baseUrl, apiKey: 'svc_sk_unused' },
    transport: wire.transport,
    clock: fastClock,
    timezone,
  });
  const inputs = parseInputs(operation.input, raw, context);
  let prepared: PreparedItem | undefined;
  const stages: [string, () => Promise<unknown>][] = [
    ['reading', async () => parseInputsOrThrow(operation.input, raw, context)],
    ['serial keys', async () => lockKeys(operation.serialBy, inputs.values)],
    ['preparing', async () => (prepared = await prepareItem(operation, inputs, context))],
    ['running', async () => await runPrepared(operation, prepared as PreparedItem)],
  ];

  for (const [stage, work] of stages) {
    const thrown = await work().then(
      () => undefined,
      (error: unknown) => ({ error }),
    );
    const exchanges = wire.taken();
    counts.requests += exchanges.length;
    const flaws = [...exchanges.flatMap(flawsOfExchange), ...unknownKeys()];
    const changed = exchanges.filter(({ request }) => request.method !== 'GET');
    if (stage !== 'running' && changed.length > 0) flaws.push(`${stage} changed something`);
    if (thrown) {
      flaws.push(...flawsOfFailure(operation, raw, stage, thrown.error, changed));
      return flaws;
    }
    if (flaws.length > 0) return flaws;
  }
  counts.accepted += 1;
  return [];
}

function flawsOfFailure(
  operation: Operation,
  raw: Raw,
  stage: string,
  thrown: unknown,
  sent: Exchange[],
): string[] {
  if (!isServiceError(thrown)) {
    return [`${stage} crashed: ${thrown instanceof Error ? String(thrown.stack) : 'no error'}`];
  }
  const { kind, message, fix, field, status } = thrown;
  const text = `${message} ${fix}`;
  const flaws = flawsOfMessage(operation, raw, { kind, text, field, status });
  if (['unavailable', 'outcomeUnknown', 'rateLimited'].includes(kind) && status !== 504) {
    flaws.push(`blames the service: ${kind}`);
  }
  if (kind === 'invalidInput' && status === undefined) {
    counts.refused += 1;
    // With an external ID, an end in the past matters only if there is no pass yet.
    if (stage === 'running' && field !== 'validUntil') {
      flaws.push('is refused only after it was checked');
    }
    if (sent.some(isAccepted)) flaws.push('is refused after something was changed');
  } else {
    counts.accepted += 1;
  }
  return flaws.map((flaw) => `${stage}: ${flaw}: ${text.slice(0, 300)}`);
}

function isAccepted({ result }: Exchange): boolean {
  return !result.ok || result.response.status < 300;
}
