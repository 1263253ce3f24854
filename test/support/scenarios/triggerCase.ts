import type { Scope } from '../../../shared/service/scopes';
import type { PassRow } from '../../../shared/service/schemas';
import type { Trigger } from '../../../shared/triggers/trigger';
import type { SeenPass, SimulatedPass, Simulation, Truth } from '../../shared/triggers/simulation';
import type { InvalidInput, MissingObject, NotOffered, Raw } from './operationCase';
import type { Fixture } from './scenario';

/** What the tests know about one trigger: `test/cases/triggers/<event>.ts`. */
export interface TriggerCase {
  /** Its published key on Zapier, or why it is not there. */
  zapier: string | NotOffered;
  /** Each of these is needed. */
  scopes: readonly Scope[];
  /** The requests of a poll, sorted. */
  requests: readonly string[];
  scenario: (fixture: Fixture) => TriggerScenario | Promise<TriggerScenario>;
  /** Empty if nothing is required. */
  invalid: readonly InvalidInput[];
  /** Required if it takes an ID. */
  missing?: MissingObject;
  /** For an event of a pass: the pass of the sample shortly before it, or `new`. */
  before?: Partial<PassRow> | 'new';
  /**
   * For an event of a pass: inputs that its sample needs beside those of every trigger on passes, and how long
   * after the last change of the pass the event happens, ms.
   */
  sample?: { input?: Raw; after?: number };
  /** Random histories in which nothing is lost or repeated, by what they are about. */
  histories: Record<string, PassHistory | ((trigger: Trigger) => Promise<void>)>;
}

/** A working input, and an event. */
export interface TriggerScenario {
  input: Raw;
  /** Makes it happen. @param n how often it has happened before */
  event: (n: number) => EventOutput | Promise<EventOutput>;
  /** Makes it possible once more. Zapier then reports it no second time, as it has seen the object. */
  undo?: () => unknown;
}

interface EventOutput {
  /** Part of the item on n8n, and on Zapier if that is the same. */
  n8n: Raw;
  zapier?: Raw;
}

/** Which changes of a pass are events. */
export interface PassHistory {
  isEvent: (simulation: Simulation) => Truth;
  /** Inputs beside those of every trigger on passes. */
  input?: Raw;
  /** When an event has happened as far as the pass shows it, epoch ms; by default at its last change. */
  happenedAt?: (pass: SimulatedPass, before: SeenPass | undefined) => number;
  /** Whether the event counts however late it is found. */
  isNeverLate?: boolean;
}
