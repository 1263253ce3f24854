import type { EndpointKey } from '../api/endpoints';
import { type ServiceError, isServiceError } from '../errors/serviceError';
import type { ServiceClient } from '../http/client';

/** Endpoints that a run calls for many items with the same template. */
const ASKED_OFTEN: ReadonlySet<string | undefined> = new Set<EndpointKey>([
  'GET /passes',
  'GET /passes/search',
]);

/**
 * Wraps a client. Once the service has refused to list or search the passes of a template, because the key lacks the
 * scope or the template does not exist, later calls fail with the same error and send nothing. Create one per run.
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
