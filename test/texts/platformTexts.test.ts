import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { WalletPass } from '../../nodes/WalletPass/WalletPass.node';
import { WalletPassTrigger } from '../../nodes/WalletPass/WalletPassTrigger.node';
import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import { useZapier } from '../zapier/harness';

type Entry = (INodeProperties | INodePropertyCollection | INodePropertyOptions) & {
  type?: string;
  description?: string;
  options?: Entry[];
  values?: Entry[];
};

function entriesOf(entries: readonly Entry[]): Entry[] {
  return entries.flatMap((entry) => [
    entry,
    ...entriesOf(entry.options ?? []),
    ...entriesOf(entry.values ?? []),
  ]);
}

const n8nEntries = [new WalletPass(), new WalletPassTrigger()].flatMap(({ description }) =>
  entriesOf(description.properties as Entry[]),
);

describe('a description in n8n', () => {
  it('of a switch begins with "Whether to"', () => {
    const switches = n8nEntries.filter(({ type }) => type === 'boolean');
    expect(switches.length).toBeGreaterThan(20);
    const others = switches.filter(({ description }) => !description?.startsWith('Whether to '));
    expect(others.map(({ name, description }) => [name, description])).toEqual([]);
  });

  // n8n clips a description after two lines.
  it('has its key fact within 120 characters', () => {
    const long = n8nEntries.filter(
      ({ description = '' }) => (description.split(/(?<=[.;:]) /)[0] ?? '').length > 120,
    );
    expect(long.map(({ name, description }) => [name, description])).toEqual([]);
  });
});

describe('a text in Zapier', () => {
  const app = useZapier();

  it('never says "Whether to", which is how n8n describes switches', async () => {
    const texts = JSON.stringify(await app.zapier.definition()).match(/"[^"]*Whether to[^"]*"/g);
    expect(texts).toBeNull();
  });
});

/** Inputs whose key has a different meaning, and label, in some operations. */
const SEVERAL_LABELS = [
  'confirm',
  'days',
  'ifExists',
  'includeLinks',
  'passId',
  'type',
  'validFrom',
  'validUntil',
];

it('an input has one label wherever it appears', () => {
  const labels = new Map<string, Set<string>>();
  for (const { input } of [...OPERATIONS, ...TRIGGERS]) {
    for (const [key, { label }] of Object.entries(input)) {
      labels.set(key, (labels.get(key) ?? new Set()).add(label));
    }
  }
  const several = [...labels].flatMap(([key, { size }]) => (size > 1 ? [key] : []));
  expect(several.sort()).toEqual(SEVERAL_LABELS);
});

it('the text of Stamp Card Completed names an output as both platforms show it: by key and by label', () => {
  const stampAdd = OPERATIONS.find(
    ({ resource, key }) => resource === 'stampCard' && key === 'add',
  );
  const label = stampAdd?.output.fields.isComplete?.label ?? '';
  expect(label.replaceAll(' ', '').toLowerCase()).toBe('isComplete'.toLowerCase());
  const trigger = TRIGGERS.find(({ key }) => key === 'stampCardCompleted');
  expect(trigger?.description).toContain(`'${label}' in the output of Add Stamps`);
});
