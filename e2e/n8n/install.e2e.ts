import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import { packedPackage } from '../support/tools';
import { type OutsideWorld, startOutsideWorld } from './outsideWorld';
import { N8nOwner } from './owner';
import { N8nServer } from './server';
import { NODE_TYPE, PACKAGE, TRIGGER_TYPE } from './useN8nServer';

/** As n8n 3.0 starts. */
const UNVERIFIED_OFF = { N8N_UNVERIFIED_PACKAGES_ENABLED: 'false' };

describe('Settings, Community nodes, Install', () => {
  let outside: OutsideWorld;
  let server: N8nServer;
  let owner: N8nOwner;
  beforeAll(async () => {
    outside = await startOutsideWorld(packedPackage());
    server = await N8nServer.start({ env: outside.env });
    owner = await N8nOwner.setUp(server);
  });
  afterAll(async () => {
    await server.stop();
    await outside.close();
  });

  const names = async () => (await owner.nodeTypes(PACKAGE)).map(({ name }) => name).sort();

  it('adds both nodes and the tool for AI agents, without a restart', async () => {
    expect(await names()).toEqual([]);

    const { installedNodes } = await owner.installPackage(PACKAGE);

    expect(installedNodes.map(({ type }) => type).sort()).toEqual([NODE_TYPE, TRIGGER_TYPE]);
    expect(await names()).toEqual([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE]);
  });

  it('downloads only this package', () => {
    const fetched = outside.asked.filter((request) => /\.tgz$/.test(request));
    expect(fetched).toHaveLength(1);
    expect(fetched[0]).toContain(`/${PACKAGE}/-/${PACKAGE}-`);
  });

  it('installs only the published files', async () => {
    const folder = path.join(server.folder, '.n8n/nodes/node_modules', PACKAGE);
    expect((await readdir(folder)).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist',
      'package.json',
    ]);
    const manifest = JSON.parse(
      await readFile(path.join(folder, 'package.json'), 'utf8'),
    ) as object;
    expect(manifest).not.toHaveProperty('dependencies');
  });

  it('shows the icons', async () => {
    for (const type of await owner.nodeTypes(PACKAGE)) {
      const { light, dark } = type.iconUrl as { light: string; dark: string };
      for (const icon of [light, dark]) {
        const response = await fetch(`${server.url}/${icon}`);
        expect(response.headers.get('content-type')).toContain('image/svg+xml');
      }
    }
  });

  it('keeps the nodes after a restart', async () => {
    await server.halt();
    await server.launch();
    owner = await N8nOwner.logIn(server);
    expect(await names()).toEqual([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE]);
    expect(server.log()).not.toMatch(/packages are missing/);
  });

  it('keeps the nodes of an unverified version after unverified packages were turned off', async () => {
    await server.halt();
    const env = { ...outside.env, ...UNVERIFIED_OFF };
    const strict = await N8nServer.start({ folder: server.folder, env });
    owner = await N8nOwner.logIn(strict);
    expect(await names()).toEqual([NODE_TYPE, `${NODE_TYPE}Tool`, TRIGGER_TYPE]);
    await strict.stop();
  });
});

it('a server without unverified packages refuses to install one, and says so', async () => {
  const outside = await startOutsideWorld(packedPackage());
  const server = await N8nServer.start({ env: { ...outside.env, ...UNVERIFIED_OFF } });
  const owner = await N8nOwner.setUp(server);
  await expect(owner.installPackage(PACKAGE)).rejects.toThrow(
    'Installation of unverified community packages is forbidden!',
  );
  expect(await owner.nodeTypes(PACKAGE)).toEqual([]);
  await server.stop();
  await outside.close();
});
