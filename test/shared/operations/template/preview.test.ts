/** What previews tell beyond the values of a request; that they send only GET is tested in test/shared/run. */

import type { Output } from '../../../../shared/fields/output';
import type { Operation } from '../../../../shared/operations/operation';
import { create } from '../../../../shared/operations/template/create';
import { deleteOne } from '../../../../shared/operations/template/delete';
import { duplicate } from '../../../../shared/operations/template/duplicate';
import { get } from '../../../../shared/operations/template/get';
import { update } from '../../../../shared/operations/template/update';
import type { Scope } from '../../../../shared/service/scopes';
import { picture } from '../../../sandbox/images';
import { type CoreOptions, fileOf, useCore } from '../../../support/core';
import { editBodies } from '../../../support/editBodies';
import { textWith } from '../../../support/matchers';

const core = useCore({ checks: true });
const templates = () => core.sandbox.templates;
const control = () => core.sandbox.control;

async function preview(operation: Operation, input: object, options?: CoreOptions) {
  const { out, sent, error } = await core.run(operation, { ...input, previewOnly: true }, options);
  expect(sent.filter((request) => !request.startsWith('GET '))).toEqual([]);
  return { shown: out[0] as Output, sent, error };
}
const previewChange = (input: object, options?: CoreOptions) =>
  preview(update, { templateId: templates().loyalty, ...input }, options);
const read = `GET /templates/`;

/** The rows of the loyalty card without its reward level and its own fields, and with a new one. */
const ROWS = [
  { firstLabel: 'Holder', firstId: 'accountName', secondLabel: 'Tier', secondId: 'tier' },
];

test('The preview of a change shows fields that go, come or are renamed, and counts the passes', async () => {
  const { loyalty } = templates();
  control().seedPasses(loyalty, 6);
  const { shown, sent } = await previewChange({ rows: ROWS, headerLabel: 'Beans' });
  expect(shown).toMatchObject({
    wouldBe: 'updated',
    templateId: loyalty,
    templateName: 'Roastery Rewards',
    passCount: 6,
    removedFields: [
      { id: 'rewards', label: 'Reward level' },
      { id: 'favoriteDrink', label: 'Favorite drink' },
      { id: 'homeShop', label: 'Home shop' },
    ],
    addedFields: [{ id: 'tier', label: 'Tier' }],
    renamedFields: [
      { id: 'balance', label: 'Points', newLabel: 'Beans' },
      { id: 'accountName', label: 'Member', newLabel: 'Holder' },
    ],
  });
  expect(shown.fields).toContainEqual({ id: 'tier', label: 'Tier', place: 'row' });
  expect(sent).toEqual([`${read}${loyalty}`, 'GET /passes']);

  // It is what the change does.
  await core.run(update, { templateId: loyalty, rows: ROWS, headerLabel: 'Beans' });
  const { out } = await core.run(get, { templateId: loyalty });
  expect(out[0]?.fields).toEqual(shown.fields);
});

test('The preview of a change names the field that another one takes the place of', async () => {
  const { out } = await core.run(get, { templateId: templates().loyalty });
  const row = (out[0]?.fields as Output[]).filter(({ place }) => place === 'row');
  const rows = row.map(({ label }) => ({ firstLabel: label }));
  rows[0] = { firstLabel: 'Shoe size' };
  const { shown, error } = await previewChange({ rows });
  expect(error).toBeUndefined();
  expect(shown).toMatchObject({
    removedFields: [{ id: row[0]?.id, label: row[0]?.label }],
    addedFields: [{ id: 'shoeSize', label: 'Shoe size' }],
    renamedFields: [],
  });
});

test('The preview of a change counts the passes in one request', async () => {
  control().seedPasses(templates().loyalty, 3);
  const { shown, sent } = await previewChange({ backgroundColor: '#102030' });
  expect(shown).toMatchObject({ backgroundColor: '#102030', passCount: 3 });
  expect(shown).toMatchObject({ removedFields: [], addedFields: [], renamedFields: [] });
  expect(shown).not.toHaveProperty('notes');
  expect(sent).toHaveLength(2);
  expect(core.sandbox.control.requests().at(-1)?.query).toMatchObject({ limit: '1' });
});

test('The preview of a change says that the card loses its stamps', async () => {
  const { shown } = await preview(update, {
    templateId: templates().stampCard,
    useStampCollection: 'turnOff',
  });
  expect(shown).toMatchObject({
    useStampCollection: false,
    notes: ['The card would no longer show stamps.'],
  });
});

