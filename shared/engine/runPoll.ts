import type { InputOf, InputFields } from '../fields';
import type { ServiceClient } from '../http/client';
import { isServiceError } from '../errors/serviceError';
import { checkAccount } from '../api/account';
import type { Output } from '../fields/output';
import type { Clock } from '../runtime/clock';
import type { Connection } from './createContext';
import { VALUE_HASH_LENGTH, shortHash } from '../triggers/shortHash';
import type { Trigger, TriggerContext } from '../triggers/trigger';

/** What a platform keeps of a trigger between polls: JSON, without any key or address in it. */
export interface PollState {
  /** Which event and settings `state` belongs to. */
  scope: string;
  /** Hash of base URL and API key: as long as it stays, so does the account. */
  connection: string;
  /** Hash of whose key it is. */
  account: string;
  state: unknown;
}

/**
 * Limits of one poll that a platform ends after `budgetMs`: a list begins no further page shortly
 * before that, and the next poll continues from there.
 */
export function pollLimits(clock: Pick<Clock, 'now'>, budgetMs: number) {
  const now = clock.now();
  return { deadlineAt: now + budgetMs * 0.95, softDeadlineAt: now + budgetMs * 0.7 };
}

/** Items for a test in an editor; moves no state. If there are none, an example that says so. */
export async function testItems<F extends InputFields>(
  trigger: Trigger<F>,
  context: TriggerContext,
  input: InputOf<F>,
): Promise<Output[]> {
  const found = await trigger.samples(context, input);
  if (found.length > 0) return found;
  const note = `No ${trigger.label} event found; these are example values`;
  return [{ isExample: true, note, ...trigger.output.sample }];
}

/** Part of every scope: another number starts a new baseline wherever the form of state has changed. */
const FORMAT = 2;

/**
 * One poll of an active trigger. What is remembered counts for the same event, the same decisive
 * settings and the same account; anything else starts a new baseline, because the objects of another
 * account are not new. A new key of the same account continues. The service is asked whose key it is
 * only when the key is not the one of the last poll.
 * @param before what the last poll returned, or anything an earlier version has left
 */
export async function runPoll<F extends InputFields, S>(
  trigger: Trigger<F, S>,
  context: TriggerContext,
  input: InputOf<F>,
  { baseUrl, apiKey }: Connection,
  before: Partial<PollState>,
): Promise<{ items: Output[]; state: PollState }> {
  const address = baseUrl.trim().replace(/\/+$/, '');
  const decisive = (trigger.resetsBaseline ?? []).map((key) => input[key] ?? null);
  const scope = shortHash(JSON.stringify([FORMAT, address, trigger.key, ...decisive]));
  const connection = shortHash(`${address} ${apiKey.trim()}`, VALUE_HASH_LENGTH);
  const account =
    before.connection === connection && before.account !== undefined
      ? before.account
      : await accountOf(context.client, connection);
  const isContinued = before.scope === scope && before.account === account;
  const polled = await trigger.poll(
    context,
    input,
    isContinued ? (before.state as S | undefined) : undefined,
  );
  return { items: polled.items, state: { scope, connection, account, state: polled.state } };
}

/** The email identifies an account; its display name may change. Without either, each key counts as an account. */
async function accountOf(client: ServiceClient, connection: string): Promise<string> {
  const { email, displayName } = await checkAccount(client).catch(notAnswered);
  const name = email?.trim().toLowerCase() || displayName?.trim();
  return name ? shortHash(name, VALUE_HASH_LENGTH) : connection;
}

/** The check changes nothing, so that a lost answer leaves nothing unclear. */
function notAnswered(thrown: unknown): never {
  if (!isServiceError(thrown, 'outcomeUnknown')) throw thrown;
  throw thrown.with({
    kind: 'unavailable',
    message: 'The service did not answer which account the API key belongs to',
    hint: 'The next poll tries again. No events were emitted and none are lost.',
  });
}
