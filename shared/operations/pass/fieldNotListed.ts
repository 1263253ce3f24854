import { ServiceError } from '../../errors/serviceError';
import { quoted } from '../../service/text';

/**
 * The list of passes has no values of the fields that were added in the designer.
 * @param field key of the input that names such a field
 */
export function fieldNotListed(fieldId: string, field: string, hint: string): ServiceError {
  return new ServiceError({
    kind: 'notFound',
    field,
    message: `The service's list of passes doesn't contain the field ${quoted(fieldId)}`,
    hint,
  });
}
