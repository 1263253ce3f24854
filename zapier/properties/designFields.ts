import { isServiceError } from '../../shared/errors/serviceError';
import type { OperationContext } from '../../shared/operations/operation';
import type { DesignField } from '../../shared/service/design';

/**
 * The fields of a template as its design names them.
 * @returns `undefined` where the key may not read templates, the ID is not known yet, or the design
 *   is unreadable
 * @throws {import('../../shared/errors/serviceError').ServiceError} where the service does not answer
 */
export async function designFields(
  { templates }: OperationContext,
  templateId: string,
): Promise<DesignField[] | undefined> {
  const design = await templates.design(templateId).catch((thrown: unknown) => {
    if (isServiceError(thrown, 'notFound')) return undefined;
    throw thrown;
  });
  return design?.readable ? design.fields : undefined;
}
