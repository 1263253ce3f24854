import { existsSync } from 'node:fs';
import { cp, mkdtemp, rename, rm } from 'node:fs/promises';
import path from 'node:path';

import { type Sandbox, type SandboxOptions, startSandbox } from '../../sandbox/index';
import { packedPackage, runFolder } from '../support/tools';
import { startOutsideWorld } from './outsideWorld';
import { type CredentialReference, N8nOwner } from './owner';
import { N8nServer, NO_WAY_OUT, type N8nServerOptions } from './server';

export const PACKAGE = 'n8n-nodes-wallet-pass';
/** Node types in workflows on a server. */
export const NODE_TYPE = `${PACKAGE}.walletPass`;
export const TRIGGER_TYPE = `${PACKAGE}.walletPassTrigger`;

export interface Platform {
  readonly server: N8nServer;
  /** The user in the editor. */
  readonly owner: N8nOwner;
  /** The wallet pass service, in this process. */
  readonly sandbox: Sandbox;
  /** A credential with full access to the sandbox. */
  readonly credential: CredentialReference;
  /** Values that a user enters in the credential. */
  connection(key?: string): Connection;
}

export interface Connection {
  [field: string]: string;
  baseUrl: string;
  apiKey: string;
}

/**
 * A server with the packed package installed, its owner, a credential and the sandbox. The tests of a file
 * share them; each file has its own.
 */
export function useN8nServer(
  options: N8nServerOptions = {},
  sandboxOptions: SandboxOptions = { seed: 'templates' },
): Platform {
  let platform: Omit<Platform, 'connection'> | undefined;
  const started = (): Omit<Platform, 'connection'> => {
    if (!platform) throw new Error('The server is not started yet');
    return platform;
  };
  const connection = (key?: string): Connection => ({
    baseUrl: started().sandbox.baseUrl,
    apiKey: key ?? started().sandbox.keys['Full access'],
  });

  beforeAll(async () => {
    const sandbox = await startSandbox(sandboxOptions);
    const server = await N8nServer.start({
      ...options,
      env: { ...NO_WAY_OUT, ...options.env },
      folder: await copyOfPreparedFolder(),
    });
    const owner = await N8nOwner.logIn(server);
    const credential = await owner.createCredential('walletPassApi', 'Wallet Pass API', {
      baseUrl: sandbox.baseUrl,
      apiKey: sandbox.keys['Full access'],
    });
    platform = { sandbox, server, owner, credential };
    // The first suite of a run also waits for the installation.
  }, 400_000);
  afterAll(async () => {
    await platform?.server.stop();
    await platform?.sandbox.close();
  });

  return {
    get server() {
      return started().server;
    },
    get owner() {
      return started().owner;
    },
    get sandbox() {
      return started().sandbox;
    },
    get credential() {
      return started().credential;
    },
    connection,
  };
}

/**
 * A user folder with the package installed through Settings, Community nodes, Install. The first start
 * creates the database, which takes longest, so the result is kept for the run and copied.
 */
export async function copyOfPreparedFolder(): Promise<string> {
  const prepared = path.join(runFolder(), 'prepared');
  if (!existsSync(prepared)) {
    const outside = await startOutsideWorld(packedPackage());
    const server = await N8nServer.start({ env: outside.env });
    try {
      await (await N8nOwner.setUp(server)).installPackage(PACKAGE);
      await server.halt();
      await cp(server.folder, `${prepared}.unfinished`, { recursive: true });
      await rename(`${prepared}.unfinished`, prepared);
    } finally {
      await server.stop();
      await outside.close();
    }
  }
  const folder = await mkdtemp(path.join(runFolder(), 'n8n-'));
  await rm(folder, { recursive: true });
  await cp(prepared, folder, { recursive: true });
  return folder;
}
