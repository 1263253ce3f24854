import { readFileSync } from 'node:fs';
import path from 'node:path';

import type { IDataObject } from 'n8n-workflow';

import type { FaultKind } from '../../sandbox/index';
import { SCOPES } from '../../shared/service/scopes';
import type { N8nRunError } from '../engines/n8nEngine';
import { OPERATION_CASES, type LoadedCase } from '../support/scenarios';
import type { Raw } from '../support/scenarios/operationCase';
import { INPUT_KEY, n8nParameters, withOddValues } from '../support/scenarios/platformInputs';
import { useWorkingInputs } from '../support/scenarios/working';
import { NODE, binaryFile, useN8n, type PassRun } from '../support/n8n';

/**
 * What every operation must do in n8n's engine, by its case file in `test/cases`. That it works is tested in
 * test/golden/operations.test.ts.
 */
const n8n = useN8n();
const inputs = useWorkingInputs(n8n);
const { working } = inputs;
const control = () => n8n.sandbox.control;

const CASES = OPERATION_CASES.filter(({ operation }) => !operation.zapierOnly).map(
  (one) => [one.name, one] as const,
);

/** Runs an operation. @param around inputs of the items before and after it */
function run({ operation }: LoadedCase, input: Raw, options: PassRun = {}, around: Raw[] = []) {
  const [before, after] = around;
  const items = [before, input, after].filter((item) => item !== undefined);
  return n8n.pass(operation.key, n8nParameters(operation, input), {
    resource: operation.resource,
    items: items.map((item) => ({ [INPUT_KEY]: item as IDataObject })),
    binary: { data: binaryFile(inputs.image.content) },
    ...options,
  });
}

describe.each(CASES)('%s', (_name, one) => {
  const { operation, invalid } = one;

  it('survives a value of another kind in every input', async () => {
    const { input } = await working(one);
    const items = withOddValues(input).map((odd) => ({ [INPUT_KEY]: odd as IDataObject }));
    const node = { onError: 'continueRegularOutput' };
    const { run: execution } = await run(one, input, { items, node });
    expect(execution.error(NODE)).toBeUndefined();
    const crashed = execution
      .items(NODE)
      .filter(({ json }) => (json.details as { kind?: string } | undefined)?.kind === 'unexpected');
    expect(crashed).toEqual([]);
  });

  // What each of its inputs refuses is tested on the core, in test/golden/messages.test.ts.
  const [refusal] = invalid.filter(({ on }) => on !== 'zapier');
  if (!refusal) return;
  it('names field and item of an invalid value, and sends nothing of any item', async () => {
    const { input, valid, field } = refusal;
    const good = { ...(await working(one)).input, ...valid };
    // A confirmation is the same for all items.
    const isFixed = operation.input[field]?.kind === 'confirmation';
    const { error, sent } = await run(one, { ...good, ...input }, {}, isFixed ? [] : [good, good]);
    const itemIndex = isFixed ? 0 : 1;
    expect(error?.context).toMatchObject({ itemIndex, kind: 'invalidInput', field });
    expect(recordedErrors()).toContain(recorded(error, itemIndex));
    if (!isFixed) expect(error?.context?.report).toMatchObject({ failed: [1], notStarted: [0, 2] });
    // Values are checked against the template of a pass to issue, which is read.
    const isIssue = operation.serialBy === 'externalId';
    expect(sent.filter((request) => !(isIssue && request.startsWith('GET ')))).toEqual([]);
  });
});

describe('an error has the words that are recorded', () => {
  const create = caseOf('pass.create');
  const ALL_BUT_ISSUING = SCOPES.filter((scope) => scope !== 'passes.create');

  it.each<[kind: string, name: string, httpCode: string | null, cause: Cause]>([
    ['wrongKey', 'NodeApiError', '401', { key: () => 'svc_sk_other_0123456789' }],
    ['missingScope', 'NodeApiError', '403', { key: () => control().addKey(ALL_BUT_ISSUING) }],
    ['notFound', 'NodeApiError', '404', { input: { templateId: 'gone-1' } }],
    ['planLimit', 'NodeApiError', '402', { change: () => control().setAccount({ passQuota: 0 }) }],
    ['unavailable', 'NodeApiError', '403', { fault: { kind: 'intercepted', status: 403 } }],
    ['invalidInput', 'NodeOperationError', null, { input: { email: 'nobody' } }],
  ])('%s: a %s', async (kind, name, httpCode, { input, key, change, fault }) => {
    const { input: good } = await working(create);
    change?.();
    if (fault) control().chooseFaults(() => fault);
    const { error, run: execution } = await run(create, { ...good, ...input }, { key: key?.() });
    expect(error).toMatchObject({ name, context: { kind, itemIndex: 0 } });
    if (httpCode) expect(error).toMatchObject({ httpCode });
    expect(recordedErrors()).toContain(recorded(error, 0));
    expect(JSON.stringify(error)).not.toContain('other_0123');
    expect(execution.items(NODE)).toEqual([]);
  });
});

interface Cause {
  input?: object;
  key?: () => string;
  change?: () => void;
  fault?: FaultKind;
}

/** Message and fix as in `messages.txt`, which has neither the item nor the report of a run. */
function recorded(error: N8nRunError | undefined, itemIndex: number): string {
  const message = error?.message.replace(
    new RegExp(` \\[item ${itemIndex}( \\(row ${itemIndex + 1}\\))?\\]$`),
    '',
  );
  const fix = error?.description?.replace(/( |<br>)?Succeeded: .*$/, '');
  return `\n${message}\n${fix}\n`;
}

const recordedErrors = () => readFileSync(path.join(__dirname, '../golden/messages.txt'), 'utf8');

function caseOf(name: string): LoadedCase {
  const found = OPERATION_CASES.find((one) => one.name === name);
  if (!found) throw new Error(`There is no case ${name}`);
  return found;
}
