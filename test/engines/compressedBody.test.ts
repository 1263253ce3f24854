import path from 'node:path';

import { compressed } from '../support/brokenBodies';
import { NODE, workflow } from '../support/n8n';
import { startStub } from '../support/stubService';
import { startN8nEngine } from './n8nEngine';

/**
 * A short body that is long once it is decompressed. In real time: decompression runs outside of JavaScript,
 * where the fast clock does not see it.
 */
const ROOT = path.join(__dirname, '../..');
const TOO_LONG = 'could not be read (it is longer than 64 MiB)';

test('A compressed response that is too long is not read to its end', async () => {
  const engine = await startN8nEngine({ packageDir: ROOT });
  const { baseUrl, requests } = await startStub(() => compressed({ displayName: 'Ana' }));
  const run = await engine.run(
    workflow({ parameters: { resource: 'account', operation: 'get' } }),
    { credentials: { walletPassApi: { baseUrl, apiKey: 'svc_sk_x' } } },
  );
  expect(run.error(NODE)?.message).toContain(TOO_LONG);
  expect(requests).toHaveLength(1);
});
