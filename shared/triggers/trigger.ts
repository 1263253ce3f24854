import type { InputFields, InputOf } from '../fields';
import type { ServiceClient } from '../http/client';
import type { Output } from '../fields/output';
import type { OutputFields } from '../fields/output';
import type { Scope } from '../service/scopes';

/**
 * An event of the service, declared once. The service tells nobody of its events, so all of them
 * are found by polling: state in, items and state out, no clock of its own.
 */
export interface Trigger<F extends InputFields = InputFields, S = unknown> {
  /** n8n's value of Event. Published: never renamed. */
  key: string;
  /** Title Case: `New Pass`. */
  label: string;
  /** What it fires on, then what it misses by design and what it costs. */
  description: string;
  scopes: readonly Scope[];
  /** Absent where Zapier does not offer it. */
  flat?: {
    /** Published: never renamed. */
    key: string;
    label: string;
    noun: string;
    /** `Triggers when … .` */
    description: string;
    /**
     * What tells one event from the others where the same pass can have several. The item's own ID
     * goes to `passId` then.
     */
    eventId?(item: Output): string;
    /** Output fields that Zapier neither declares nor gets. */
    omit?: readonly string[];
  };
  input: F;
  /** Inputs that only make sense where state is kept: not on Zapier. */
  stateful?: readonly string[];
  /** Inputs whose change makes what is remembered worthless: the next poll sets a new baseline. */
  baseline?: readonly string[];
  output: { fields: OutputFields; sample: Output };
  /**
   * One poll of an active workflow. Without state it sets the baseline and gives no item.
   * The caller keeps `state` only if this did not throw.
   * @returns items oldest first
   */
  poll(context: TriggerContext, input: InputOf<F>, state: S | undefined): Promise<Polled<S>>;
  /** Up to three that are there, for a test in the editor; moves nothing. */
  samples(context: TriggerContext, input: InputOf<F>): Promise<Output[]>;
  /**
   * What a platform that remembers IDs itself (Zapier) gets on every poll, newest first. A later
   * call never reaches further back than an earlier one with `seeding`.
   */
  recent(context: TriggerContext, input: InputOf<F>, seeding: boolean): Promise<Output[]>;
}

/** What no event can be made of, said wherever events are offered. */
export const NEVER_SEEN =
  'The service tells of no scans, opened messages or failed deliveries, so there is no event for them.';

export interface TriggerContext {
  client: ServiceClient;
  /**
   * From when on a poll begins no further page, epoch ms: it gives what it has and the next one goes
   * on from there. Default: never.
   */
  stopAt?: number;
}

export interface Polled<S> {
  items: Output[];
  /** JSON, to be handed to the next poll; never larger than `MAX_STATE_SIZE`. */
  state: S;
}

/** Items of a test in the editor. */
export const SAMPLES = 3;
/** Passes looked through for them. */
export const SAMPLES_AMONG = 1000;

/** Checks a declaration's types; input and state follow from it. */
export function defineTrigger<F extends InputFields, S>(trigger: Trigger<F, S>): Trigger<F, S> {
  return trigger;
}
