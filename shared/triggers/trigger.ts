import type { InputFields, InputOf } from '../fields';
import type { PollContext } from '../operations/context';
import type { Output, OutputFields } from '../fields/output';
import type { Scope } from '../service/scopes';

/**
 * An event, declared once for both platforms. The service has no webhooks, so every event is found by polling: a poll
 * takes the state of the last poll and returns items and the next state.
 */
export interface Trigger<F extends InputFields = InputFields, S = unknown> {
  /** n8n's value of Event. Published: never renamed. */
  key: string;
  /** Title Case: `New Pass`. */
  label: string;
  /** When it triggers, in one sentence. */
  description: string;
  /** Events that it misses by design, for the reference. */
  misses: string;
  /** Requests of a poll without events, for the reference. */
  requests: string;
  /** Additional text for the reference. */
  details?: string;
  scopes: readonly Scope[];
  /** Names on Zapier; absent if it is not offered there. */
  zapier?: {
    /** Published: never renamed. */
    key: string;
    label: string;
    noun: string;
    /** `Triggers when … .` */
    description: string;
    /**
     * The deduplication ID, if one pass can have several events. The item's `id` is then output as
     * `passId`.
     */
    eventId?(item: Output): string;
    /** Set if a pass can have the event again, which its deduplication ID does not show. */
    oncePerPass?: boolean;
    /** Shown at the top of the trigger. Each sentence must make sense alone. */
    intro?: string;
    /** Output fields that are neither declared nor returned on Zapier. */
    omit?: readonly string[];
  };
  input: F;
  /** Keys of inputs whose change makes the state useless: the next poll sets a new baseline. */
  resetsBaseline?: readonly string[];
  output: { fields: OutputFields; sample: Output };
  /** The sample for these inputs, if it depends on them. */
  example?(context: PollContext, input: InputOf<F>): Promise<Output>;
  /** Why a test in the editor always outputs the sample; absent if it can find events. */
  onlySample?: string;
  /**
   * One poll of an active workflow. Without state, it sets the baseline and returns no items. The caller stores the
   * returned state only if this did not throw.
   * @returns items oldest first
   */
  poll(context: PollContext, input: InputOf<F>, state: S | undefined): Promise<PollResult<S>>;
  /**
   * Up to {@link SAMPLE_COUNT} existing items for a test in the editor; changes no state.
   * @param onNote receives remarks on the objects that were read
   */
  samples(
    context: PollContext,
    input: InputOf<F>,
    onNote?: (note: string) => void,
  ): Promise<Output[]>;
  /**
   * One poll for a platform that deduplicates by ID instead of storing state (Zapier): all recent items, newest first.
   * @param isBaseline whether the platform only collects IDs because the trigger was just turned on. This call reaches
   *   further back than any later call, and ignores the filters, so that old items never look new
   */
  pollStateless(context: PollContext, input: InputOf<F>, isBaseline: boolean): Promise<Output[]>;
}

/** Result of one poll. */
export interface PollResult<S> {
  items: Output[];
  /** JSON value to pass to the next poll; at most `MAX_STATE_SIZE` characters. */
  state: S;
}

/** Maximum number of items in a test in the editor. */
export const SAMPLE_COUNT = 3;
/** Maximum number of passes read to find them. */
export const SAMPLE_SCAN_LIMIT = 1000;

/** Returns the trigger unchanged; infers and checks the types of input and state. */
export function defineTrigger<F extends InputFields, S>(trigger: Trigger<F, S>): Trigger<F, S> {
  return trigger;
}
