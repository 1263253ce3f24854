import type { IWorkflowExecuteAdditionalData } from 'n8n-workflow';

import { Container, ExternalSecretsProxy } from './core';
import type { CredentialStore } from './credentials';

/** n8n builds URLs from it (e.g. resume links); nothing listens there. */
const INSTANCE_URL = 'http://127.0.0.1:5678';

/**
 * Data that the server passes to every execution in addition to the workflow. Only the credentials are
 * real; methods that need a server (sub-workflows, code runners, agents) throw.
 */
export function createAdditionalData(
  credentialsHelper: CredentialStore,
  more: Partial<IWorkflowExecuteAdditionalData> = {},
): IWorkflowExecuteAdditionalData {
  const needsServer = (what: string) => async (): Promise<never> => {
    throw new Error(`${what} needs an n8n server; this engine runs single workflows`);
  };
  return {
    credentialsHelper,
    externalSecretsProxy: Container.get(ExternalSecretsProxy),
    currentNodeExecutionIndex: 0,
    variables: {},
    userId: 'user',
    instanceBaseUrl: `${INSTANCE_URL}/`,
    restApiUrl: `${INSTANCE_URL}/rest`,
    formBaseUrl: `${INSTANCE_URL}/form`,
    formWaitingBaseUrl: `${INSTANCE_URL}/form-waiting`,
    formTestBaseUrl: `${INSTANCE_URL}/form-test`,
    webhookBaseUrl: `${INSTANCE_URL}/webhook`,
    webhookWaitingBaseUrl: `${INSTANCE_URL}/webhook-waiting`,
    webhookTestBaseUrl: `${INSTANCE_URL}/webhook-test`,
    mcpBaseUrl: `${INSTANCE_URL}/mcp`,
    mcpTestBaseUrl: `${INSTANCE_URL}/mcp-test`,
    setExecutionStatus() {},
    sendDataToUI() {},
    logAiEvent() {},
    getRunExecutionData: async () => undefined,
    getRuntimeCredential: async () => undefined,
    executeWorkflow: needsServer('Executing another workflow'),
    startRunnerTask: needsServer('Running code'),
    ...more,
  };
}
