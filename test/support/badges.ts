import type { IDataObject } from 'n8n-workflow';

import type { N8n } from './n8n';
import { byId } from './n8n';

export interface Hired {
  userId: string;
  passId: string;
}

/** Invites a person to the published badge, who adds it to a phone. */
export async function hire(n8n: N8n, email = 'ada@example.com', more: object = {}): Promise<Hired> {
  const invite = await invited(n8n, { email, ...more });
  return n8n.sandbox.control.badgeAdded(invite.code as string);
}

/** An invite to the published badge, made through the node. */
export async function invited(n8n: N8n, person: object): Promise<IDataObject> {
  const { out, error } = await n8n.pass(
    'create',
    { badgeTemplateId: byId(n8n.sandbox.badges.published), ...person },
    { resource: 'badgeInvite' },
  );
  const [invite] = out;
  if (!invite) throw new Error(error?.message ?? 'There is no invite');
  return invite;
}
