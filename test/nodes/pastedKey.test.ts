import { byId, passById, useN8n } from '../support/n8n';

/** A key that was pasted into another input, the most likely mistake with two IDs at hand. */
const KEY = 'svc_sk_pastedByMistake_0123456789';
const n8n = useN8n();

test.each<[string, string, (templateId: string) => object, object]>([
  ['an ID', 'get', () => passById(KEY), { kind: 'notFound', field: 'passId' }],
  [
    'a value',
    'create',
    (templateId) => ({ templateId: byId(templateId), email: KEY }),
    { kind: 'invalidInput', field: 'email' },
  ],
  [
    'the name of a field',
    'create',
    (templateId) => ({
      templateId: byId(templateId),
      options: { moreFieldValues: { field: [{ id: KEY, value: 'x' }] } },
    }),
    { kind: 'invalidInput', field: 'svc_sk_[hidden]' },
  ],
])('A key pasted as %s is in no error or failed item', async (_name, operation, of, details) => {
  const parameters = of(n8n.sandbox.templates.loyalty);
  const { error } = await n8n.pass(operation, parameters, { items: [{}, {}] });
  expect(error?.context).toMatchObject(details);
  const { message, description, context, stack } = error ?? {};
  const node = { onError: 'continueRegularOutput' } as const;
  const { out } = await n8n.pass(operation, parameters, { node });
  expect(out).toMatchObject([{ error: expect.stringContaining('svc_sk_[hidden]'), details }]);
  const shown = JSON.stringify([message, description, context, stack, out]);
  expect(shown).not.toContain('pastedBy');
  expect(`${message} ${description}`).toMatch(/svc_sk_\[hidden\]/);
});

test('A key that was pasted as an external ID is in no hint', async () => {
  const { hints } = await n8n.pass(
    'create',
    { templateId: byId(n8n.sandbox.templates.loyalty), externalId: KEY },
    { items: [{}, {}] },
  );
  expect(hints.join()).toContain('have the same external ID, svc_sk_[hidden]');
  expect(hints.join()).not.toContain('pastedBy');
});
