import type { IDataObject } from 'n8n-workflow';

import { someText, textWith } from '../support/matchers';
import { useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

describe('Issue Several to One Person', () => {
  const entry = (externalId: string, more: object = {}) => ({
    templateId: templates().loyalty,
    externalId,
    ...more,
  });
  const group = (entries: object[], more: object = {}, items?: IDataObject[]) =>
    n8n.pass(
      'createGroup',
      { passes: { entry: entries }, email: 'ana@example.com', ...more },
      { items },
    );

  it('sends one request, one message and one link; each pass has its own ID', async () => {
    const { out } = await group([
      entry('G-1', { fieldValues: { field: [{ id: 'Member', value: 'Ana' }] } }),
      entry('G-2', { templateId: templates().eventTicket, options: { validUntil: '2035-12-31' } }),
    ]);
    const bodies = n8n.bodies('POST', '/pass');
    expect(bodies).toHaveLength(1);
    expect(bodies[0]?.passes).toEqual([
      {
        templateId: templates().loyalty,
        externalId: 'G-1',
        templateFields: { accountName: 'Ana' },
      },
      {
        templateId: templates().eventTicket,
        externalId: 'G-2',
        templateFields: { validUntil: '2035-12-31T22:59:59.999Z' },
      },
    ]);
    expect(control().outbox()).toHaveLength(1);
    const [first, second] = [templates().loyalty, templates().eventTicket].map(
      (id) => control().passes(id)[0]?.id,
    );
    expect(out).toMatchObject([
      {
        outcome: 'created',
        recovered: false,
        link: textWith('/g/'),
        passes: [
          { id: first, externalId: 'G-1', link: someText },
          {
            id: second,
            externalId: 'G-2',
            validUntil: '2035-12-31T22:59:59.999Z',
          },
        ],
      },
    ]);
    expect(out[0]?.groupId).not.toBe(first);
  });
});
