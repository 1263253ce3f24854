import { byId, fromList, passByExternalId, useN8n } from '../support/n8n';

/** A missing object is named as it was given; everyOperation.test.ts has the usual case. */
const n8n = useN8n();

async function refused(operation: string, parameters: object, key?: string) {
  const [resource, name = ''] = operation.split('.');
  const { error } = await n8n.pass(name, parameters, { resource, key });
  return error;
}

test('The error of an unknown external ID names the template, too', async () => {
  const { loyalty } = n8n.sandbox.templates;
  const { error, sent } = await n8n.pass('void', {
    ...passByExternalId('M-9', loyalty),
    templateId: { ...fromList(loyalty), cachedResultName: 'Roastery Rewards · Stamp Card' },
  });
  expect(error?.message).toBe(
    `Pass not found: external ID 'M-9' on template 'Roastery Rewards · Stamp Card' (${loyalty})`,
  );
  expect(sent).toEqual(['PATCH /pass']);
});

test('The error of passes of a holder names the badge, which may be missing instead', async () => {
  const error = await refused('badgeHolder.getPasses', {
    userId: byId('gone-1'),
    badgeTemplateId: byId('b-1'),
  });
  expect(error?.message).toBe("Badge holder or badge not found: 'gone-1 / b-1'");
});
