import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { channelOf, emailForms, normalizedContact, visiblePhone } from '../service/contacts';
import { searchPasses } from './passLists';

/**
 * Forms in which a contact may be stored: an email in lowercase, a phone number without formatting or as entered. Empty
 * for a text that is not a contact.
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
 * @param forms forms of the contact to search; `all` if it is uncertain who is meant
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
