import { useSandbox } from './harness';
import { picture } from './images';
// `npm run test:long` runs the tests that import this.
import '../support/long';

const h = useSandbox();
const LARGEST = 10 * 1024 * 1024;

test('An upload of exactly 10 MiB is accepted, and one more byte gets 413', async () => {
  const bytes = Buffer.concat([await picture('png'), Buffer.alloc(LARGEST)]);
  expect((await h.upload(bytes.subarray(0, LARGEST))).status).toBe(200);
  const response = await h.upload(bytes.subarray(0, LARGEST + 1));
  expect([response.status, response.body]).toEqual([413, { error: 'File exceeds 10 MiB limit' }]);
});
