import { useZapier } from './harness';

const app = useZapier();
const template = () => app.sandbox.templates.loyalty;
const EMPTY = { passId: '', externalId: '', templateId: '' };

let passId: string;
beforeEach(async () => {
  passId = await app.issue({
    templateId: template(),
    externalId: 'M-1',
    email: 'ana@example.com',
    phone: '+4915112345678',
  });
});

describe('Update Pass', () => {
  it('sends only the changes, each in the place the service reads', async () => {
    const inputData = {
      ...EMPTY,
      passId,
      templateId: template(),
      field_accountName: 'Ana',
      field_homeShop: 'Old Town',
      field_rewards: '',
      phone: null,
    };
    const updated = await app.create('update_pass', inputData);
    expect(updated).toEqual({ id: passId, externalId: 'M-1', updated: true });
    expect(app.sent().at(-1)).toMatchObject({
      method: 'PATCH',
      path: '/pass',
      body: {
        id: passId,
        templateFields: { accountName: 'Ana' },
        customFields: { homeShop: 'Old Town' },
      },
    });
  });

  it('treats a bare date as the end of that day in the time zone of the Zap', async () => {
    const updated = await app.create('update_pass', { passId, validUntil: '2027-12-31' });
    expect(updated).toMatchObject({ validUntil: '2027-12-31T22:59:59.999Z' });
  });
});
