import { undefinedOn } from '../errors/serviceError';
import type { Output } from '../fields/output';
import type { ServiceClient } from '../http/client';
import { isRead, type ServiceCall } from '../http/serviceCall';
import { NOT_ISSUED_YET, type PassRef, type IssueRequest } from '../service/requests';
import type { PassLinks } from '../service/schemas';
import { getPass } from '../api/passes';

/** Thrown in place of sending a request that would change or send something. */
export class PreviewStop extends Error {
  /** What a person should know of the request in addition to its values. */
  details: Output = {};

  constructor(
    readonly call: ServiceCall<unknown>,
    /** The pass that the request is about, as far as it is known. */
    readonly pass: PassLinks | undefined,
  ) {
    super(`Not sent: ${call.method} ${call.path}`);
  }
}

/** Adds to a preview what a person should know of the request at which it ends. */
export async function previewedWith<T>(
  sending: Promise<T>,
  details: () => Output | Promise<Output>,
): Promise<T> {
  return await sending.catch(async (thrown: unknown) => {
    if (thrown instanceof PreviewStop) thrown.details = await details();
    throw thrown;
  });
}

/** In place of the ID of a file that would be uploaded for the request that follows. */
const NOT_UPLOADED_YET = '(uploaded first)';

/**
 * A client that reads, and sends nothing else. Create one per run: later items find the passes that earlier ones
 * would issue.
 */
export function createPreviewClient(client: ServiceClient): ServiceClient {
  /** Passes that would be issued. */
  const issued = new Map<string, PassLinks>();
  const previewClient: ServiceClient = {
    ...client,
    async call(call) {
      if (isRead(call)) return findIssued(call) ?? (await client.call(call));
      if (call.endpoint === 'POST /files') return { id: NOT_UPLOADED_YET } as never;
      const pass = call.pass && (await readPass(call.pass));
      if (call.endpoint === 'POST /pass') rememberIssued(call.json as IssueRequest);
      throw new PreviewStop(call, pass);
    },
  };

  /** @throws {ServiceError} `notFound`, as the service would refuse the request */
  function readPass(ref: PassRef): Promise<PassLinks | undefined> {
    // The request itself does not need the scope for reading.
    return undefinedOn(getPass(previewClient, ref), 'missingScope');
  }

  function findIssued<T>({ endpoint, query }: ServiceCall<T>): T | undefined {
    const pass = endpoint === 'GET /pass' ? issued.get(identityKey(query ?? {})) : undefined;
    return pass as T | undefined;
  }

  function rememberIssued({ passes }: IssueRequest): void {
    for (const { templateId, externalId } of passes) {
      if (externalId === undefined) continue;
      issued.set(identityKey({ templateId, externalId }), { id: NOT_ISSUED_YET, externalId });
    }
  }

  return previewClient;
}

function identityKey({ templateId, externalId }: Record<string, unknown>): string {
  return JSON.stringify([templateId, externalId]);
}
