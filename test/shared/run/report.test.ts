/** What is said after a run: how many items ended how, why the others failed, and what to do. */

import { create } from '../../../shared/operations/pass/create';
import { upsert } from '../../../shared/operations/pass/upsert';
import type { RunRetries } from '../../../shared/run/attempts';
import { reasonLines, summaryText } from '../../../shared/run/report';
import { notesOf, useCore } from '../../support/core';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const template = () => ({ templateId: core.sandbox.templates.loyalty });
const ISSUE = { method: 'POST', path: '^/pass$' };

test('A run of which only some items are previewed counts what a preview would do', async () => {
  control().seedPasses(template().templateId, 1, { externalIdPrefix: 'M-' });
  const item = { ...template(), externalId: 'M-1' };
  const preview = { ...item, previewOnly: true };
  const values = { fieldValues: { accountName: 'Ana' } };
  const { report } = await core.run(upsert, [
    ...[preview, { ...preview, ...values }],
    ...[{ ...item, ...values }],
  ]);
  expect(summaryText(report)).toBe('3 items: 1 existing, 1 updated, 1 would be updated');
});

test('Items with an unknown result are not said to be safe to repeat because others are', async () => {
  control().queueFault({ kind: 'unavailable', status: 500, match: ISSUE, count: 2 });
  const items = [{ ...template(), externalId: 'M-1' }, template()];
  const { report } = await core.run(create, items, { continueOnFail: true, concurrency: 1 });
  expect(reasonLines(report, [])).toEqual([
    expect.stringMatching(/^Item 0: .* It is safe to run this again/),
    expect.stringMatching(/^Item 1: .* Check the dashboard for the pass before/),
  ]);
});

test('Reasons that are not shown are counted, also those of unknown results', async () => {
  control().queueFault({ kind: 'dropAfter', match: ISSUE, count: 2 });
  const refused = Array.from({ length: 10 }, (_, i) => ({ ...template(), email: `nobody ${i}` }));
  const items = [...refused, template(), template()];
  const { report } = await core.run(create, items, { continueOnFail: true });
  expect(reasonLines(report, []).slice(9)).toEqual([
    expect.stringMatching(/^Item 9: /),
    'And 2 more.',
  ]);
});

test('A retried run also has the notes of the items that the first attempt has done', async () => {
  const retries: RunRetries = { store: {}, runIndex: 0, maxAttempts: 3 };
  const issue = () =>
    core.run(create, [template(), template(), template()], { retries, concurrency: 1 });
  control().setAccount({ passQuota: 2 });
  expect((await issue()).report.failed).toEqual([2]);
  control().setAccount({ passQuota: 10 });
  expect(notesOf((await issue()).report, 'withoutExternalId')?.items).toEqual([0, 1, 2]);
});
