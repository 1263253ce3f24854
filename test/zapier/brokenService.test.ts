import { dripping, endless, tooLong } from '../support/brokenBodies';
import { type StubAnswer, startStub } from '../support/stubService';
import { failureOf, useZapier } from './harness';

/** A broken service and Zapier's HTTP client. The limits themselves are tested on the core. */
const app = useZapier();

/** The message of a search against a service that answers everything like this. */
async function failure(answer: () => StubAnswer): Promise<string> {
  const { baseUrl } = await startStub(answer);
  const input = { templateId: 't', searchQuery: 'ana@example.com' };
  const { message } = await failureOf(app.search('find_pass', input, { authData: { baseUrl } }));
  return message;
}

it('gives up a response that arrives byte by byte', async () => {
  const body = dripping();
  expect(await failure(() => ({ stream: body.stream() }))).toContain('no response in time');
  expect(body.taken).toBeLessThan(15);
});

it('does not read a body of any size', async () => {
  const message = await failure(() => tooLong({ passes: [] }));
  expect(message).toContain('could not be read (it is longer than 64 MiB)');
});

it('does not read an error response to its end', async () => {
  const body = endless();
  const message = await failure(() => ({ status: 500, stream: body.stream() }));
  expect(message).toContain('(status 500)');
  expect(body.taken).toBeLessThan(1000);
});

it('asks Zapier to wait for a day at most', async () => {
  const headers = { 'retry-after': '1000000000000' };
  expect(await failure(() => ({ status: 429, headers }))).toMatch(/ after 1 day\.$/);
});
