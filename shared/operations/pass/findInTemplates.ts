import { findByContact, newestFirst, searchedForms } from '../../api/findByContact';
import { type ServiceError, isServiceError } from '../../errors/serviceError';
import { readEach } from '../../runtime/concurrency';
import { channelOf } from '../../service/contacts';
import type { PassRow, Template } from '../../service/schemas';
import { quoted } from '../../service/text';
import type { Context } from '../context';

/**
 * {@link findByContact} in one template or, if none is given, in all templates of the account. If passes were issued at
 * the same moment, the newer template comes first.
 * @throws {ServiceError} that names the template if any template cannot be searched: a partial result would look
 *   complete
 */
export async function findInTemplates(
  context: Context,
  templateId: string | undefined,
  contact: string,
): Promise<PassRow[]> {
  const rows = await (templateId === undefined
    ? findInAll(context, contact)
    : findByContact(context.client, templateId, contact));
  const forms = searchedForms(contact);
  if (rows.length === 0) {
    if (templateId !== undefined) await context.templates.assertExists(templateId);
    if (channelOf(contact) === 'phone') context.notes.push({ code: 'phoneNotFound', forms });
  }
  return rows;
}

async function findInAll({ client, templates }: Context, contact: string): Promise<PassRow[]> {
  const all = await templates.all().catch(needsTemplateList);
  const found = await readEach(all, (template) =>
    findByContact(client, template.id, contact).catch((thrown: unknown) => {
      throw isServiceError(thrown) ? notSearched(template, thrown) : thrown;
    }),
  );
  return newestFirst(found);
}

function needsTemplateList(thrown: unknown): never {
  if (!isServiceError(thrown, 'missingScope')) throw thrown;
  throw thrown.with({
    fix: `Choose a 'Template', or use a key that has the scope ${thrown.scope} as well: without a template, all of them are listed and searched.`,
  });
}

/** The error for a template that nobody entered, and that was listed a moment ago. */
function notSearched({ name }: Template, failure: ServiceError): ServiceError {
  const isGone = failure.kind === 'notFound';
  return failure.with({
    kind: isGone ? 'unavailable' : failure.kind,
    field: undefined,
    message: `Template ${quoted(name)} could not be searched, so no passes are returned: ${failure.message}`,
    fix: isGone
      ? "Run this again: the template may have just been deleted. To search one template only, choose it in 'Template'."
      : failure.fix,
  });
}
