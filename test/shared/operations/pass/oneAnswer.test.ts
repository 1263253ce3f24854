/** One item, one answer: it does not depend on how many other items its run has. */

import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { useCore } from '../../../support/core';
import { textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const control = () => core.sandbox.control;
const template = () => core.sandbox.templates.loyalty;

const EMAIL = 'ana@example.com';
const PAST = '2020-01-31T22:59:59.999Z';
const ana = (values: object = {}) => ({ externalId: 'A-1', email: EMAIL, ...values });

/** The pass that exists for the item, if any. */
const SITUATIONS: Record<string, object[]> = {
  'no pass': [],
  'a pass with its email': [ana()],
  'a pass with another email': [ana({ email: 'ben@example.com' })],
  'a voided pass': [ana({ isValid: false })],
  'a voided pass of somebody else': [ana({ isValid: false, email: 'ben@example.com' })],
  'an expired pass': [ana({ templateFields: { validUntil: PAST } })],
};

const SETTINGS: Record<string, [Operation, object]> = {
  Issue: [create, {}],
  'Issue, Update Existing': [create, { ifExists: 'update' }],
  'Issue, Issue Another': [create, { ifExists: 'issueAnother' }],
  'Issue, Fail': [create, { ifExists: 'fail' }],
  'Create or Update': [upsert, {}],
  'Create or Update, Reactivate': [upsert, { ifNotValid: 'reactivate' }],
  'Create or Update, with links': [upsert, { includeLinks: true }],
};

const CONTACTS: Record<string, object> = {
  'its email': { email: EMAIL },
  'its email in capitals': { email: 'ANA@Example.com' },
  'a phone number': { phone: '+4915112345678' },
  'no contact': {},
};

/** What becomes of the item and its passes in a run with so many items. */
async function answer(count: number, situation: string, setting: string, contact: string) {
  control().reset();
  for (const [i, values] of (SITUATIONS[situation] ?? []).entries()) {
    control().seedPasses(template(), 1, { from: control().now() - 1000 * (i + 1), values });
  }
  const [operation, options] = SETTINGS[setting] ?? [create, {}];
  const item = (externalId: string, more: object) => ({
    ...{ templateId: template(), externalId, sendToEmail: 'send' },
    fieldValues: { accountName: 'Ana Souza' },
    ...options,
    ...more,
  });
  const others = Array.from({ length: count - 1 }, (_, i) => item(`other-${i}`, {}));
  const { verdicts } = await core.run(
    operation,
    [item('A-1', CONTACTS[contact] ?? {}), ...others],
    { continueOnFail: true },
  );
  const [verdict] = verdicts;
  const [output = {}] = verdict?.outputs ?? [];
  const passes = control()
    .passes(template())
    .filter(({ externalId }) => externalId === 'A-1')
    .map(({ email, isValid, templateFields }) => ({ email, isValid, ...templateFields }));
  return {
    state: verdict?.state,
    contactDiffers: output.contactDiffers,
    hasLink: output.link !== undefined,
    isNew: output.outcome === 'created',
    passes,
    messages: control().outbox().length,
  };
}

const CASES = Object.keys(SITUATIONS).flatMap((situation) =>
  Object.keys(SETTINGS).map((setting) => [setting, situation] as const),
);

test.each(CASES)('%s answers for %s as it does alone, among 2, 18 and 30 items', async (...row) => {
  const [setting, situation] = row;
  for (const contact of Object.keys(CONTACTS)) {
    const [alone, ...among] = await inTurn([1, 2, 18, 30], (count) =>
      answer(count, situation, setting, contact),
    );
    for (const one of among) expect([contact, one]).toEqual([contact, alone]);
  }
});

async function inTurn<T, R>(list: T[], work: (one: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (const one of list) results.push(await work(one));
  return results;
}

const issue = (count: number, more: object = {}) =>
  core.run(
    create,
    Array.from({ length: count }, (_, i) => ({
      ...{ templateId: template(), externalId: i === 0 ? 'A-1' : `other-${i}`, email: EMAIL },
      ...{ sendToEmail: 'doNotSend', fieldValues: { accountName: 'Ana Souza' }, ...more },
    })),
  );

test.each([1, 2, 18, 30])('A link goes to nobody else: %i items', async (count) => {
  control().seedPasses(template(), 1, { values: ana({ email: 'ben@example.com' }) });
  const { out } = await issue(count);
  expect(out[0]).toMatchObject({
    outcome: 'existing',
    contactDiffers: true,
    id: expect.any(String),
  });
  expect(Object.keys(out[0] ?? {}).filter((key) => /link|button/i.test(key))).toEqual([]);
  expect(out[0]?.note).toMatch(/^The pass has another email than this item/);
});

test('A link is not returned if nobody can be asked whose pass it is', async () => {
  control().seedPasses(template(), 1, { values: ana() });
  control().chooseFaults(({ path }) =>
    path === '/passes/search' ? { kind: 'unavailable', status: 500 } : undefined,
  );
  const { out } = await issue(1);
  control().chooseFaults(null);
  expect(out[0]).not.toHaveProperty('link');
  expect(out[0]).not.toHaveProperty('contactDiffers');
  expect(out[0]?.note).toMatch(/^Its link is not returned/);
});

test('An item does not search for the holder of a link once a search has failed', async () => {
  const externalIds = ['A-1', 'A-2'];
  for (const externalId of externalIds)
    control().seedPasses(template(), 1, { values: ana({ externalId }) });
  control().chooseFaults(({ path }) =>
    path === '/passes/search' ? { kind: 'unavailable', status: 500 } : undefined,
  );
  const searchesOf = async (ids: string[]) => {
    const items = ids.map((externalId) => ({
      ...{ templateId: template(), externalId, email: EMAIL },
      ...{ sendToEmail: 'doNotSend', fieldValues: { accountName: 'Ana Souza' } },
    }));
    const { out, sent } = await core.run(create, items, { concurrency: 1 });
    expect(out.map(({ note }) => note)).toEqual(ids.map(() => textWith(/^Its link is not/)));
    return sent.filter((request) => request === 'GET /passes/search').length;
  };
  expect(await searchesOf(externalIds)).toBe(await searchesOf(['A-1']));
  control().chooseFaults(null);
});

test('A link is returned for a pass without an email, if its row shows that it has none', async () => {
  control().seedPasses(template(), 1, { values: { externalId: 'A-1' } });
  expect((await issue(3)).out[0]).toHaveProperty('link');
});

test('A link of several passes goes to nobody if one of them is not that of the person', async () => {
  control().seedPasses(template(), 1, { values: ana() });
  control().seedPasses(template(), 1, {
    values: ana({ externalId: 'B-1', email: 'ben@example.com' }),
  });
  const passes = ['A-1', 'B-1'].map((externalId) => ({
    ...{ templateId: template(), externalId, fieldValues: { accountName: 'Ana' } },
  }));
  const { out } = await core.run(createGroup, { passes, email: EMAIL, sendToEmail: 'doNotSend' });
  expect(JSON.stringify(out)).not.toMatch(/https?:/);
  expect(out[0]).toMatchObject({
    outcome: 'existing',
    note: expect.stringMatching(/another email/),
  });
});
