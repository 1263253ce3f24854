import type {
  ICredentialDataDecryptedObject,
  IDataObject,
  INodeExecutionData,
  INodeParameters,
  IRunExecutionData,
  ExecutionStatus,
  WorkflowExecuteMode,
} from 'n8n-workflow';

/** A node as the editor exports it; typed loosely, so that an imported JSON file is accepted. */
export interface NodeJson {
  id?: string;
  name: string;
  type: string;
  typeVersion?: number;
  position?: number[];
  parameters?: object;
  credentials?: Record<string, { id?: string | null; name: string }>;
  disabled?: boolean;
  continueOnFail?: boolean;
  onError?: string;
  retryOnFail?: boolean;
  maxTries?: number;
  waitBetweenTries?: number;
  executeOnce?: boolean;
  alwaysOutputData?: boolean;
  notes?: string;
}

/** A workflow as the editor exports it (Download, or copy and paste). */
export interface WorkflowJson {
  id?: string;
  name?: string;
  nodes: NodeJson[];
  connections: Record<
    string,
    Record<string, Array<Array<{ node: string; type: string; index: number }> | null>>
  >;
  settings?: object;
  staticData?: IDataObject | null;
  /** Sample items of nodes; the in-process engine ignores them. */
  pinData?: Record<string, object[]>;
}

/** The node of a lookup: its type (short or full name) and its parameters so far. */
export interface NodeReference {
  type: string;
  typeVersion?: number;
  name?: string;
  parameters?: INodeParameters;
}

/** Values of credentials by credential type, as entered by a person. */
export type CredentialValues = Record<string, ICredentialDataDecryptedObject>;

export interface RunOptions {
  credentials?: CredentialValues;
  /** Items of the start node; default one empty item. */
  startItems?: INodeExecutionData[];
  mode?: WorkflowExecuteMode;
  /** A failed run that this one retries from its failed node on, with the nodes as they are in this workflow. */
  retryOf?: N8nRun;
  /** Aborting it cancels the execution, as the Stop button does. */
  signal?: AbortSignal;
  /** Result of `getExecutionId()`; a new number by default. */
  executionId?: string;
}

export interface PollOptions {
  credentials?: CredentialValues;
  /** The workflow's static data. It is read and written back, so the same object has the state. */
  staticData: IDataObject;
  /** `trigger`: an active workflow's poll. `manual`: Fetch Test Event in the editor. */
  mode: 'trigger' | 'manual';
  timezone?: string;
}

export interface LookupOptions {
  credentials?: CredentialValues;
  /** Path of the parameter the lookup is made for; only relative (`&name`) parameters depend on it. */
  path?: string;
}

export interface ListSearchOptions extends LookupOptions {
  filter?: string;
  paginationToken?: string;
}

/** An error as an execution stores it: a plain object with its fields, without its class. */
export interface N8nRunError {
  name: string;
  message: string;
  description?: string | null;
  /** Status of the response, as a string, on a `NodeApiError`. */
  httpCode?: string | null;
  messages?: string[];
  context?: IDataObject;
  stack?: string;
}

/** The result of a run. */
export interface N8nRun {
  executionId: string;
  status: ExecutionStatus;
  /** True if the execution finished without an error. */
  finished: boolean;
  lastNodeExecuted: string | undefined;
  /** Static data of the workflow after the run. */
  staticData: IDataObject;
  /** Everything n8n recorded, for cases that the helpers below do not cover. */
  data: IRunExecutionData;
  /** Items a node put on one of its outputs in its last run; an unknown node name throws. */
  items(nodeName: string, outputIndex?: number): INodeExecutionData[];
  /** The error of a node's last run, or of the execution when no node is named. */
  error(nodeName?: string): N8nRunError | undefined;
}