test('The preview of a change says what a key may not read, and shows the rest', async () => {
  control().seedPasses(templates().loyalty, 3);
  const withScopes = (...scopes: Scope[]) =>
    previewChange({ name: 'Beans', backgroundColor: '#102030' }, { key: control().addKey(scopes) });
  const values = { wouldBe: 'updated', name: 'Beans', backgroundColor: '#102030' };
  const { shown: blind } = await withScopes('templates.edit');
  expect(blind).toMatchObject({
    ...values,
    notes: [textWith('templates.viewAll'), textWith('passes.viewAll')],
  });
  expect(blind).not.toHaveProperty('removedFields');
  const { shown: uncounted } = await withScopes('templates.edit', 'templates.viewAll');
  expect(uncounted).toMatchObject({
    ...values,
    removedFields: [],
    notes: [textWith('passes.viewAll')],
  });
  expect(uncounted).not.toHaveProperty('passCount');
  const { shown: counted } = await withScopes('templates.edit', 'passes.viewAll');
  expect(counted).toMatchObject({
    ...values,
    passCount: 3,
    notes: [textWith('templates.viewAll')],
  });
});

test('The preview of a change uploads no image, and names the ones that it would', async () => {
  const logo = fileOf(await picture('png', 300, 300));
  const { shown } = await previewChange({ logo, hero: { url: 'https://example.com/hero.png' } });
  expect(shown).toMatchObject({ logoFileId: '(uploaded first)', heroFileId: '(uploaded first)' });
});

test('The preview of a new template shows its design, and what is left to the type', async () => {
  const { shown, sent } = await preview(create, {
    name: 'Coffee Club',
    type: 'loyalty',
    headerLabel: 'Points',
    headerId: 'balance',
    rows: [{ firstLabel: 'Favorite drink' }],
    stampCount: 8,
    locations: [{ latitude: 1, longitude: 2 }],
    // A design may have any keys.
    designJson: { name: 'Design', wouldBe: 'odd' },
  });
  expect(shown).toMatchObject({
    wouldBe: 'created',
    name: 'Coffee Club',
    type: 'loyalty',
    headerLabel: 'Points',
    headerId: 'balance',
    rows: [[{ id: 'favoriteDrink', label: 'Favorite drink' }]],
    stampCount: 8,
    locations: [{ latitude: 1, longitude: 2 }],
    fields: [
      { id: 'balance', label: 'Points', place: 'header' },
      { id: 'favoriteDrink', label: 'Favorite drink', place: 'row' },
    ],
    notes: ['These parts use the default design of the type: back fields.'],
  });
  expect(sent).toEqual([]);
});

test('The preview of a duplicate shows the design of the copy', async () => {
  const { stampCard } = templates();
  const through = editBodies('GET', '/templates/', (body) => {
    body.pass = String(body.pass).replace('{', '{"name":"Design","templateName":"odd",');
  });
  const copied = { templateId: stampCard, name: 'Copy' };
  const { shown, sent } = await preview(duplicate, copied, { through });
  expect(shown).toMatchObject({
    wouldBe: 'created',
    name: 'Copy',
    templateId: stampCard,
    templateName: 'Tenth Coffee Free',
    type: 'loyalty',
    stampCount: 10,
    backgroundColor: '#3c2415',
    headerLabel: 'To go',
  });
  expect(sent).toEqual([`${read}${stampCard}`]);
  const { out } = await core.run(duplicate, copied);
  expect(shown.fields).toEqual(out[0]?.fields);
});

const remove = (more: object = {}, options?: CoreOptions) =>
  preview(deleteOne, { templateId: templates().offer, ...more }, options);

test('The preview of a deletion counts the passes that would be voided, without a confirmation', async () => {
  control().seedPasses(templates().offer, 3);
  const { shown, sent } = await remove({ force: true });
  expect(shown).toEqual({
    preview: true,
    wouldBe: 'deleted',
    force: true,
    templateId: templates().offer,
    templateName: textWith(/./),
    wouldVoid: 3,
  });
  expect(sent).toHaveLength(2);
  expect(control().passes(templates().offer)).toHaveLength(3);
});

test('The preview of a deletion refuses a template with passes as the service would', async () => {
  expect((await remove()).shown).toMatchObject({ wouldBe: 'deleted', wouldVoid: 0 });
  control().seedPasses(templates().offer, 3);
  expect((await remove()).error).toMatchObject({
    kind: 'conflict',
    code: 'template_has_passes',
    details: { passCount: 3 },
    message: 'The template has 3 passes and was not deleted',
  });
});
