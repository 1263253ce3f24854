import type { Sandbox } from '../../../sandbox/index';
import type { ErrorKind } from '../../../shared/errors/serviceError';
import type { Operation } from '../../../shared/operations/operation';
import type { Scope } from '../../../shared/service/scopes';
import type { Fixture, Maker } from './scenario';

/** Inputs under the declaration's keys. */
export type Raw = Record<string, unknown>;

/** What the tests know about one operation: `test/cases/<resource>/<operation>.ts`. */
export interface OperationCase {
  /** Its published key on Zapier, or why it is not there. */
  zapier: string | NotOffered;
  /** Why it is not on n8n, whose keys are those of the folder and the file. */
  n8n?: NotOffered;
  /** Working inputs: one for each that changes its request or its retry behavior. */
  scenarios: Maker | readonly Maker[];
  /** Each of these scopes is needed; of a list, one. Errors name the first of a list. */
  scopes: readonly (Scope | 'Full access' | readonly Scope[])[];
  /** Endpoints that the scenarios call. */
  endpoints: readonly string[];
  /** What it changes, if steps that change the same thing must not run at the same time. */
  serialBy?: Operation['serialBy'];
  /** Empty if there is nothing to fill in. */
  invalid: readonly InvalidInput[];
  /** Required if it takes an ID. */
  missing?: MissingObject;
  /** What else the service refuses, by what it is. */
  refused?: Record<string, Refusal>;
}

export interface NotOffered {
  absent: string;
}

/** Inputs that are refused before anything is sent. */
export interface InvalidInput {
  /** Replaces inputs of the first scenario. */
  input: Raw;
  /** Values of the other items for the same inputs, if the first scenario has none and none may be empty. */
  valid?: Raw;
  /** The input that the message names. */
  field: string;
  /** The platform that has such an input; both by default. */
  on?: 'n8n' | 'zapier';
}

/** An object that is not there. */
export interface MissingObject {
  /** Replaces inputs of the first scenario. */
  input: Raw;
  /** Without one, a search finds nothing. */
  message?: string;
}

/** A request that the service refuses. */
export interface Refusal {
  /** Changes the service. @returns inputs that replace those of the first scenario */
  input: (fixture: Fixture) => Raw;
  status: number;
  kind: ErrorKind;
}

/** Of an object of another account. */
export const foreign = (status: number, input: (foreign: Sandbox['foreign']) => Raw): Refusal => ({
  input: ({ sandbox }) => input(sandbox.foreign),
  status,
  kind: 'notFound',
});

/** An ID that no object has. */
export const GONE = 'gone-1';

const missing = (object: string, input: Record<string, string>): MissingObject => ({
  input,
  message: `${object} not found: '${Object.values(input)[0]}'`,
});
export const MISSING_PASS = {
  ...missing('Pass', { passId: GONE }),
  input: { pass: { passId: GONE } },
};
export const MISSING_TEMPLATE = missing('Template', { templateId: GONE });
export const MISSING_BADGE = missing('Badge', { badgeTemplateId: GONE });
export const MISSING_HOLDER = missing('Badge holder', { userId: GONE });
export const MISSING_BADGE_PASS = missing('Badge pass', { passId: GONE });
export const MISSING_KEY = missing('API key', { keyId: GONE });
export const MISSING_FILE = missing('File', { fileId: `file_${'0'.repeat(32)}` });
