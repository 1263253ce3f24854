import type { INode, OnError } from 'n8n-workflow';

import { errorItem } from '../../nodes/WalletPass/errors/nodeErrors';

const nodeThat = (onError: OnError): INode => ({
  id: 'node',
  name: 'Wallet Pass',
  type: 'walletPass',
  typeVersion: 1,
  position: [0, 0],
  parameters: {},
  onError,
});

describe('the item of a failure', () => {
  const made = (onError: OnError) => errorItem(nodeThat(onError), new Error('It broke'), 3);

  it('has only the keys that send it to the error output', () => {
    expect(made('continueErrorOutput')).toEqual({
      json: { error: 'It broke [Item 3]', details: { item: 3, kind: 'unexpected' } },
      pairedItem: { item: 3 },
    });
  });

  it('goes there unchanged on servers that do not know these keys', () => {
    const item = made('continueErrorOutput');
    expect(item.error?.message).toBe('It broke [Item 3]');
    // n8n copies items to the error output, and replaces the JSON of those with `error`.
    expect({ ...item }).not.toHaveProperty('error');
  });

  it('has no error next to its JSON on the regular output: n8n would replace the JSON', () => {
    expect(made('continueRegularOutput').error).toBeUndefined();
  });
});
