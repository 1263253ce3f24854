import { readFileSync } from 'node:fs';
import path from 'node:path';

import { type Scope, SCOPES } from '../../shared/service/scopes';
import type { ZapierOperation } from '../../zapier/catalog';
import type { ZapierBundle } from '../engines/zapierEngine';
import { OPERATION_CASES } from '../support/scenarios';
import type { Raw } from '../support/scenarios/operationCase';
import { withOddValues, zapierInput } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { failureOf, useZapier } from './harness';

/**
 * What every step must do in Zapier's core, by the case file of its operation in `test/cases`. That it works is
 * tested in test/golden/operations.test.ts.
 */
const app = useZapier();
const { working } = useWorkingInputs(app);

const CASES = OPERATION_CASES.flatMap((one) => {
  const { zapier } = one.operation;
  return zapier ? [[zapier.key, one, zapier] as const] : [];
});

const runStep = ({ kind, key }: ZapierOperation['zapier'], input: Raw, bundle?: ZapierBundle) =>
  app[kind]<Raw | Raw[]>(key, zapierInput(input), bundle);

/** Errors that the app throws on purpose. */
const OWN_ERRORS = ['AppError', 'HaltedError', 'ThrottledError'];

/** A key that has all scopes but these. */
const without = (...lacking: readonly string[]) =>
  app.scoped(...SCOPES.filter((scope) => !lacking.includes(scope)));

describe.each(CASES)('%s', (_key, one, step) => {
  const { operation, invalid } = one;
  const run = (input: Raw, bundle?: ZapierBundle) => runStep(step, input, bundle);

  it('survives a value of another kind in every input', async () => {
    const { input } = await working(one);
    for (const odd of withOddValues(input, [{ a: { b: [] } }])) {
      const thrown: unknown = await run(odd).then(
        () => undefined,
        (error: unknown) => error,
      );
      if (thrown) expect(OWN_ERRORS).toContain((thrown as Error).name);
    }
  });

  // What each of its inputs refuses is tested on the core, in test/golden/messages.test.ts.
  const [refusal] = invalid.filter(({ on }) => on !== 'n8n');
  if (!refusal) return;
  it('refuses an invalid value, and sends nothing', async () => {
    const failure = await failureOf(run({ ...(await working(one)).input, ...refusal.input }));
    expect(failure).toMatchObject({ name: 'AppError', code: 'invalidInput' });
    expect(recordedErrors()).toContain(`\n${failure.message}\n`);
    // Values are checked against the template of a pass to issue, which is read.
    const isIssue = operation.serialBy === 'externalId';
    expect(app.sent().filter(({ method }) => !(isIssue && method === 'GET'))).toEqual([]);
  });
});

const recordedErrors = () => readFileSync(path.join(__dirname, '../golden/messages.txt'), 'utf8');

describe('a dropdown', () => {
  it.each<[trigger: string, scope: Scope, inputData: object]>([
    ['badge_holder_list', 'badges.viewAll', {}],
    ['badge_list', 'badges.viewAll', {}],
    ['pass_list', 'passes.viewAll', { templateId: 't' }],
    ['template_list', 'templates.viewAll', {}],
  ])('%s names the missing scope', async (trigger, scope, inputData) => {
    const bundle = { ...without(scope), meta: { isFillingDynamicDropdown: true, page: 0 } };
    const failure = await failureOf(app.trigger(trigger, inputData, bundle));
    expect(failure).toMatchObject({ name: 'AppError', status: 403 });
    expect(failure.message).toContain(scope);
  });
});
