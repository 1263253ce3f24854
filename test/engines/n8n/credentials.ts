import {
  type ICredentialDataDecryptedObject,
  ICredentialsHelper,
  type ICredentialType,
  type ICredentialsExpressionResolveValues,
  type IExecuteData,
  type IHttpRequestOptions,
  type INodeCredentialsDetails,
  type INodeParameters,
  type INodeProperties,
  type IRequestOptionsSimplified,
  type IWorkflowExecuteAdditionalData,
  NodeHelpers,
  type WorkflowExecuteMode,
} from 'n8n-workflow';

import { Credentials } from './core';
import type { CredentialValues } from './types';

/** The credential types that the store needs. */
interface CredentialTypes {
  credentialType(name: string): ICredentialType;
}

/**
 * A minimal version of the server's credential storage: values are stored encrypted and are decrypted, with
 * defaults, only for a node. One credential per type.
 */
export class CredentialStore extends ICredentialsHelper {
  private readonly saved = new Map<string, Credentials>();

  private constructor(private readonly types: CredentialTypes) {
    super();
  }

  /** A store with the given values, encrypted with the key of this n8n instance. */
  static async with(types: CredentialTypes, values: CredentialValues = {}) {
    const store = new CredentialStore(types);
    for (const [type, value] of Object.entries(values)) {
      types.credentialType(type); // a misspelled type is an error here, not a missing header later
      const credentials = new Credentials({ id: type, name: type }, type);
      await credentials.setData(value);
      store.saved.set(type, credentials);
    }
    return store;
  }

  /** The node property that selects the stored credential of a type; undefined if there is none. */
  reference(type: string): INodeCredentialsDetails | undefined {
    return this.saved.has(type) ? { id: type, name: type } : undefined;
  }

  override async getCredentials(
    _reference: INodeCredentialsDetails,
    type: string,
  ): Promise<Credentials> {
    const credentials = this.saved.get(type);
    if (!credentials) throw new Error(`No credential of type "${type}" was given to this run`);
    return credentials;
  }

  override async getDecrypted(
    _additionalData: IWorkflowExecuteAdditionalData,
    reference: INodeCredentialsDetails,
    type: string,
    mode: WorkflowExecuteMode,
    executeData?: IExecuteData,
    raw?: boolean,
    resolve?: ICredentialsExpressionResolveValues,
  ): Promise<ICredentialDataDecryptedObject> {
    const credentials = await this.getCredentials(reference, type);
    const stored = await credentials.getData();
    if (raw) return stored;

    const values = NodeHelpers.getNodeParameters(
      this.getCredentialsProperties(type),
      stored as INodeParameters,
      true,
      false,
      null,
      null,
    ) as ICredentialDataDecryptedObject;
    if (!resolve) return values;
    return resolve.workflow.expression.getParameterValue(
      values as INodeParameters,
      resolve.runExecutionData,
      resolve.runIndex,
      resolve.itemIndex,
      resolve.node.name,
      resolve.connectionInputData,
      mode,
      {},
      executeData,
      false,
      values,
    ) as ICredentialDataDecryptedObject;
  }

  /** Adds the credential to a request, with the function of its type. */
  override async authenticate(
    credentials: ICredentialDataDecryptedObject,
    typeName: string,
    request: IHttpRequestOptions | IRequestOptionsSimplified,
  ): Promise<IHttpRequestOptions> {
    const { authenticate } = this.types.credentialType(typeName);
    if (typeof authenticate !== 'function') throw new Error(`${typeName} has no such function`);
    return await authenticate(credentials, request as IHttpRequestOptions);
  }

  override getCredentialsProperties(type: string): INodeProperties[] {
    return this.types.credentialType(type).properties;
  }

  override isCredentialUsableByNode(): boolean {
    return true;
  }

  // The rest is for OAuth and credentials with an expiring token, which API keys do not use.
  override getParentTypes(): string[] {
    return [];
  }
  override async preAuthentication(): Promise<undefined> {}
  override async runPreAuthentication(): Promise<undefined> {}
  override async updateCredentials(): Promise<void> {}
  override async updateCredentialsOauthTokenData(): Promise<void> {}
}
