import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { notesOf, useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

/** Several passes for one person. */
const core = useCore({ checks: true });
const templateId = () => core.sandbox.templates.loyalty;
const control = () => core.sandbox.control;

const entry = (externalId: string, more: object = {}) => ({
  templateId: templateId(),
  externalId,
  ...more,
});
const group = (passes: object[], more: object = {}) =>
  core.run(createGroup, { passes, email: 'ana@example.com', ...more });

test('A group whose passes all exist is returned, and one of which only some exist is refused', async () => {
  await group([entry('G-1'), entry('G-2')]);
  const again = await group([entry('G-1'), entry('G-2')]);
  expect(again.out).toMatchObject([
    { outcome: 'existing', passes: [{ externalId: 'G-1' }, { externalId: 'G-2' }] },
  ]);
  expect((await group([entry('G-2'), entry('G-3')])).error?.kind).toBe('conflict');
  const fail = await group([entry('G-1'), entry('G-2')], { ifExists: 'fail' });
  expect(fail.error?.kind).toBe('conflict');
  expect(control().outbox()).toHaveLength(1);
});

test('A group of a single pass has its ID, and no group ID', async () => {
  const { out } = await group([entry('G-1')]);
  const [{ id } = { id: '' }] = control().passes(templateId());
  expect(out).toMatchObject([{ outcome: 'created', passes: [{ id }] }]);
  expect(out[0]).not.toHaveProperty('groupId');
});

test('Existing passes of another person are found without reading the list of passes', async () => {
  const groups = (email: string) =>
    Array.from({ length: 4 }, (_, i) => ({
      email,
      passes: Array.from({ length: 5 }, (_pass, j) => entry(`G-${i}-${j}`)),
    }));
  await core.run(createGroup, groups('ana@example.com'));
  const { out, report, sent } = await core.run(createGroup, groups('ben@example.com'));
  const passes = out.flatMap((one) => one.passes as object[]);
  expect(passes.every((pass) => 'contactDiffers' in pass && !('link' in pass))).toBe(true);
  expect(out.every((one) => !('link' in one) && /another email/.test(String(one.note)))).toBe(true);
  expect(notesOf(report, 'otherEmail')?.lines).toEqual([
    expect.stringMatching(/^4 items have an email that the existing pass does not have/),
  ]);
  expect(sent).not.toContain('GET /passes');
});

test('The same passes twice in one run are issued once, by email or by phone', async () => {
  const passes = [entry('G-1'), entry('G-2')];
  const contacts = [{ email: 'a@example.com' }, { phone: '+1 202 555 0123' }];
  const { out, report } = await core.run(
    createGroup,
    contacts.map((contact) => ({ passes, ...contact })),
  );
  expect(out.map(({ outcome }) => outcome)).toEqual(['created', 'existing']);
  expect(notesOf(report, 'sharedId')?.lines).toEqual(
    ['G-1', 'G-2'].map((id) => textWith(`have the same external ID, ${id}.`)),
  );
  expect(control().outbox()).toHaveLength(1);
});

test('All invalid passes of an item are reported together, each with its number', async () => {
  const { error } = await group([
    entry('G-1', { collectedStamps: 51 }),
    entry(' G-2 ', { templateId: 'gone', validUntil: 'soon' }),
  ]);
  expect(error?.invalid?.map(({ message }) => message.slice(0, 26))).toEqual([
    "Pass 1: 'Collected Stamps'",
    "Pass 2: 'Valid Until' is n",
  ]);
});

test.each<[kind: string, number: RegExp, passes: object[]]>([
  ['invalidInput', /^Pass 1: 'External ID'/, [{ externalId: ' ' }]],
  ['invalidInput', /'G-1'/, [{}, {}]],
  ['invalidInput', /^Pass 2: 'Collected/, [{}, { externalId: 'G-2', collectedStamps: 51 }]],
  ['invalidInput', /^Pass 2: .*'nope'/, [{}, { externalId: 'G-2', fieldValues: { nope: 'x' } }]],
  ['notFound', /^Pass 2: /, [{}, { externalId: 'G-2', templateId: 'gone' }]],
  ['invalidInput', /10/, Array.from({ length: 11 }, (_, i) => ({ externalId: `G-${i}` }))],
])('A bad pass stops the whole group as %s: %s', async (kind, words, passes) => {
  const { error, sent } = await group(passes.map((one) => ({ ...entry('G-1'), ...one })));
  expect(error).toMatchObject({ kind });
  expect(error?.message).toMatch(words);
  expect(sent.filter((request) => !request.startsWith('GET /'))).toEqual([]);
});

test('A run of many groups looks up their passes instead of reading the whole list', async () => {
  control().seedPasses(templateId(), 1200);
  control().clearRequests();
  const groups = Array.from({ length: 25 }, (_, i) => ({
    passes: [entry(`G-${i}`), entry(`H-${i}`)],
    email: `g${i}@example.com`,
  }));
  const { out, sent } = await core.run(createGroup, groups);
  expect(out.map(({ outcome }) => outcome)).toEqual(groups.map(() => 'created'));
  // The one look for passes of other runs.
  expect(sent.filter((one) => one === 'GET /passes')).toHaveLength(1);
});
