import type { ExternalIdRef } from '../service/requests';
import type { PassStatus } from '../service/passStatus';

/**
 * What a person should know about how an item ended, or a run. Operations add one to `context.notes` as it happens;
 * programs find the same in the output. `shared/run/noteTexts.ts` words them.
 */
export type Note =
  /** How many external IDs other runs have issued, too. */
  | { code: 'issuedTwice'; count: number }
  /** Why a list is not reported, or a run of the previewed list would be refused. */
  | { code: 'list'; text: string }
  /** The pass existed and has another email: it may be someone else's, so its link was not returned. */
  | { code: 'otherEmail' }
  /** The external IDs of an item and of a pass, or of two new items, differ only in spelling. */
  | { code: 'respelled'; externalId: string; other: string }
  /** What is left of a person who was to be removed. */
  | { code: 'notRemoved'; left: 'nothing' | 'invite' | 'onlyInvite' }
  /** The pass existed, and stays voided or expired. */
  | { code: 'notValid'; status: PassStatus }
  /** Other items have the external ID, too: the pass has the values of the last one that was sent. */
  | { code: 'sharedId'; ref: ExternalIdRef; isSent: boolean }
  /** The inputs that the existing pass does not get. */
  | { code: 'notWritten'; inputs: readonly string[] }
  /** The existing pass was returned as it is. */
  | { code: 'existingNotUpdated' }
  /** The inputs because of which the pass is sent in every run. */
  | { code: 'sentEveryTime'; inputs: readonly string[] }
  /** Nobody was found by a phone number, in any of the forms that were searched; the first is without formatting. */
  | { code: 'phoneNotFound'; forms: readonly string[] }
  /** The balance is 0, and more may have been asked for. */
  | { code: 'stoppedAtZero' }
  /** A pass was issued that a repeated run issues again. */
  | { code: 'withoutExternalId' }
  /** A look at the service after the items has failed. */
  | { code: 'failedCheck'; message: string };
