import type { Service } from './service';

interface Hired {
  userId: string;
  passId: string;
}

/** As the service returns it. */
interface Invite {
  code: string;
  url: string;
  email: string;
  expiresAt: number;
}

/** Invites a person to the published badge, who adds it to a phone. */
export async function hire(
  service: Pick<Service, 'sandbox'>,
  email = 'ada@example.com',
  details: object = {},
): Promise<Hired> {
  const { code } = await invited(service, { email, ...details });
  return service.sandbox.control.badgeAdded(code);
}

/** An invite to the published badge or another one, without a message. */
export async function invited(
  { sandbox }: Pick<Service, 'sandbox'>,
  person: object,
  badgeId = sandbox.badges.published,
): Promise<Invite> {
  const { baseUrl, keys } = sandbox;
  const response = await fetch(`${baseUrl}/badge/templates/${badgeId}/invites`, {
    method: 'POST',
    headers: { 'X-API-Key': keys['Full access'], 'Content-Type': 'application/json' },
    body: JSON.stringify({ sendToEmail: false, sendToPhone: false, ...person }),
  });
  if (!response.ok) throw new Error(`There is no invite: ${await response.text()}`);
  return (await response.json()) as Invite;
}
