import { createTemplateReader } from '../../../shared/api/templateReader';
import { parseInputsOrThrow } from '../../../shared/fields';
import { createClient } from '../../../shared/http/client';
import type { Transport } from '../../../shared/http/transport';
import type { PassRow } from '../../../shared/service/schemas';
import type { Output } from '../../../shared/fields/output';
import { scanInputs } from '../../../shared/triggers/passInputs';
import type { PollResult, Trigger } from '../../../shared/triggers/trigger';
import type { PollContext } from '../../../shared/operations/context';
import { TestClock } from '../../support/clock';

export const MINUTE = 60_000;
export const DAY = 24 * 60 * MINUTE;
export const T0 = Date.UTC(2026, 5, 1, 12);

export type SimulatedPass = PassRow;

/** The service's lists in memory: cheap enough for thousands of histories. */
export class Simulation {
  readonly passes: SimulatedPass[] = [];
  readonly clock = new TestClock(T0);
  /** The paths and queries of all requests, in order. */
  readonly requests: string[] = [];
  /** How many responses arrive before the connection fails. */
  failAfter = Infinity;
  pageCap = Infinity;
  /** How long every request takes, ms. */
  latency = 0;
  stampCount: number | undefined = 10;
  /** Whether the service shows an expired pass as not valid; undocumented. */
  expiryInvalidates = false;
  /** Passes that are missing from the list for a while, by ID. */
  readonly hidden = new Set<string>();
  /** Passes that are listed, but not found when read alone, by ID. */
  readonly unreadable = new Set<string>();
  /** Whether the service asks to wait for an hour before a pass is read alone. */
  isThrottled = false;
  /** Fields of the template's design, by ID; `null` makes it unreadable. */
  design: string[] | null = ['balance', 'homeShop'];
  templateName = 't';
  templateType = 'loyalty';
  /** Status and message of the response if a template is read alone. */
  templateRefusal: [status: number, error: string] | undefined;
  /** The account of the key. */
  account = { displayName: 'Harbor & Pine', email: 'owner@example.com' };
  /** The time zone of the workflow. */
  timezone = 'UTC';
  /** How far the poller's clock is ahead of the service's, ms. */
  skew = 0;
  /** How far every request sets the poller's clock forward, ms. */
  setForward = 0;
  private issued = 0;
  templates: { id: string; created: number }[] = [];
  holders: { id: string | null; credentials: { passId: string }[] | null }[] = [];
  readonly client = this.newClient();

  /** @param limit for how long requests are sent, ms */
  context(limit?: number): PollContext {
    const client =
      limit === undefined ? this.client : this.newClient(this.clock.monotonicMs() + limit);
    const templates = createTemplateReader(client);
    return { client, templates, timezone: this.timezone };
  }

  /** The poller's clock, epoch ms. */
  now(): number {
    return this.clock.now() + this.skew;
  }

  issue(created = this.clock.now(), values: Partial<SimulatedPass> = {}): SimulatedPass {
    const id = `p${this.issued}`;
    this.issued += 1;
    const pass: SimulatedPass = {
      ...{ id, templateId: 't', created, updated: created },
      ...{ isValid: true, deviceCount: 0, templateFields: {} },
      ...values,
    };
    this.passes.push(pass);
    return pass;
  }

  /** The current row of a pass in the list. */
  listed(pass: SimulatedPass): SimulatedPass {
    const end = Date.parse(String(pass.templateFields.validUntil));
    const isOver = this.expiryInvalidates && end <= this.clock.now();
    return isOver ? { ...pass, isValid: false } : pass;
  }

  private newClient(deadlineAt?: number) {
    return createClient({
      baseUrl: 'https://x.example',
      transport: this.transport(),
      clock: {
        now: () => this.now(),
        monotonicMs: this.clock.monotonicMs,
        random: this.clock.random,
        sleep: this.clock.sleep,
      },
      ...(deadlineAt !== undefined && { deadlineAt }),
    });
  }

