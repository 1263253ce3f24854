import { byId, fromList, mapped, passByExternalId, useN8n } from '../support/n8n';

/** A missing object is named as it was given; everyOperation.test.ts has the usual case. */
const n8n = useN8n();

async function refused(operation: string, parameters: object, key?: string) {
  const [resource, name = ''] = operation.split('.');
  const { error } = await n8n.pass(name, parameters, { resource, key });
  return error;
}

it('a template is named by its name where that is known without a request', async () => {
  const { loyalty } = n8n.sandbox.templates;
  const chosen = await n8n.pass('void', {
    ...passByExternalId('M-9', loyalty),
    templateId: { ...fromList(loyalty), cachedResultName: 'Roastery Rewards · Stamp Card' },
  });
  expect(chosen.error?.message).toBe(
    "Pass not found: external ID 'M-9' on template 'Roastery Rewards · Stamp Card' [item 0]",
  );
  expect(chosen.sent).toEqual(['PATCH /pass']);

  const read = await refused('pass.update', {
    ...passByExternalId('M-9', loyalty),
    ...mapped({ accountName: 'Ana' }),
  });
  expect(read?.message).toBe(
    "Pass not found: external ID 'M-9' on template 'Roastery Rewards' [item 0]",
  );
});

it('passes of a holder: the badge may be missing instead', async () => {
  const error = await refused('badgeHolder.getPasses', {
    userId: byId('gone-1'),
    badgeTemplateId: byId('b-1'),
  });
  expect(error?.message).toBe("Badge holder or badge not found: 'gone-1 / b-1' [item 0]");
});
