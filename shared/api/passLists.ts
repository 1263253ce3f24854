/** Calls about the passes of a template. */

import type { ServiceClient } from '../http/client';
import { passPageSchema, passSearchSchema, type PassRow } from '../service/schemas';
import { endpoint } from './endpoints';
import type { FetchPage } from './scanPasses';

/** The pages of `GET /passes`, newest first, for a scan of a template's passes. */
export function passPages(client: ServiceClient, templateId: string): FetchPage {
  const call = { ...endpoint('GET /passes', templateId), schema: passPageSchema(templateId) };
  return (query) => client.call({ ...call, query: { templateId, ...query } });
}

/** `GET /passes/search`: passes of a template whose email or phone equals `searchQuery` exactly. */
export function searchPasses(
  client: ServiceClient,
  query: { templateId: string; searchQuery: string },
): Promise<PassRow[]> {
  return client.call({
    ...endpoint('GET /passes/search', query.templateId),
    query,
    schema: passSearchSchema(query.templateId),
  });
}

/** `GET /passes/export`: `read` gets the CSV as a stream. A retry starts from the beginning. */
export function exportPasses<T>(
  client: ServiceClient,
  query: { templateId: string; status?: string },
  read: (content: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  return client.call({
    ...endpoint('GET /passes/export', query.templateId),
    query,
    readStream: read,
  });
}
