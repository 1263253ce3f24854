import { DateTime } from 'luxon';

import type { Sandbox } from '../../sandbox';
import type { SeedTemplate } from '../../sandbox/seed/templates';
import type { RawInput } from '../../shared/fields';
import { createContext } from '../../shared/operations/context';
import type { Operation } from '../../shared/operations/operation';
import { create } from '../../shared/operations/pass/create';
import { update } from '../../shared/operations/pass/update';
import { runPhases } from '../../shared/run/itemPhases';
import { invited } from '../support/badges';
import { fastClock } from '../support/clock';
import { sandboxTransport } from '../support/sandboxTransport';

/** A pass that exists before a recipe runs. */
export interface IssuedBefore {
  template: SeedTemplate;
  externalId: string;
  email?: string;
  /** Field values by field ID. */
  values?: Record<string, string>;
  /** Days from now until it expires; by default never. */
  expiresInDays?: number;
  /** Dates in fields, from today in a time zone. */
  dates?: Record<string, FromToday>;
  /** How long ago it was issued; by default now. */
  daysAgo?: number;
  /** Whether a phone adds it to its wallet immediately. */
  onPhone?: boolean;
  /** Issued directly at the service, as another system does it; by default with our own step. */
  elsewhere?: true;
}

/** What happens to a pass outside of the workflow. */
export interface ChangedBefore {
  template: SeedTemplate;
  externalId: string;
  /** Added to or removed from a wallet, voided, or other values or dates of {@link IssuedBefore}, with our own step. */
  change:
    | 'added'
    | 'removed'
    | 'voided'
    | { values: Record<string, string> }
    | { dates: Record<string, FromToday> };
}

interface FromToday {
  days?: number;
  years?: number;
  zone: string;
}

/** Parts of the server's state; an entry is compared by the given keys. */
export interface ServerState {
  /** All passes of these templates, by external ID; other templates have none. */
  passes?: Partial<Record<SeedTemplate, Record<string, object>>>;
  /** Recipients of emails since the beginning, one entry per email. */
  emails?: string[];
  /** Number of notifications shown on phones. */
  notifications?: number;
  /** Badge invites, by email. */
  invites?: Record<string, 'live' | 'used' | 'expired'>;
  /** Status of every badge pass, of all badges. */
  badgePasses?: string[];
}

const DAY = 24 * 60 * 60 * 1000;

/** Issues a pass, without a message. */
export async function issue(
  sandbox: Sandbox,
  { template, externalId, email, expiresInDays, daysAgo = 0, onPhone, ...more }: IssuedBefore,
): Promise<void> {
  const { templates, control } = sandbox;
  const now = control.now();
  const values = { ...more.values, ...datesFrom(now, more.dates) };
  const validUntil =
    expiresInDays === undefined
      ? {}
      : { validUntil: new Date(now + expiresInDays * DAY).toISOString() };
  const pass = { templateId: templates[template], externalId, email };
  control.advanceClock(-daysAgo * DAY);
  if (more.elsewhere) {
    await callService(sandbox, 'POST', {
      passes: [{ ...pass, templateFields: { ...values, ...validUntil } }],
      ...{ sendToEmail: false, sendToPhone: false },
    });
  } else {
    const delivery = { sendToEmail: 'doNotSend', sendToPhone: 'doNotSend' };
    await runStep(sandbox, create, { ...pass, ...delivery, fieldValues: values, ...validUntil });
  }
  control.advanceClock(daysAgo * DAY);
  if (onPhone) control.phoneAdded(idOf(sandbox, template, externalId), 'a');
}

