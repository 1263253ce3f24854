import type { ServiceClient } from '../http/client';
import type { PassRow } from '../service/schemas';
import { searchPasses } from './passes';

/**
 * Passes of a template by the holder's email or phone. The service compares exactly and stores emails
 * in lowercase. A phone number is searched as typed, then without spaces and punctuation.
 */
export async function findByContact(
  client: ServiceClient,
  templateId: string,
  contact: string,
): Promise<PassRow[]> {
  const typed = contact.trim();
  if (typed.includes('@'))
    return await searchPasses(client, { templateId, searchQuery: typed.toLowerCase() });
  const rows = await searchPasses(client, { templateId, searchQuery: typed });
  const dense = typed.replace(/[\s()./-]/g, '');
  if (rows.length > 0 || dense === typed || dense === '') return rows;
  return await searchPasses(client, { templateId, searchQuery: dense });
}
