import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import type { ZapierDefinition } from '../engines/zapierEngine';
import { checkApp } from './checks';
import { useZapier } from './harness';

const app = useZapier();
let definition: ZapierDefinition;
beforeAll(async () => {
  definition = await app.zapier.definition();
});

function declared(kind: 'create' | 'search'): string[] {
  return OPERATIONS.flatMap(({ zapier }) => (zapier?.kind === kind ? [zapier.key] : [])).sort();
}

test("The app has no findings of Zapier's schema", async () => {
  expect(await app.zapier.validate()).toEqual([]);
});

test("The app has no findings of Zapier's checks", () => {
  expect(checkApp(JSON.parse(JSON.stringify(definition)) as ZapierDefinition)).toEqual([]);
});

test('The app offers every operation that is declared for Zapier and nothing else', () => {
  expect(Object.keys(definition.creates ?? {}).sort()).toEqual(declared('create'));
  expect(Object.keys(definition.searches ?? {}).sort()).toEqual(declared('search'));
});

test('The app offers every event that is declared for Zapier, and hides the lists behind dropdowns', () => {
  const { triggers = {} } = definition;
  const shown = Object.values(triggers).filter(({ display }) => !display.hidden);
  const events = TRIGGERS.flatMap(({ zapier }) => (zapier ? [zapier.key] : []));
  expect(shown.map(({ key }) => key).sort()).toEqual(events.sort());

  const lists = Object.keys(triggers).filter((key) => !events.includes(key));
  const asked = JSON.stringify(definition).matchAll(/"dynamic":"(\w+)\./g);
  expect(lists.sort()).toEqual([...new Set([...asked].map(([, key]) => key))].sort());
});

test('The app reads dates itself: Zapier would turn a word that is not a date into the current time', () => {
  const inputs = Object.values({ ...definition.creates, ...definition.searches }).flatMap(
    ({ operation }) => (operation.inputFields ?? []) as { key: string; type?: string }[],
  );
  expect(inputs.filter(({ type }) => type === 'datetime')).toEqual([]);
  const dates = inputs.filter(({ key }) => key === 'validUntil');
  expect(dates.length).toBeGreaterThan(1);
  for (const date of dates) expect(date).toMatchObject({ type: 'string' });
});

test('The app offers no management of keys and deletes no template or file', () => {
  const keys = Object.keys({ ...definition.creates, ...definition.searches }).join(' ');
  expect(keys).not.toMatch(/key|delete_template|delete_file|group/);
});

test('Every step that changes something notes at the top what testing it does', () => {
  for (const { zapier, effect } of OPERATIONS) {
    if (zapier?.kind !== 'create') continue;
    const [first] = definition.creates?.[zapier.key]?.operation.inputFields as {
      type: string;
      helpText?: string;
    }[];
    const warns = first?.type === 'copy' && first.helpText?.startsWith('**Testing this step ');
    expect([zapier.key, warns === true]).toEqual([zapier.key, effect !== 'read']);
  }
});

test('The app finds a pass, a template or a badge holder, or creates it', () => {
  expect(definition.searchOrCreates).toEqual({
    find_pass: {
      key: 'find_pass',
      search: 'find_pass',
      create: 'issue_pass',
      display: {
        label: 'Find or Issue Pass',
        description:
          "Finds a pass (by email or phone, only a valid one), or issues one if there's no match.",
      },
    },
    find_template: expect.objectContaining({
      search: 'find_template',
      create: 'create_template',
    }) as unknown,
    find_badge_holder: expect.objectContaining({
      search: 'find_badge_holder',
      create: 'invite_badge_holder',
    }) as unknown,
  });
});
