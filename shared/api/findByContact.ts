import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { channelOf, emailForms, normalizedContact, visiblePhone } from '../service/contacts';
import { searchPasses } from './passLists';

/**
 * How a contact may be stored: emails in lowercase, a phone number without formatting or as entered. None for what is no
 * contact.
 */
export function searchedForms(contact: string): string[] {
  const channel = channelOf(contact);
  const normalized = normalizedContact(channel, contact);
  if (normalized === undefined) return [];
  return channel === 'email'
    ? emailForms(contact)
    : [...new Set([normalized, visiblePhone(contact)])];
}

/**
 * Passes of a template by the holder's email or phone, newest first. The service compares exactly.
 * @param forms which forms of the contact are searched: in doubt who is meant, `all`
 */
export async function findByContact(
  client: ServiceClient,
  templateId: string,
  contact: string,
  forms: 'untilFound' | 'all' = 'untilFound',
): Promise<PassRow[]> {
  const found = new Map<string, PassRow>();
  for (const searchQuery of searchedForms(contact)) {
    const rows = await searchPasses(client, { templateId, searchQuery });
    for (const row of rows) found.set(row.id, row);
    if (forms === 'untilFound' && found.size > 0) break;
  }
  return newestFirst([...found.values()]);
}

export function newestFirst(rows: readonly PassRow[]): PassRow[] {
  return rows.toSorted((a, b) => b.created - a.created);
}
