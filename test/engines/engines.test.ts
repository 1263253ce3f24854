import { useN8n } from '../support/n8n';
import { cleanInput } from './zapier/cleanInput';

/** What would make tests pass wrongly if it broke. Everything else breaks the tests of the nodes and steps. */
const n8n = useN8n();

test('Reading the items of an unknown node is an error', async () => {
  const { run } = await n8n.pass('getAll', {}, { resource: 'template' });
  expect(() => run.items('Walet Pass')).toThrow(/"Walet Pass", only: Start, Wallet Pass/);
});

test('Zapier drops empty values at every depth', () => {
  const input = { a: '', b: null, c: [], d: { e: '' }, f: ['', 0, { g: null }], h: false };
  expect(cleanInput(input)).toEqual({ f: [0], h: false });
});
