import type { InputOf, InputFields } from '../fields';
import type { ServiceClient } from '../http/client';
import { checkAccount } from '../api/apiKeys';
import type { Output } from '../fields/output';
import type { Clock } from '../runtime/clock';
import type { Connection, PollContext } from '../operations/context';
import { normalizedContact } from '../service/contacts';
import { trimmed, withoutTrailing } from '../service/text';
import { VALUE_HASH_LENGTH, assertStateSize, shortHash } from '../triggers/state';
import type { Trigger } from '../triggers/trigger';

/** State of a trigger between polls, stored by the platform as JSON; contains no API key or URL. */
export interface PollState {
  /** Version of the shape of `state`. Another version starts a new baseline. */
  version: number;
  /** Hash of the event and the settings that `state` belongs to. */
  scope: string;
  /** Hash of base URL and API key. While it stays the same, so does the account. */
  connection: string;
  /** Hash of the account that the API key belongs to. */
  account: string;
  state: unknown;
}

/** Share of the budget for requests; the rest is for storing the state. */
const REQUESTS_SHARE = 0.95;

/**
 * When a poll must have read everything, in `monotonicMs` of the clock, if the platform ends the poll after `budgetMs`.
 */
export function pollDeadline(clock: Pick<Clock, 'monotonicMs'>, budgetMs: number): number {
  return clock.monotonicMs() + budgetMs * REQUESTS_SHARE;
}

/** Increase it when the shape of `state` or its hashes change. */
const STATE_VERSION = 9;

/**
 * One poll of an active trigger. The previous state is used only for the same event, the same account
 * and the same values of the inputs that reset the baseline; otherwise a new baseline starts, because
 * the objects of another account are not new. A new API key of the same account continues. The account
 * is read only if the key has changed since the last poll.
 * @param previous returned by the last poll, possibly of an earlier version
 * @throws {ServiceError} `invalidInput` if the state is too large
 */
export async function runPoll<F extends InputFields, S>(
  trigger: Trigger<F, S>,
  context: PollContext,
  input: InputOf<F>,
  { baseUrl, apiKey }: Connection,
  previous: Partial<PollState>,
): Promise<{ items: Output[]; state: PollState }> {
  const url = withoutTrailing(baseUrl.trim(), '/');
  const resettingValues = (trigger.resetsBaseline ?? []).map((key) => input[key] ?? null);
  const scope = shortHash(JSON.stringify([url, trigger.key, ...resettingValues]));
  const connection = shortHash(`${url} ${apiKey.trim()}`, VALUE_HASH_LENGTH);
  const account =
    previous.connection === connection && previous.account !== undefined
      ? previous.account
      : await readAccountHash(context.client, connection);
  const isContinued =
    previous.version === STATE_VERSION && previous.scope === scope && previous.account === account;
  const last = isContinued ? (previous.state as S | undefined) : undefined;
  const { items, state } = await trigger.poll(context, input, last);
  assertStateSize(state);
  return { items, state: { version: STATE_VERSION, scope, connection, account, state } };
}

/**
 * An account is identified by its email, or else by its display name, which may change; without either, by the key.
 */
async function readAccountHash(client: ServiceClient, connection: string): Promise<string> {
  const { email, displayName } = await checkAccount(client);
  const name = normalizedContact('email', email) ?? trimmed(displayName);
  return name ? shortHash(name, VALUE_HASH_LENGTH) : connection;
}
