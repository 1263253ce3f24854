import { OPERATIONS } from '../../shared/operations';
import { picture } from '../sandbox/images';
import { hire, invited } from '../support/badges';
import { binaryFile, byId, passById, useN8n } from '../support/n8n';

/** Every endpoint of docs/service.md#endpoints; the node must reach all of them. */
const ENDPOINTS = [
  'POST /auth',
  'POST /pass',
  'GET /pass',
  'PATCH /pass',
  'GET /passes',
  'GET /passes/search',
  'GET /passes/export',
  'POST /pass/{id}/notify',
  'POST /pass/{id}/resend',
  'POST /template/{id}/notification',
  'GET /templates',
  'POST /templates',
  'GET /templates/{id}',
  'PATCH /templates/{id}',
  'DELETE /templates/{id}',
  'POST /templates/{id}/duplicate',
  'POST /files',
  'GET /files/{id}',
  'DELETE /files/{id}',
  'POST /files/{id}/logo',
  'GET /api-keys',
  'POST /api-keys',
  'PATCH /api-keys/{id}',
  'POST /api-keys/{id}/rotate',
  'GET /badge/templates',
  'GET /badge/templates/{id}',
  'POST /badge/templates/{id}/invites',
  'GET /badge/templates/{id}/invites',
  'DELETE /badge/templates/{id}/invites',
  'GET /badge/users',
  'GET /badge/users/{id}/passes',
  'PATCH /badge/users/{id}',
  'DELETE /badge/users/{id}',
  'POST /badge/passes/{id}/lifecycle',
];

const n8n = useN8n();

/** `GET /templates/4f1d` -> `GET /templates/{id}`; other texts stay unchanged. */
function endpointOf(request: string): string {
  return (
    ENDPOINTS.find((one) => new RegExp(`^${one.replaceAll('{id}', '[^/]+')}$`).test(request)) ??
    request
  );
}

it('every endpoint of the service is reached by an operation of the node, and no other', async () => {
  const { templates, badges, control } = n8n.sandbox;
  const [id = ''] = control.seedPasses(templates.stampCard, 1, {
    values: { externalId: 'M-1', email: 'a@example.com', phone: '+4915112345678' },
  });
  const [points = ''] = control.seedPasses(templates.loyalty, 1);
  const ana = await hire(n8n, 'ana@example.com');
  const bo = await hire(n8n, 'bo@example.com');
  await invited(n8n, { email: 'cy@example.com' });
  const template = { templateId: byId(templates.loyalty) };
  const badge = { badgeTemplateId: byId(badges.published) };
  const message = { title: 'T', content: 'C' };
  control.clearRequests();

  const ran: string[] = [];
  const run = async (operation: string, parameters: object = {}) => {
    const [resource = '', key = ''] = operation.split('.');
    const { out, error } = await n8n.pass(key, parameters, {
      resource,
      binary: { data: binaryFile(await picture('png', 60, 20)) },
    });
    expect([operation, error?.message]).toEqual([operation, undefined]);
    ran.push(operation);
    return out[0] ?? {};
  };

  await run('account.get');
  await run('pass.create', { ...template, externalId: 'N-1', email: 'n@example.com' });
  await run('pass.createGroup', {
    passes: { entry: [{ templateId: templates.loyalty, externalId: 'G-1' }] },
  });
  await run('pass.upsert', { ...template, externalId: 'N-1', email: 'm@example.com' });
  await run('pass.get', passById(id));
  await run('pass.getAll', template);
  await run('pass.search', { ...template, searchQuery: 'n@example.com' });
  await run('pass.export', template);
  await run('pass.update', { ...passById(id), updateFields: { email: 'b@example.com' } });
  await run('pass.notify', { ...passById(id), ...message });
  await run('pass.resend', passById(id));
  await run('stampCard.add', { ...passById(id), count: 5 });
  await run('stampCard.claimTier', { ...passById(id), threshold: 5 });
  await run('stampCard.remove', { ...passById(id), count: 1 });
  await run('stampCard.set', { ...passById(id), count: 10 });
  await run('stampCard.redeem', passById(id));
  await run('balance.add', { ...passById(points), amount: 5 });
  await run('balance.subtract', { ...passById(points), amount: 1 });
  await run('balance.set', { ...passById(points), amount: 3 });
  await run('pass.void', passById(id));
  await run('pass.reactivate', passById(id));

  const made = await run('template.create', { name: 'New', type: 'offer' });
  const own = { templateId: byId(made.id as string) };
  await run('template.get', own);
  await run('template.getAll');
  await run('template.update', { ...own, updateFields: { name: 'Newer' } });
  await run('template.duplicate', { ...own, name: 'Copy' });
  await run('template.notify', { ...template, ...message, confirm: true });
  await run('template.delete', { ...own, confirm: true });

  const source = { inputSource: 'binary', binaryPropertyName: 'data', purpose: 'template_logo' };
  const file = { fileId: (await run('file.upload', source)).id };
  await run('file.get', file);
  await run('file.createLogo', { ...file, treatment: 'original' });
  await run('file.delete', { ...file, confirm: true });

  await run('badge.getAll');
  await run('badge.get', badge);
  await run('badgeInvite.create', { ...badge, email: 'di@example.com' });
  await run('badgeInvite.getAll', badge);
  await run('badgeInvite.delete', { ...badge, email: 'cy@example.com' });
  await run('badgeHolder.getAll');
  await run('badgeHolder.getPasses', { userId: byId(ana.userId) });
  await run('badgeHolder.update', { userId: byId(ana.userId), firstName: 'Ana' });
  for (const operation of ['suspend', 'resume', 'refresh', 'revoke']) {
    await run(`badgePass.${operation}`, { passId: byId(ana.passId), confirm: true });
  }
  await run('badgeHolder.delete', { userId: byId(bo.userId), confirm: true });

  const label = { label: 'Desk', scopes: ['passes.create'], confirm: true };
  const key = { keyId: byId((await run('apiKey.create', label)).id as string), confirm: true };
  await run('apiKey.getAll');
  await run('apiKey.update', { ...key, label: 'Bar' });
  await run('apiKey.disable', key);
  await run('apiKey.enable', key);
  await run('apiKey.rotate', key);

  const offered = OPERATIONS.filter((one) => !one.zapierOnly);
  expect(ran.sort()).toEqual(
    offered.map(({ resource, key: name }) => `${resource}.${name}`).sort(),
  );
  const reached = control.requests().map(({ method, path }) => endpointOf(`${method} ${path}`));
  expect([...new Set(reached)].sort()).toEqual([...ENDPOINTS].sort());
});
