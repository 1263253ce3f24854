import {
  type ICredentialDataDecryptedObject,
  ICredentialsHelper,
  type ICredentialType,
  type ICredentialsExpressionResolveValues,
  type IExecuteData,
  type IHttpRequestOptions,
  type INode,
  type INodeCredentialsDetails,
  type INodeParameters,
  type INodeProperties,
  type IRequestOptionsSimplified,
  type IWorkflowExecuteAdditionalData,
  NodeHelpers,
  type Workflow,
  type WorkflowExecuteMode,
  isExpression,
} from 'n8n-workflow';

import { Credentials } from './core';
import type { CredentialValues } from './types';

/** The credential types that the store needs. */
export interface CredentialTypes {
  credentialType(name: string): ICredentialType;
  /** Full names of the nodes that use a credential type. */
  nodesUsing(credentialType: string): string[];
}

/** Fields the server adds to every credential; they are kept although no credential type declares them. */
const SERVER_FIELDS = ['allowedHttpRequestDomains', 'allowedDomains'];

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

  /** The stored, encrypted form. */
  encrypted(type: string): string | undefined {
    return this.saved.get(type)?.data;
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

    const values = this.withDefaults(type, stored);
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

  /** Values as a node receives them, with the defaults of the credential type. */
  withDefaults(type: string, stored: ICredentialDataDecryptedObject) {
    const properties = this.getCredentialsProperties(type);
    const values = NodeHelpers.getNodeParameters(
      properties,
      stored as INodeParameters,
      true,
      false,
      null,
      null,
    ) as ICredentialDataDecryptedObject;
    for (const field of SERVER_FIELDS) {
      const value = stored[field];
      if (value !== undefined) values[field] ??= value;
    }
    return values;
  }

  /**
   * Adds the credential to a request, with the type's own function or its declared header, query or body.
   */
  override async authenticate(
    credentials: ICredentialDataDecryptedObject,
    typeName: string,
    incoming: IHttpRequestOptions | IRequestOptionsSimplified,
    workflow?: Workflow,
    node?: INode,
  ): Promise<IHttpRequestOptions> {
    const request = incoming as IHttpRequestOptions;
    const { authenticate } = this.types.credentialType(typeName);
    if (!authenticate) return request;
    if (typeof authenticate === 'function') return await authenticate(credentials, request);
    if (!workflow || !node) throw new Error('Declared authentication needs the workflow and node');

    const resolve = (value: string): string =>
      isExpression(value)
        ? String(
            workflow.expression.getSimpleParameterValue(
              node,
              value,
              'internal',
              { $credentials: credentials },
              undefined,
              '',
            ) || '',
          )
        : value;

    const target = request as unknown as Record<string, Record<string, unknown> | undefined>;
    for (const [part, entries] of Object.entries(authenticate.properties)) {
      const values = (target[part] ??= {});
      for (const [name, value] of Object.entries(entries as Record<string, string>)) {
        values[resolve(name)] = resolve(value);
      }
    }
    return request;
  }

  override getCredentialsProperties(type: string): INodeProperties[] {
    return this.types.credentialType(type).properties;
  }

  override isCredentialUsableByNode(type: string, nodeType: string): boolean {
    const { restrictToSupportedNodes } = this.types.credentialType(type);
    return !restrictToSupportedNodes || this.types.nodesUsing(type).includes(nodeType);
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
