/** What the cases of the example workflows are made of. */

import type { ChangedBefore, IssuedBefore, ServerState } from '../../../test/examples/serverState';

/** The start of a workflow: `node` is the name of its trigger. */
export type Start =
  | { by: 'schedule'; node: string }
  /** The pinned sample of another app. The tests have no account there, so the workflow is not published. */
  | { by: 'sample'; node: string }
  /** A submitted form; answers by the labels of its fields. */
  | { by: 'form'; node: string; answers: Record<string, string | UploadedFile> }
  /** A POST with a JSON body. */
  | { by: 'webhook'; node: string; body: Record<string, unknown> }
  /** A poll after these passes were issued or changed; the previous poll was before. */
  | { by: 'poll'; node: string; issued?: IssuedBefore[]; changed?: ChangedBefore[] };

interface UploadedFile {
  name: string;
  text: string;
}

/** Items on the first output of nodes; compared by the given keys. */
export type Outputs = Record<string, object[]>;

export interface Happening {
  what: string;
  start: Start;
  /** What happened before it, e.g. a person added the badge of an invite. */
  before?:
    | { badgeAddedBy: string }
    | { invitedToOtherBadge: string; isAdded: boolean }
    | { issued?: IssuedBefore[]; changed?: ChangedBefore[] };
  outputs: Outputs;
  /** The output of the repetition, if it differs from the first time. */
  outputsAgain?: Outputs;
  serverState: ServerState;
}

export function member(externalId: string, more: Partial<IssuedBefore>): IssuedBefore {
  return {
    template: 'generic',
    externalId,
    email: `${externalId.toLowerCase()}@example.com`,
    ...more,
  };
}

export function customer(externalId: string): IssuedBefore {
  return {
    template: 'loyalty',
    externalId,
    email: `${externalId.toLowerCase()}@example.com`,
    values: { accountName: 'Ana Souza' },
  };
}

export function points(externalId: string, balance: string, onPhone?: true): IssuedBefore {
  const values = { accountName: 'Ana Souza', balance, rewards: 'Silver' };
  return { ...customer(externalId), values, onPhone };
}
