import type { Transport } from '../../shared/http/transport';

/** Edits every page of the list before the connector reads it. */
export function editLists(edit: (body: { passes: unknown[]; totalCount?: number }) => void) {
  return (transport: Transport): Transport =>
    async (request) => {
      const result = await transport(request);
      if (!request.url.includes('/passes?') || !result.ok) return result;
      const body = JSON.parse(result.response.body) as { passes: unknown[] };
      edit(body);
      return { ...result, response: { ...result.response, body: JSON.stringify(body) } };
    };
}
