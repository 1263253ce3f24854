/**
 * The only import of `n8n-core`: it loads n8n with the right environment and performs, once per process,
 * the server's startup. Everything else here imports n8n-core's classes from this file.
 */
import { userFolder } from './environment';

import { rmSync } from 'node:fs';

import { Container } from '@n8n/di';
import * as n8nCore from 'n8n-core';
import type { INodeExecutionData, IPollFunctions, INode, Workflow } from 'n8n-workflow';

export { Container } from '@n8n/di';
export {
  CredentialTestContext,
  Credentials,
  ExecuteContext,
  ExecutionLifecycleHooks,
  ExternalSecretsProxy,
  LoadOptionsContext,
  PackageDirectoryLoader,
  PollContext,
  WorkflowExecute,
} from 'n8n-core';

/**
 * Exports that n8n 1.123, the oldest supported line (`e2e/n8n-1.123`), does not have. This file handles all
 * differences between the two that a caller could notice.
 */
type Since2 = 'EncryptionKeyProxy' | 'TriggersAndPollers';
const {
  BinaryDataConfig,
  BinaryDataService,
  Cipher,
  EncryptionKeyProxy,
  InstanceSettings,
  TriggersAndPollers,
} = n8nCore as Omit<typeof n8nCore, Since2> & Partial<Pick<typeof n8nCore, Since2>>;

const { encryptionKey } = Container.get(InstanceSettings);
// The settings are in memory from here on; the folder contained only the key file.
rmSync(userFolder, { recursive: true, force: true });

// On the server the keys come from the database. Here there is only the instance's own, the only one that
// n8n 1 has.
if (EncryptionKeyProxy) {
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
}

/** Runs the poll function of a node, with n8n's own caller if it is exported. */
export async function runPoll(
  workflow: Workflow,
  node: INode,
  context: IPollFunctions,
): Promise<INodeExecutionData[][] | null> {
  if (TriggersAndPollers) {
    return await Container.get(TriggersAndPollers).runPollFunction(workflow, node, context);
  }
  // n8n 1 calls it directly.
  const type = workflow.nodeTypes.getByNameAndVersion(node.type, node.typeVersion);
  if (!type.poll) throw new Error(`${node.type} has no poll function`);
  return await type.poll.call(context);
}

/** As on a server with `N8N_DEFAULT_BINARY_DATA_MODE=filesystem`, or with no folder `default`. */
export async function keepFilesIn(folder: string | undefined): Promise<void> {
  const config = Container.get(BinaryDataConfig);
  config.mode = folder === undefined ? 'default' : 'filesystem';
  if (folder !== undefined) config.localStoragePath = folder;
  await binaryData.init();
}

/** n8n's file storage. */
export const binaryData = Container.get(BinaryDataService);
