import { type INode, NodeOperationError, type OnError } from 'n8n-workflow';

import { errorItem } from '../../nodes/WalletPass/errors/errorItems';
import { nodeError } from '../../nodes/WalletPass/errors/nodeErrors';
import { BatchStopped } from '../../shared/run/runMany';
import { createReport } from '../../shared/run/report';
import { ServiceError } from '../../shared/errors/serviceError';

const nodeThat = (onError: OnError): INode => ({
  id: 'node',
  name: 'Wallet Pass',
  type: 'walletPass',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  onError,
});

const items = [{}, {}, {}, {}];
const made = (onError: OnError, about = {}) => {
  const error = new ServiceError({ kind: 'conflict', message: 'It broke', fix: 'Mend it.' });
  return errorItem(nodeThat(onError), error, 3, { items, rows: [2, 3, 4, 5] }, about);
};

test('A failed item begins with what a table shows first', () => {
  const { json, pairedItem } = made('continueRegularOutput', { externalId: 'M-1' });
  expect(Object.entries(json)).toEqual([
    ['error', 'It broke [item 3 (row 5)]'],
    ['fix', 'Mend it.'],
    ['externalId', 'M-1'],
    ['outcome', 'failed'],
    ['details', { item: 3, kind: 'conflict' }],
  ]);
  expect(pairedItem).toEqual({ item: 3 });
});

test('The error of a single item has no item number', () => {
  const only = { items: [{}], rows: [] };
  const { json } = errorItem(nodeThat('continueErrorOutput'), new Error('It broke'), 0, only);
  expect(json.error).toBe('It broke');
});

test('A failed item shows no key that was pasted as an external ID', () => {
  const externalId = 'svc_sk_pasted0123456789';
  expect(JSON.stringify(made('continueRegularOutput', { externalId }))).not.toContain('pasted');
});

test('A failed item goes to the error output, whatever its keys are', () => {
  const item = made('continueErrorOutput');
  expect(item.error?.message).toBe('It broke [item 3 (row 5)]');
  // n8n copies items to the error output, and replaces the JSON of those with `error`.
  expect({ ...item }).not.toHaveProperty('error');
});

test('A failed item on the regular output has no error beside its JSON, which n8n would replace', () => {
  expect(made('continueRegularOutput').error).toBeUndefined();
});

/** As n8n's editor shows the message of an error: with `[item …]` if a node has several items. */
const shown = ({ message }: Error, index: number) =>
  message.includes(`item ${index}`) ? message : `${message} [item ${index}]`;

const errorOf = (message: string) => {
  const error = new ServiceError({ kind: 'invalidInput', message, fix: 'Fix it.' });
  const report = createReport([{ index: 3, notes: [], result: { state: 'failed', error } }]);
  return nodeError(nodeThat('stopWorkflow'), new BatchStopped(error, 3, report));
};

test('The editor shows the number of an item once', () => {
  expect(shown(errorOf('It broke'), 3)).toBe('It broke [item 3]');
});

test('The number of an item is not added to a reason of n8n that ends with it', () => {
  expect(shown(errorOf('It broke: no such field [item 3]'), 3)).toBe(
    'It broke: no such field [item 3]',
  );
});

test('An error of n8n keeps its texts, and gets the report of the run that it stopped', () => {
  const node = nodeThat('stopWorkflow');
  const error = new NodeOperationError(node, 'No such file', { description: 'Look again.' });
  const report = createReport([
    { index: 0, notes: [], result: { state: 'done', value: { id: 'p1' } } },
    { index: 1, notes: [], result: { state: 'failed', error } },
  ]);
  const shown = nodeError(node, new BatchStopped(error, 1, report));
  expect(shown).toBe(error);
  expect(shown).toMatchObject({
    message: 'No such file',
    description: 'Look again.<br>Succeeded: item 0. Failed: item 1. Not run: none.',
    context: { report: { done: [{ item: 0, id: 'p1' }], failed: [1] } },
  });
});
