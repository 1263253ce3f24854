import { byId, fromList, passByExternalId, useN8n } from '../support/n8n';

/** A missing object is named as it was given; everyOperation.test.ts has the usual case. */
const n8n = useN8n();

async function refused(operation: string, parameters: object, key?: string) {
  const [resource, name = ''] = operation.split('.');
  const { error } = await n8n.pass(name, parameters, { resource, key });
  return error;
}

it('an external ID is looked up on one template, which is named, too', async () => {
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

it('passes of a holder: the badge may be missing instead', async () => {
  const error = await refused('badgeHolder.getPasses', {
    userId: byId('gone-1'),
    badgeTemplateId: byId('b-1'),
  });
  expect(error?.message).toBe("Badge holder or badge not found: 'gone-1 / b-1'");
});
