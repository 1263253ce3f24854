import * as field from '../../fields';
import {
  type ErrorKind,
  invalidInput,
  isServiceError,
  ServiceError,
  settle,
} from '../../errors/serviceError';
import { type BadgePassState, badgePassState } from '../../service/badgeSchemas';
import { LIMITS } from '../../service/vocabulary';
import { type LifecycleAction, changeLifecycle, listBadgePasses } from '../../api/badges';
import type { ServiceClient } from '../../http/client';
import { quoted } from '../../service/text';
import type { Context } from '../context';
import { compact } from '../../runtime/records';
import type { Output } from '../../fields/output';
import type { OutputShape } from '../operation';

export const passInput = {
  passId: field.required(
    field.ref({
      of: 'badgePass',
      dependsOn: ['userId'],
      label: 'Badge Pass',
      description: "Badge pass issued to the selected 'Holder'",
    }),
  ),
};

export const reason = field.text({
  label: 'Reason',
  section: 'options',
  maxLength: LIMITS.lifecycleReasonLength,
  placeholder: 'e.g. Lost phone',
  description: 'Stored in the audit trail; up to 200 characters',
});

/** Waiting needs the holder, because the service lists badge passes by holder only. */
export const waitInputs = {
  userId: field.ref({
    of: 'badgeHolder',
    label: 'Holder',
    description:
      "Person who holds the badge pass. Required to list badge passes and for 'Wait Until Done'. Needs the scope badges.viewAll.",
  }),
  waitUntilDone: field.boolean({
    label: 'Wait Until Done',
    section: 'options',
    default: false,
    description:
      "wait up to 20 seconds for the change. If it takes longer, 'In Effect' is false. Requires 'Holder' and the scope badges.viewAll.",
  }),
};

/** Text for the reference. */
export const WAIT_DETAILS =
  "With a 'Holder', it costs one request more, and a badge pass that this person does not have is not changed.";

export const lifecycleOutput = {
  returns: 'one',
  fields: {
    id: { label: 'Badge Pass ID', type: 'string', always: true },
    accepted: { label: 'Accepted', type: 'boolean', always: true },
    reached: { label: 'In Effect', type: 'boolean' },
    status: { label: 'Status', type: 'string' },
    note: { label: 'Note on Waiting', type: 'string' },
  },
  sample: { id: 'bps_7e02b4', accepted: true },
} satisfies OutputShape;

interface LifecycleInput {
  passId: string;
  userId?: string;
  reason?: string;
  waitUntilDone?: boolean;
}

const STATE_AFTER: Partial<Record<LifecycleAction, BadgePassState>> = {
  suspend: 'suspended',
  resume: 'active',
  revoke: 'ended',
};

const POLL_INTERVAL_MS = 1000;
const MAX_POLLS = 20;

/** Shared declaration of the operations that can wait. */
export function waitable(action: LifecycleAction) {
  return {
    serialBy: 'badgePass' as const,
    endpoints: ['POST /badge/passes/{passId}/lifecycle' as const],
    output: lifecycleOutput,
    prepare(_context: Context, input: LifecycleInput) {
      assertCanWait(input);
      return input;
    },
    async run(context: Context, input: LifecycleInput) {
      await assertHeld(context.client, input);
      return await lifecycle(context, action, input);
    },
  };
}

/** @throws ServiceError `invalidInput` if it should wait without a holder */
function assertCanWait({ waitUntilDone, userId }: LifecycleInput): void {
  if (!waitUntilDone || userId !== undefined) return;
  throw invalidInput(
    'Holder',
    'userId',
    "is required for 'Wait Until Done'",
    "Choose the 'Holder', or {turn off 'Wait Until Done'}.",
  );
}

/** Errors that clearing 'Holder' avoids: the badge passes cannot be read, although they can be changed. */
const CLEARING_HELPS = new Set<ErrorKind>(['missingScope', 'unavailable']);

/**
 * Checks the holder, because a badge pass from an earlier step may be somebody else's, and a revocation is final.
 * @throws ServiceError `conflict` if the holder does not have the badge pass
 */
async function assertHeld(
  client: ServiceClient,
  { userId, passId, waitUntilDone }: LifecycleInput,
): Promise<void> {
  if (userId === undefined) return;
  const passes = await listBadgePasses(client, userId).catch((thrown: unknown) => {
    if (!isServiceError(thrown) || !CLEARING_HELPS.has(thrown.kind)) throw thrown;
    const clear = waitUntilDone
      ? "clear 'Holder' and {turn off 'Wait Until Done'}"
      : "clear 'Holder'";
    throw thrown.with({ fix: `Nothing was changed. ${thrown.fix} Or ${clear}.` });
  });
  if (passes.some(({ id }) => id === passId)) return;
  throw new ServiceError({
    kind: 'conflict',
    field: 'passId',
    message: `'Badge Pass' ${quoted(passId)} is not one of the person in 'Holder'`,
    fix: "Nothing was changed. Choose the 'Badge Pass' of this 'Holder', or clear 'Holder', e.g. if it has ended.",
  });
}

/**
 * Requests a change. The service responds before it takes effect, so the output is `accepted`; with
 * Wait Until Done, polls the status for up to `MAX_POLLS` seconds.
 */
export async function lifecycle(
  { client }: Context,
  action: LifecycleAction,
  { passId, userId, reason, waitUntilDone }: LifecycleInput,
): Promise<Output> {
  await changeLifecycle(client, passId, action, reason);
  const accepted = { id: passId, accepted: true };
  const state = STATE_AFTER[action];
  if (!waitUntilDone || !state || userId === undefined) return accepted;
  return compact({ ...accepted, ...(await waitForState(client, userId, passId, state)) });
}

const NOT_LISTED_NOTE =
  "The change was accepted, but its status could not be checked: the person in 'Holder' no longer has this badge pass";

async function waitForState(
  client: ServiceClient,
  userId: string,
  passId: string,
  wanted: BadgePassState,
) {
  let status: string | undefined;
  for (let polls = 0; polls < MAX_POLLS; polls += 1) {
    // Wait first, because a change takes effect a moment later, and the last check must follow the last wait.
    await client.clock.sleep(POLL_INTERVAL_MS);
    const { value: passes, failure } = await settle(listBadgePasses(client, userId));
    // The change was accepted: a failed status request must not look like a refusal.
    if (failure) return { reached: false, status, note: failure.message };
    const pass = passes.find(({ id }) => id === passId);
    if (!pass) return { reached: false, note: NOT_LISTED_NOTE };
    status = pass.status;
    const state = badgePassState(status);
    if (state === wanted || state === 'ended') return { reached: state === wanted, status };
  }
  return { reached: false, status };
}
