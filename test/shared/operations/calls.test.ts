import { getPass, findPass, patchPass } from '../../../shared/api/passes';
import { createTemplateReader } from '../../../shared/api/templateReader';
import { failureOf } from '../../support/failures';
import { scripted } from '../../support/scriptedTransport';
import { useService } from '../../support/service';

const service = useService();

test('A key is checked before it is blamed, because the pass may belong to another account', async () => {
  const { passId } = service.sandbox.foreign;
  const failure = await failureOf(getPass(service.client(), { by: 'id', passId }));
  expect(failure).toMatchObject({ kind: 'notFound', field: 'passId' });
  expect(failure.message).toContain(passId);
  expect(service.sent()).toEqual(['GET /pass', 'POST /auth']);
  expect(await findPass(service.client(), { by: 'id', passId })).toBeUndefined();
});

test('A missing pass is reported the same for both ways of identifying it', async () => {
  const ref = { by: 'externalId', externalId: 'M-1', templateId: 't' } as const;
  const client = service.client();
  const read = await failureOf(getPass(client, ref));
  const changed = await failureOf(patchPass(client, ref, { phone: '1' }));
  expect(changed).toMatchObject({ kind: read.kind, message: read.message, field: 'externalId' });
});

test('A missing scope is not taken for a missing pass', async () => {
  const key = service.sandbox.control.addKey(['passes.create']);
  const failure = await failureOf(findPass(service.client(key), { by: 'id', passId: 'x' }));
  expect(failure).toMatchObject({ kind: 'missingScope', scope: 'passes.viewAll' });
});

test('A 403 from a proxy is not taken for a missing pass', async () => {
  const { transport } = scripted({ status: 403, body: '<html>Forbidden</html>' });
  const client = service.client('svc_sk_x', { transport });
  const ref = { by: 'id', passId: 'x' } as const;
  expect((await failureOf(findPass(client, ref))).kind).toBe('unavailable');
  expect((await failureOf(patchPass(client, ref, { phone: '1' }))).kind).toBe('outcomeUnknown');
});

test('A template is read once for many items, and a refused read is not remembered', async () => {
  const reader = createTemplateReader(service.client());
  const id = service.sandbox.templates.loyalty;
  await Promise.all(Array.from({ length: 20 }, () => reader.design(id)));
  expect(service.sent()).toEqual([`GET /templates/${id}`]);

  service.sandbox.control.queueFault({ kind: 'unavailable', status: 502, count: 3 });
  const other = service.sandbox.templates.offer;
  await failureOf(reader.get(other));
  expect((await reader.get(other)).id).toBe(other);
});

test('A design is unknown if the key may not read templates', async () => {
  const key = service.sandbox.control.addKey(['passes.create']);
  const reader = createTemplateReader(service.client(key));
  expect(await reader.design(service.sandbox.templates.loyalty)).toBeUndefined();
});

test('A deleted template is named in the error', async () => {
  const failure = await failureOf(createTemplateReader(service.client()).design('gone'));
  expect(failure).toMatchObject({ kind: 'notFound', field: 'templateId' });
  expect(failure.message).toContain("'gone'");
});

test('An empty template ID is refused, because it would reach the list of all templates', async () => {
  const failure = await failureOf(createTemplateReader(service.client()).get(''));
  expect(failure.kind).toBe('invalidInput');
  expect(service.sent()).toEqual([]);
});
