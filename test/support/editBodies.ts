import type { Transport } from '../../shared/http/transport';

type Body = Record<string, unknown>;

/** Edits every response to such a request before the connector reads it. */
export function editBodies(method: string, part: string, edit: (body: Body) => void) {
  return (transport: Transport): Transport =>
    async (request) => {
      const result = await transport(request);
      if (request.method !== method || !request.url.includes(part) || !result.ok) return result;
      const body = JSON.parse(result.response.body) as Body;
      edit(body);
      return { ...result, response: { ...result.response, body: JSON.stringify(body) } };
    };
}

/** Edits every page of the list before the connector reads it. */
export function editLists(edit: (body: { passes: object[]; totalCount?: number }) => void) {
  return editBodies('GET', '/passes?', (body) => edit(body as { passes: object[] }));
}
