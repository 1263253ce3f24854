import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';
import { readEach } from '../runtime/concurrency';
import type { PassRow, Template } from '../service/schemas';
import { channelOf, normalizedContact, visiblePhone } from '../service/contacts';
import { quoted } from '../service/text';
import { searchPasses } from './passes';
import type { TemplateReader } from './templateReader';

/**
 * How a contact may be stored: emails in lowercase, a phone number without formatting or as entered. None for what is no
 * contact.
 */
export function searchedForms(contact: string): string[] {
  const channel = channelOf(contact);
  const normalized = normalizedContact(channel, contact);
  if (normalized === undefined) return [];
  return channel === 'email' ? [normalized] : [...new Set([normalized, visiblePhone(contact)])];
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

/**
 * {@link findByContact} in one template or, without one, in all templates of the account. Of passes issued at the
 * same moment, those of the newer template come first.
 * @throws {ServiceError} that names the template if any of them cannot be searched: fewer passes would look like
 *   all that there are
 */
export async function findInTemplates(
  { client, templates }: { client: ServiceClient; templates: TemplateReader },
  templateId: string | undefined,
  contact: string,
): Promise<PassRow[]> {
  if (templateId !== undefined) {
    const rows = await findByContact(client, templateId, contact);
    if (rows.length === 0) await templates.assertExists(templateId);
    return rows;
  }
  const all = await templates.all().catch(needsTemplateList);
  const found = await readEach(all, (template) =>
    findByContact(client, template.id, contact).catch((thrown: unknown) => {
      throw isServiceError(thrown) ? notSearched(template, thrown) : thrown;
    }),
  );
  return newestFirst(found);
}

function newestFirst(rows: readonly PassRow[]): PassRow[] {
  return rows.toSorted((a, b) => b.created - a.created);
}

function needsTemplateList(thrown: unknown): never {
  if (!isServiceError(thrown, 'missingScope')) throw thrown;
  throw thrown.with({
    hint: `Choose a 'Template', or use a key that has the scope ${thrown.scope} as well: without a template, all of them are listed and searched.`,
  });
}

/** Of a template that nobody entered, and that was listed a moment ago. */
function notSearched({ name }: Template, failure: ServiceError): ServiceError {
  const isGone = failure.kind === 'notFound';
  return failure.with({
    kind: isGone ? 'unavailable' : failure.kind,
    field: undefined,
    message: `Template ${quoted(name)} could not be searched, so no passes are returned: ${failure.message}`,
    hint: isGone
      ? "Run this again: the template may have just been deleted. To search one template only, choose it in 'Template'."
      : failure.hint,
  });
}
