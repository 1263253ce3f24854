import type { IBinaryData } from 'n8n-workflow';

import type { PassRecord, LoggedRequest, Sandbox } from '../../../sandbox/index';
import type { Random } from '../../../sandbox/state/random';

/** A working input of an operation, and how to find its effect in the server's state. */
export interface Scenario {
  /** Inputs under the declaration's keys; a pass is under `pass`, a file under `file`. */
  input: Record<string, unknown>;
  /** How often the server's state shows the change. Absent for reads. */
  seen?: (serverState: ServerState) => number;
  /** Messages to the person of this item: one for each time it was processed. */
  reached?: (serverState: ServerState) => number;
  /**
   * What happens after a request whose response is lost: it is repeated, looked up first, or reported as
   * unknown. Required if it changes something; a read is repeated.
   */
  retry?: 'idempotent' | 'lookUpFirst' | 'never';
  /** Repeating it is harmless: it ends in the same state, or leaves a spare file. */
  converges?: boolean;
  /** Whether an output matches the server's state. */
  isTrue?: (outputs: Output[], serverState: ServerState) => boolean;
}

export type Output = Record<string, unknown>;

/** The outcome of one item. */
export interface Verdict {
  state: 'done' | 'failed' | 'unknown' | 'notStarted';
  outputs: Output[];
  /** The message of a failure. */
  text: string;
}

/** The server's state after a run, read without faults. */
export interface ServerState {
  passes: PassRecord[];
  pass(id: string): PassRecord | undefined;
  outbox: ReturnType<Sandbox['control']['outbox']>;
  badgePasses: ReturnType<Sandbox['control']['badgePasses']>;
  invites: ReturnType<Sandbox['control']['badgeInvites']>;
  templates: { id: string; name: string }[];
  keys: { id: string; label: string; disabledAt: number | null; rotatedAt: number | null }[];
  holders: { id: string | null; email: string; name: string | null }[];
  /** The requests of the run. */
  log: LoggedRequest[];
}

/** The service before any fault, and means to set it up. */
export interface Fixture {
  sandbox: Sandbox;
  random: Random;
  /** Unique to this run. */
  tag: string;
  /** Whether all items of the run identify passes by external ID. */
  byExternalId: boolean;
  /** Whether they identify existing passes by the email of the holder. */
  byContact: boolean;
  image: Buffer;
  /** URL of the image. */
  imageUrl: string;
  /** Texts that must not appear in logs or messages. */
  secrets: string[];
  /** Calls the service as its dashboard would. */
  api: <T = Record<string, unknown>>(method: string, path: string, body?: unknown) => Promise<T>;
  /** Uploads the image. @returns the file's ID */
  upload: () => Promise<string>;
}

/** Makes the scenario of one item. @param n the item, from 0 */
export type Maker = (fixture: Fixture, n: number) => Scenario | Promise<Scenario>;

/** Files that come with every item on n8n. */
export type Binary = Record<string, IBinaryData>;
