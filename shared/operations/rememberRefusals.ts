import type { EndpointKey } from '../api/endpoints';
import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';

/** What a run asks for many items, about one template. */
const ASKED_OFTEN: ReadonlySet<string | undefined> = new Set<EndpointKey>([
  'GET /passes',
  'GET /passes/search',
]);

/**
 * A client that does not ask again for the passes of a template once that was refused, because the key may not read
 * passes, or there is no such template: the next item gets the same error. Create one per run.
 */
export function rememberRefusals(client: ServiceClient): ServiceClient {
  let missingScope: ServiceError | undefined;
  const unknownTemplates = new Map<unknown, ServiceError>();
  return {
    ...client,
    async call(call) {
      if (!ASKED_OFTEN.has(call.endpoint)) return await client.call(call);
      const templateId = call.query?.templateId;
      const refusal = missingScope ?? unknownTemplates.get(templateId);
      if (refusal) throw refusal;
      return await client.call(call).catch((thrown: unknown) => {
        if (isServiceError(thrown, 'missingScope')) missingScope = thrown;
        if (isServiceError(thrown, 'notFound')) unknownTemplates.set(templateId, thrown);
        throw thrown;
      });
    },
  };
}