  private transport(): Transport {
    return async ({ url }) => {
      const { pathname, search, searchParams } = new URL(url);
      this.clock.pass(this.latency);
      this.clock.setForward(this.setForward);
      this.failAfter -= 1;
      if (this.failAfter < 0) return { ok: false, sent: 'maybe', reason: 'gone' };
      this.requests.push(pathname + search);
      const [status, error] = this.refusal(pathname, searchParams) ?? [200];
      const content = error === undefined ? this.respond(pathname, searchParams) : { error };
      const headers: Record<string, string> = status === 429 ? { 'retry-after': '3600' } : {};
      return { ok: true, response: { status, headers, body: JSON.stringify(content) } };
    };
  }

  private refusal(pathname: string, query: URLSearchParams): [number, string] | undefined {
    const isUnreadable = pathname === '/pass' && this.unreadable.has(query.get('id') ?? '');
    if (isUnreadable) return [404, 'Pass not found'];
    if (pathname === '/pass' && this.isThrottled) return [429, 'Too many requests'];
    return pathname.startsWith('/templates/') ? this.templateRefusal : undefined;
  }

  private respond(pathname: string, query: URLSearchParams): unknown {
    if (pathname === '/passes') return this.page(query);
    if (pathname === '/pass') {
      const id = query.get('id');
      return { id, link: linkOf(id), pass: {}, badge: {}, deviceCount: 0 };
    }
    if (pathname === '/auth') return this.account;
    if (pathname === '/badge/users')
      return { users: this.holders.map((holder) => ({ active: true, ...holder })) };
    if (pathname !== '/templates') return this.template(pathname.replace(/^.*\/templates\//, ''));
    const sorted = this.templates.toSorted((a, b) => b.created - a.created);
    const begin = Number(query.get('starting_after') ?? 0);
    const end = begin + Number(query.get('limit'));
    return {
      data: sorted.slice(begin, end).map(({ id, created }) => ({ ...this.template(id), created })),
      has_more: end < sorted.length,
      next_cursor: String(end),
      total_count: sorted.length,
    };
  }

  private template(id: string) {
    const { stampCount } = this;
    const rows = (this.design ?? []).map((field) => [{ id: field, label: field }]);
    const pass = this.design
      ? JSON.stringify({ useStampCollection: stampCount !== undefined, stampCount, rows })
      : '{';
    const { templateName: name, templateType: type } = this;
    const badge = { active: true, walletAStatus: 'published' };
    return { id, name, type, pass, ...badge, created: 0, updated: 0 };
  }

  private page(query: URLSearchParams) {
    const before = Number(query.get('startAfter') ?? Infinity);
    const limit = Math.min(Number(query.get('limit') ?? Infinity), this.pageCap);
    const listed = this.passes.filter(({ id }) => !this.hidden.has(id));
    const passes = listed
      .filter(({ created }) => created < before)
      .sort((a, b) => b.created - a.created)
      .slice(0, limit)
      .map((pass) => this.listed(pass));
    return { passes, totalCount: listed.length };
  }
}

/** The link of a pass. */
export const linkOf = (id: unknown) => `https://x.example/p/${String(id)}`;

/** The declared defaults of the inputs of a trigger about passes, with pages small enough for ties. */
export const PASS_INPUTS = {
  ...parseInputsOrThrow(scanInputs, { templateId: 't' }, { timezone: 'UTC' }),
  pageSize: 4,
};

/** The IDs of items, sorted. */
export const ids = (items: readonly Record<string, unknown>[]) =>
  items.map(({ id }) => String(id)).sort();

interface Polls<I, S> {
  poll(context: PollContext, input: I, state: S | undefined): Promise<PollResult<S>>;
}

/** An active workflow: the state goes through JSON, and is kept only if the poll did not throw. */
export class Polling<I, S> {
  state: string | undefined;
  input: I;

  constructor(
    private readonly simulation: Simulation,
    private readonly trigger: Polls<I, S>,
    input: I,
  ) {
    this.input = { ...input };
  }

  /** A poll whose state is not saved, as if the platform had crashed before. */
  async attempt(limit?: number): Promise<PollResult<S>> {
    const state = this.state === undefined ? undefined : (JSON.parse(this.state) as S);
    return await this.trigger.poll(this.simulation.context(limit), this.input, state);
  }

  async poll(): Promise<Record<string, unknown>[]> {
    const { items, state } = await this.attempt();
    this.state = JSON.stringify(state);
    return items;
  }

  /** A poll that fails after some responses. @returns whether it failed */
  async failing(responses: number): Promise<boolean> {
    this.simulation.failAfter = responses;
    const failed = await this.attempt().then(
      () => false,
      () => true,
    );
    this.simulation.failAfter = Infinity;
    return failed;
  }
}

/** An active workflow of a trigger about passes, and what happens to them. */
export function watching(trigger: object, input: object = {}) {
  const service = new Simulation();
  const polling = new Polling(service, trigger as Trigger, { ...PASS_INPUTS, ...input });
  return {
    service,
    polling,
    /** @returns the IDs of the events, sorted */
    poll: async () => ids(await polling.poll()),
    /** A minute later, a pass has these values. */
    change: (pass: SimulatedPass, values: Partial<SimulatedPass> = {}) => {
      service.clock.pass(MINUTE);
      Object.assign(pass, { ...values, updated: service.clock.now() });
    },
  };
}

/** A pass with this end, epoch ms. */
export const until = (at: number) => ({
  templateFields: { validUntil: new Date(at).toISOString() },
});

/** A Zap that is on: it runs for events whose ID neither its start nor an earlier poll has returned. */
export class Zap {
  /** How many events the last poll listed. */
  listed = 0;
  private seen: Set<string> | undefined;

  constructor(
    private readonly simulation: Simulation,
    private readonly trigger: Trigger,
    private readonly input: Record<string, unknown>,
  ) {}

  /** The first poll is the start. @returns the IDs of passes, sorted */
  async poll(): Promise<string[]> {
    const { seen, trigger } = this;
    const context = this.simulation.context();
    const items = await trigger.pollStateless(context, this.input, seen === undefined);
    const eventId = (item: Output) => trigger.zapier?.eventId?.(item) ?? String(item.id);
    this.listed = items.length;
    this.seen = new Set([...(seen ?? []), ...items.map(eventId)]);
    const fresh = items.filter((item) => seen && !seen.has(eventId(item)));
    return ids(fresh);
  }
}

/** A pass as a saved poll saw it in the list, at `seenAt` of the poller's clock. */
export type SeenPass = SimulatedPass & { seenAt: number };

/**
 * Whether a poll should output a pass, by comparing it with what the last poll saw of it.
 * @param past all that polls saw of it; the last is `before`
 */
export type Truth = (
  pass: SimulatedPass,
  before: SeenPass | undefined,
  past: readonly SeenPass[],
) => boolean;

/** The last entries of a list that all fulfill a condition. */
export function lastWhile<T>(all: readonly T[], isOne: (one: T) => boolean): T[] {
  return all.slice(all.findLastIndex((one) => !isOne(one)) + 1);
}

/**
 * The creation time before which a pass that a poll has not listed belongs to the baseline: the newest may be listed
 * five minutes late, until the polls have gone on for longer.
 */
export function sinceAfter(
  since: number,
  elapsed: number,
  listed: readonly SimulatedPass[],
  now: number,
): number {
  if (listed.length === 0) return since;
  const newest = Math.min(now, Math.max(...listed.map(({ created }) => created)));
  return Math.max(since, newest - 5 * MINUTE, Math.min(newest + 1, since + elapsed));
}
