import type { Transport } from '../../../../shared/http/transport';
import { create } from '../../../../shared/operations/template/create';
import { update } from '../../../../shared/operations/template/update';
import { createContext } from '../../../../shared/operations/context';
import { runPhases } from '../../../../shared/run/itemPhases';
import { template } from '../../../support/documented';
import { fastClock } from '../../../support/clock';
import { failureOf } from '../../../support/failures';

test('A refused image is reported once the other uploads have finished', async () => {
  let underWay = 0;
  let refuse: (value?: unknown) => void = () => {};
  const refused = new Promise((resolve) => (refuse = resolve));
  const transport: Transport = async ({ json }) => {
    underWay += 1;
    const { url = '' } = json as { url?: string };
    const isSlow = url.includes('slow');
    if (isSlow) await refused.then(() => new Promise((resolve) => setImmediate(resolve)));
    else refuse();
    underWay -= 1;
    const [status, body] = isSlow ? [200, '{"id":"f"}'] : [400, '{"error":"no"}'];
    return { ok: true, response: { status, headers: {}, body } };
  };
  const context = createContext({
    connection: { baseUrl: 'https://api.example.com', apiKey: 'svc_sk_unused' },
    transport,
    clock: fastClock,
  });
  const run = runPhases(create, context, {
    name: 'New',
    type: 'offer',
    logo: { url: 'https://example.com/refused.png' },
    icon: { url: 'https://example.com/slow.png' },
  });
  expect(await failureOf(run)).toMatchObject({ kind: 'invalidInput', status: 400 });
  expect(underWay).toBe(0);
});

test('Fields without IDs are refused if the design of the template cannot be read', async () => {
  const sent: string[] = [];
  const transport: Transport = async ({ method }) => {
    sent.push(method);
    const body = JSON.stringify(template({ pass: '{broken' }));
    return { ok: true, response: { status: 200, headers: {}, body } };
  };
  const context = createContext({
    connection: { baseUrl: 'https://api.example.com', apiKey: 'svc_sk_unused' },
    transport,
    clock: fastClock,
  });
  const change = (linkRows: object[]) => runPhases(update, context, { templateId: 't', linkRows });
  expect(await failureOf(change([{ label: 'Terms' }]))).toMatchObject({
    kind: 'invalidInput',
    field: 'templateId',
    message: expect.stringContaining("can't be read") as string,
  });
  expect(sent).toEqual(['GET']);
  await change([{ label: 'Terms', id: 'terms' }]);
  expect(sent).toEqual(['GET', 'PATCH']);
});
