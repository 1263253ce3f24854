import { isServiceError } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { Context } from './context';

/**
 * For a preview: the name of the template, and what else `read` finds out. The request itself does not need
 * the scopes for reading, so without them there is nothing to tell.
 * @throws {import('../errors/serviceError').ServiceError} `notFound` if there is no such template
 */
export async function previewTemplate(
  { templates }: Context,
  templateId: string,
  read?: () => Promise<Output>,
): Promise<Output> {
  const readAll = async () => {
    const { name } = await templates.get(templateId);
    return { templateName: name, ...(await read?.()) };
  };
  return await readAll().catch((thrown: unknown) => {
    if (isServiceError(thrown, 'missingScope')) return {};
    throw thrown;
  });
}
