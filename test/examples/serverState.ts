import { DateTime } from 'luxon';

import type { Sandbox } from '../../sandbox';
import type { SeedTemplate } from '../../sandbox/seed/templates';
import { invited } from '../support/badges';

/** A pass issued directly at the service. */
export interface IssuedElsewhere {
  template: SeedTemplate;
  externalId: string;
  email?: string;
  templateFields?: Record<string, string>;
  /** Days from now until it expires; by default never. */
  expiresInDays?: number;
  /** Dates in fields, from today in a time zone. In `templateFields`, because lists contain only these. */
  dates?: Record<string, FromToday>;
  /** How long ago it was issued; by default now. */
  daysAgo?: number;
  /** Whether a phone adds it to its wallet immediately. */
  onPhone?: boolean;
}

/** What happens to a pass outside of the workflow: on a phone, or directly at the service. */
export interface ChangedElsewhere {
  template: SeedTemplate;
  externalId: string;
  /** Added to or removed from a wallet, voided, or other values of {@link IssuedElsewhere.dates}. */
  change: 'added' | 'removed' | 'voided' | Record<string, FromToday>;
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

/** Issues a pass directly at the service, without a message. */
export async function issue(
  { baseUrl, keys, templates, control }: Sandbox,
  { template, expiresInDays, dates = {}, daysAgo = 0, onPhone, ...pass }: IssuedElsewhere,
): Promise<void> {
  const now = control.now();
  const templateFields: Record<string, unknown> = datesFrom(now, dates);
  if (expiresInDays !== undefined) {
    templateFields.validUntil = new Date(now + expiresInDays * DAY).toISOString();
  }
  control.advanceClock(-daysAgo * DAY);
  const response = await fetch(`${baseUrl}/pass`, {
    method: 'POST',
    headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify({
      passes: [
        {
          ...pass,
          templateId: templates[template],
          templateFields: { ...pass.templateFields, ...templateFields },
        },
      ],
      sendToEmail: false,
      sendToPhone: false,
    }),
  });
  control.advanceClock(daysAgo * DAY);
  const { id } = (await response.json()) as { id: string };
  if (onPhone) control.phoneAdded(id, 'a');
}

/** Changes a pass outside of the workflow. */
export async function changePass(
  { baseUrl, keys, templates, control }: Sandbox,
  { template, externalId, change }: ChangedElsewhere,
): Promise<void> {
  const templateId = templates[template];
  const pass = control.passes(templateId).find((one) => one.externalId === externalId);
  if (!pass) throw new Error(`No pass ${externalId}`);
  if (change === 'added') control.phoneAdded(pass.id, 'a');
  if (change === 'removed') control.phoneRemoved(pass.id, 'a');
  if (change === 'added' || change === 'removed') return;
  const values =
    change === 'voided' ? { isValid: false } : { templateFields: datesFrom(control.now(), change) };
  await fetch(`${baseUrl}/pass`, {
    method: 'PATCH',
    headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify({ id: pass.id, ...values }),
  });
}

function datesFrom(now: number, dates: Record<string, FromToday>): Record<string, string | null> {
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
  const own: string[] = Object.values(badges);
  const badgePasses = control
    .badgePasses()
    .filter(({ badgeTemplateId }) => own.includes(badgeTemplateId));
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
