import { readInput } from '../../../shared/fields';
import { createClient } from '../../../shared/http/client';
import type { Transport } from '../../../shared/http/transport';
import { create } from '../../../shared/operations/template/create';
import { update } from '../../../shared/operations/template/update';
import { createPassRowReader } from '../../../shared/api/passRows';
import { createTemplateReader } from '../../../shared/api/templateReader';
import { fastClock } from '../../support/clock';
import { failureOf } from '../../support/failures';

it('a refused image is reported once the other uploads have finished', async () => {
  let underWay = 0;
  const transport: Transport = async ({ json }) => {
    underWay += 1;
    const { url = '' } = json as { url?: string };
    await new Promise((resolve) => setTimeout(resolve, url.includes('slow') ? 50 : 0));
    underWay -= 1;
    const [status, body] = url.includes('slow') ? [200, '{"id":"f"}'] : [400, '{"error":"no"}'];
    return { ok: true, response: { status, headers: {}, body } };
  };
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport,
    clock: fastClock,
  });
  const timezone = 'Etc/UTC';
  const templates = createTemplateReader(client);
  const passRows = createPassRowReader(client);
  const input = readInput(
    create.input,
    {
      name: 'New',
      type: 'offer',
      logo: { url: 'https://example.com/refused.png' },
      icon: { url: 'https://example.com/slow.png' },
    },
    { timezone },
  );
  const run = create.run({ client, templates, passRows, timezone, itemKey: 'run:0' }, input);
  expect(await failureOf(run)).toMatchObject({ kind: 'invalidInput', status: 400 });
  expect(underWay).toBe(0);
});

it('fields without IDs are refused if the design of the template cannot be read', async () => {
  const sent: string[] = [];
  const transport: Transport = async ({ method }) => {
    sent.push(method);
    const body = JSON.stringify({ id: 't', name: 'T', type: 'offer', pass: '{broken' });
    return { ok: true, response: { status: 200, headers: {}, body } };
  };
  const client = createClient({
    baseUrl: 'https://api.example.com',
    transport,
    clock: fastClock,
  });
  const timezone = 'Etc/UTC';
  const templates = createTemplateReader(client);
  const passRows = createPassRowReader(client);
  const change = async (linkRows: object[]) => {
    const input = readInput(update.input, { templateId: 't', linkRows }, { timezone });
    return await update.run({ client, templates, passRows, timezone, itemKey: 'run:0' }, input);
  };
  expect(await failureOf(change([{ label: 'Terms' }]))).toMatchObject({
    kind: 'invalidInput',
    field: 'templateId',
    message: expect.stringContaining('cannot be read') as string,
  });
  expect(sent).toEqual(['GET']);
  await change([{ label: 'Terms', id: 'terms' }]);
  expect(sent).toEqual(['GET', 'PATCH']);
});
