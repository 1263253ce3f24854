/**
 * The one door to `n8n-core`: it loads n8n with the right environment and does, once per process, what
 * the server does at start-up. Everything else here imports n8n-core's classes from this file.
 */
import { userFolder } from './environment';

import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import {
  BinaryDataConfig,
  BinaryDataService,
  Cipher,
  EncryptionKeyProxy,
  InstanceSettings,
} from 'n8n-core';

export { Container } from '@n8n/di';
export {
  Credentials,
  ExecuteContext,
  ExecutionLifecycleHooks,
  ExternalSecretsProxy,
  LoadOptionsContext,
  PackageDirectoryLoader,
  PollContext,
  RoutingNode,
  TriggersAndPollers,
  WorkflowExecute,
} from 'n8n-core';

const { encryptionKey } = Container.get(InstanceSettings);
// The settings live in memory from here on; the folder held nothing but the key file.
rmSync(userFolder, { recursive: true, force: true });

// On the server the keys come from the database. Here there is one: the instance's own.
const key = {
  id: 'instance',
  value: Container.get(Cipher).encryptDEKWithInstanceKey(encryptionKey),
  algorithm: 'aes-256-cbc',
  format: 'no-prefix' as const,
};
Container.get(EncryptionKeyProxy).setProvider({
  getActiveKey: async () => key,
  getKeyById: async () => key,
  getLegacyKey: async () => key,
});

/** As on a server with `N8N_DEFAULT_BINARY_DATA_MODE=filesystem`, or with no folder `default`. */
export async function keepFilesIn(folder: string | undefined): Promise<void> {
  const config = Container.get(BinaryDataConfig);
  config.mode = folder === undefined ? 'default' : 'filesystem';
  if (folder !== undefined) config.localStoragePath = folder;
  await binaryData.init();
}

/** n8n's keeper of files. */
export const binaryData = Container.get(BinaryDataService);
