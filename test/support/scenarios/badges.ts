import { messagesTo, phoneOf } from './passes';
import type { Fixture, Maker } from './scenario';

/** An invite to the published badge. */
export async function ownInvite(fixture: Fixture, n: number) {
  const { published } = fixture.sandbox.badges;
  const email = `${fixture.tag}-${n}@example.com`;
  const invite = await fixture.api<{ code: string; url: string }>(
    'POST',
    `/badge/templates/${published}/invites`,
    { email },
  );
  fixture.secrets.push(invite.url);
  return { ...invite, email, badgeTemplateId: published };
}

/** A person with a badge on the phone. */
export async function ownHolder(fixture: Fixture, n: number) {
  const invite = await ownInvite(fixture, n);
  return { ...invite, ...fixture.sandbox.control.badgeAdded(invite.code) };
}

/** A change of a badge pass; it takes effect later, so its audit trail is checked. */
export function lifecycle(action: 'suspend' | 'resume' | 'revoke' | 'refresh'): Maker {
  return async (fixture, n) => {
    const { passId, userId } = await ownHolder(fixture, n);
    if (action === 'resume') fixture.sandbox.control.setBadgePassStatus(passId, 'SUSPENDED');
    const wait = action !== 'refresh' && fixture.byExternalId;
    return {
      input: {
        passId,
        ...(action === 'revoke' && { confirm: true }),
        ...(wait && { userId, waitUntilDone: true }),
      },
      retry: 'idempotent',
      converges: true,
      seen: ({ badgePasses }) =>
        badgePasses
          .find(({ id }) => id === passId)
          ?.audit.filter((entry) => entry.action === action).length ?? 0,
    };
  };
}

/** An invite of a new person, who gets a message only if `delivery` requests it. */
export function invite(contact: 'email' | 'phone', delivery: Record<string, string>): Maker {
  return (fixture, n) => {
    const to = contact === 'email' ? `${fixture.tag}-${n}@example.com` : phoneOf(fixture, n);
    const sends = Object.values(delivery).includes('send');
    return {
      input: { badgeTemplateId: fixture.sandbox.badges.published, [contact]: to, ...delivery },
      retry: sends ? 'never' : 'idempotent',
      seen: ({ invites }) => invites.filter((invited) => invited[contact] === to).length,
      ...(sends && { reached: messagesTo(to) }),
    };
  };
}