/** Changes a pass outside of the workflow. */
export async function changePass(
  sandbox: Sandbox,
  { template, externalId, change }: ChangedBefore,
): Promise<void> {
  const { control, templates } = sandbox;
  const id = idOf(sandbox, template, externalId);
  if (change === 'added') {
    control.phoneAdded(id, 'a');
  } else if (change === 'removed') {
    control.phoneRemoved(id, 'a');
  } else if (change === 'voided') {
    await callService(sandbox, 'PATCH', { id, isValid: false });
  } else {
    const fieldValues = 'values' in change ? change.values : datesFrom(control.now(), change.dates);
    const pass = { templateId: templates[template], externalId };
    await runStep(sandbox, update, { ...pass, fieldValues });
  }
}

function idOf({ control, templates }: Sandbox, template: SeedTemplate, externalId: string): string {
  const pass = control.passes(templates[template]).find((one) => one.externalId === externalId);
  if (!pass) throw new Error(`No pass ${externalId}`);
  return pass.id;
}

async function callService(
  { baseUrl, keys }: Sandbox,
  method: 'POST' | 'PATCH',
  body: object,
): Promise<void> {
  const response = await fetch(`${baseUrl}/pass`, {
    method,
    headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${method} /pass: ${await response.text()}`);
}

/** Runs an operation of the connector for one item. */
async function runStep(sandbox: Sandbox, operation: Operation, raw: RawInput): Promise<void> {
  const { baseUrl, keys } = sandbox;
  const context = createContext({
    connection: { baseUrl, apiKey: keys['Full access'] },
    transport: sandboxTransport(sandbox),
    clock: fastClock,
    timezone: 'UTC',
    maxConcurrentRequests: 1,
  });
  await runPhases(operation, context, raw);
}

function datesFrom(
  now: number,
  dates: Record<string, FromToday> = {},
): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(dates).map(([field, { zone, ...from }]) => [
      field,
      DateTime.fromMillis(now, { zone }).plus(from).toISODate(),
    ]),
  );
}

/** Fails unless the state of the server is exactly this. */
export function expectServerState(
  { control, templates, badges }: Sandbox,
  expected: ServerState,
): void {
  for (const [key, id] of Object.entries(templates)) {
    const wanted = expected.passes?.[key as SeedTemplate] ?? {};
    const passes = Object.fromEntries(control.passes(id).map((pass) => [pass.externalId, pass]));
    expect(control.passes(id)).toHaveLength(Object.keys(wanted).length);
    expect(passes).toMatchObject(wanted);
  }
  const sent = control.outbox();
  const emails = sent.flatMap(({ kind, to }) => (kind === 'email' ? [to] : []));
  expect(emails.sort()).toEqual([...(expected.emails ?? [])].sort());
  expect(sent.filter(({ kind }) => kind === 'text')).toEqual([]);
  expect(sent.filter(({ kind }) => kind === 'walletNotification')).toHaveLength(
    expected.notifications ?? 0,
  );
  const invites = control.badgeInvites().map(({ email, state }) => [email, state]);
  expect(Object.fromEntries(invites)).toEqual(expected.invites ?? {});
  expect(invites).toHaveLength(Object.keys(expected.invites ?? {}).length);
  const known: string[] = Object.values(badges);
  const badgePasses = control
    .badgePasses()
    .filter(({ badgeTemplateId }) => known.includes(badgeTemplateId));
  expect(badgePasses.map(({ status }) => status)).toEqual(expected.badgePasses ?? []);
}

/** A phone opens the invite of an address and adds the badge. */
export function addBadge({ control }: Sandbox, email: string): void {
  const invite = control.badgeInvites().find((one) => one.email === email);
  if (!invite) throw new Error(`No invite for ${email}`);
  control.badgeAdded(invite.code);
}

/** Invites a person to a badge that the recipe does not name; with `isAdded`, a phone adds the badge. */
export async function inviteToOtherBadge(
  sandbox: Sandbox,
  email: string,
  isAdded: boolean,
): Promise<void> {
  const { badges, control } = sandbox;
  control.publishBadge(badges.unpublished);
  const { code } = await invited({ sandbox }, { email }, badges.unpublished);
  if (isAdded) control.badgeAdded(code);
}
