/** One item, one answer: it does not depend on how many other items its run has. */

import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/pass/create';
import { createGroup } from '../../../../shared/operations/pass/createGroup';
import { upsert } from '../../../../shared/operations/pass/upsert';
import { type CoreOptions, useCore } from '../../../support/core';
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
    core.seedPass({ created: control().now() - 1000 * (i + 1), ...values });
  }
  const [operation, options] = SETTINGS[setting] ?? [create, {}];
  const item = (externalId: string, more: object) => ({
    ...{ templateId: template(), externalId, sendToEmail: 'send' },
    fieldValues: { accountName: 'Ana Souza' },
    ...options,
    ...more,
  });
  const others = Array.from({ length: count - 1 }, (_, i) => item(`other-${i}`, {}));
  const items = [item('A-1', CONTACTS[contact] ?? {}), ...others];
  const [verdict] = (await core.run(operation, items, { continueOnFail: true })).verdicts;
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

test.each(CASES)('%s answers for %s as it does alone, among 2, 18 and 30', async (...names) => {
  const [setting, situation] = names;
  for (const contact of Object.keys(CONTACTS)) {
    const alone = await answer(1, situation, setting, contact);
    for (const count of [2, 18, 30]) {
      const among = await answer(count, situation, setting, contact);
      expect([contact, among]).toEqual([contact, alone]);
    }
  }
});

const issue = (externalIds: string[], options?: CoreOptions) => {
  const values = { sendToEmail: 'doNotSend', fieldValues: { accountName: 'Ana Souza' } };
  const pass = { templateId: template(), email: EMAIL, ...values };
  const items = externalIds.map((externalId) => ({ externalId, ...pass }));
  return core.run(create, items, options);
};
const others = (count: number) => Array.from({ length: count }, (_, i) => `other-${i}`);
const failSearches = () =>
  core.intercept(({ path }) => path === '/passes/search', { kind: 'unavailable', status: 500 });

test.each([0, 1, 17, 29])('A link goes to nobody else, beside %i items', async (count) => {
  const id = core.seedPass(ana({ email: 'ben@example.com' }));
  const { out } = await issue(['A-1', ...others(count)]);
  expect(out[0]).toMatchObject({ outcome: 'existing', contactDiffers: true, id });
  expect(Object.keys(out[0] ?? {}).filter((key) => /link|button/i.test(key))).toEqual([]);
  expect(out[0]?.note).toMatch(/^The pass has another email than this item/);
});

test('A link is not returned if nobody can be asked whose pass it is', async () => {
  core.seedPass(ana());
  failSearches();
  const { out } = await issue(['A-1']);
  expect(out[0]).not.toHaveProperty('link');
  expect(out[0]).not.toHaveProperty('contactDiffers');
  expect(out[0]?.note).toMatch(/^Its link is not returned/);
});

test('An item does not search for the holder of a link once a search has failed', async () => {
  const externalIds = ['A-1', 'A-2'];
  for (const externalId of externalIds) core.seedPass(ana({ externalId }));
  failSearches();
  const searchesOf = async (ids: string[]) => {
    const { out, sent } = await issue(ids, { concurrency: 1 });
    expect(out.map(({ note }) => note)).toEqual(ids.map(() => textWith(/^Its link is not/)));
    return sent.filter((request) => request === 'GET /passes/search').length;
  };
  expect(await searchesOf(externalIds)).toBe(await searchesOf(['A-1']));
});

test('A link is returned for a pass without an email, if its row shows that it has none', async () => {
  core.seedPass({ externalId: 'A-1' });
  expect((await issue(['A-1', ...others(2)])).out[0]).toHaveProperty('link');
});

test('A link of several passes goes to nobody if one of them is not that of the person', async () => {
  core.seedPass(ana());
  core.seedPass(ana({ externalId: 'B-1', email: 'ben@example.com' }));
  const passes = ['A-1', 'B-1'].map((externalId) => ({
    ...{ templateId: template(), externalId, fieldValues: { accountName: 'Ana' } },
  }));
  const { out } = await core.run(createGroup, { passes, email: EMAIL, sendToEmail: 'doNotSend' });
  expect(JSON.stringify(out)).not.toMatch(/https?:/);
  expect(out[0]).toMatchObject({ outcome: 'existing', note: textWith('another email') });
});
