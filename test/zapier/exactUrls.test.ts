/** Zapier's core removes `{{…}}` from the query of a URL. What is looked up must be what was entered. */

import fc from 'fast-check';

import { passLinks } from '../support/documented';
import { PNG, startStub } from '../support/stubService';
import { useZapier } from './harness';

const app = useZapier();

const braces = fc.constantFrom('{{x}}', '{{', '}}', '{{contact.id}}', '{{bundle.authData.apiKey}}');
const text = fc
  .array(fc.oneof(braces, fc.string({ unit: 'grapheme', maxLength: 5 })), { minLength: 1 })
  .map((parts) => parts.join(''));

test('A call to the service has the query as it was entered', async () => {
  const service = await startStub(() => ({ body: passLinks() }));
  const authData = { baseUrl: service.baseUrl };
  await fc.assert(
    fc.asyncProperty(text, async (passId) => {
      await app.zapier.execute('hydrators.passLink', { authData, inputData: { passId } });
      const { pathname, searchParams } = new URL(service.requests.at(-1)?.path ?? '', 'http://x');
      expect([pathname, ...searchParams]).toEqual(['/pass', ['id', passId]]);
    }),
    { numRuns: 10 },
  );
});

test('A download has the query as it was entered', async () => {
  const host = await startStub(() => ({ headers: { 'content-type': 'image/png' }, bytes: PNG }));
  const file = `${host.baseUrl}/logo.png?id=M-1{{x}}&sum=a+b%2Fc%20d&empty&id=2`;
  await app.create('upload_image', { file, purpose: 'template_icon' });
  expect(host.requests.map(({ path }) => path)).toEqual([
    '/logo.png?id=M-1%7B%7Bx%7D%7D&sum=a+b%2Fc%20d&empty&id=2',
  ]);
});
