import type { IDataObject } from 'n8n-workflow';

import { someText, textWith } from '../support/matchers';
import { byId, mapped, passById, useN8n } from '../support/n8n';

const n8n = useN8n();
const templates = () => n8n.sandbox.templates;
const control = () => n8n.sandbox.control;

/** A pass of the loyalty template with external ID M-1. */
function seedPass(values: object = {}): string {
  const [id] = control().seedPasses(templates().loyalty, 1, {
    values: { externalId: 'M-1', email: 'ana@example.com', phone: '+4915112345678', ...values },
  });
  return id ?? '';
}

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

describe('Update', () => {
  const update = (more: object) => n8n.pass('update', { ...passById(seedPass()), ...more });

  it('sends only filled inputs', async () => {
    const { out } = await update({
      templateId: byId(templates().loyalty),
      ...mapped({ accountName: '', homeShop: 'Quay 4', balance: 0 }),
      updateFields: {
        email: 'new@example.com',
        collectedStamps: 0,
        phone: '',
        validFrom: '2026-01-01',
      },
    });
    const sentDates = { validFrom: '2025-12-31T23:00:00.000Z' };
    expect(n8n.bodies('PATCH', '/pass')).toEqual([
      {
        id: someText,
        templateFields: { balance: 0, homeShop: 'Quay 4', ...sentDates },
        customFields: { homeShop: 'Quay 4' },
        email: 'new@example.com',
        collectedStamps: 0,
      },
    ]);
    expect(out).toMatchObject([{ externalId: 'M-1', updated: true, ...sentDates }]);
    expect(control().outbox()).toEqual([]);
  });
});

describe('Export', () => {
  const exportPasses = (more: object = {}) =>
    n8n.pass('export', { templateId: byId(templates().giftCard), ...more });
  beforeEach(() => {
    control().seedPasses(templates().giftCard, 3, {
      each: (i) => ({
        email: `g${i}@example.com`,
        templateFields: { pin: '0042', balance: 12.5 },
        customFields: { giftMessage: 'a, "b"\n€ 🎁' },
        walletADevices: i === 0 ? 1 : 0,
      }),
    });
  });

  it('returns the CSV as a file, byte for byte', async () => {
    const { out, run } = await exportPasses();
    const [item] = run.items('Wallet Pass');
    expect(out).toEqual([{ id: someText, fileName: textWith(/^passes-.*\.csv$/), passCount: 3 }]);
    const csv = Buffer.from(item?.binary?.data?.data ?? '', 'base64').toString();
    expect(item?.binary?.data).toMatchObject({ mimeType: 'text/csv', fileName: out[0]?.fileName });
    expect(csv.split('\n')[0]).toMatch(/^name,email,phone,redemptionValue,/);
    expect(csv).toContain('€ 🎁');
  });

  it('outputs the file under the requested field', async () => {
    const { run } = await exportPasses({ binaryPropertyName: 'csv' });
    expect(Object.keys(run.items('Wallet Pass')[0]?.binary ?? {})).toEqual(['csv']);
  });

  it('optionally outputs an item per row, every value as text', async () => {
    const { out } = await exportPasses({ outputAs: 'items' });
    expect(out).toHaveLength(3);
    expect(out[0]).toMatchObject({
      email: 'g2@example.com',
      pin: '0042',
      giftMessage: 'a, "b"\n€ 🎁',
    });
  });
});
