import type { NodeJson, WorkflowJson } from './types';

/** A resource locator by ID, which may be an expression. */
export const book = (value: string) => ({ __rl: true, mode: 'id', value });

/** Manual trigger → Library → Edit Fields, as the editor exports it, with a node's settings changed. */
export function workflowWith(settings: Partial<NodeJson> = {}): WorkflowJson {
  return {
    name: 'Look up books',
    nodes: [
      {
        id: 'a',
        name: 'Read me',
        type: 'n8n-nodes-base.stickyNote',
        typeVersion: 1,
        position: [0, 0],
        parameters: { content: 'Looks up every book' },
      },
      {
        id: 'b',
        name: 'Start',
        type: 'n8n-nodes-base.manualTrigger',
        typeVersion: 1,
        position: [0, 200],
        parameters: {},
      },
      {
        id: 'c',
        name: 'Library',
        type: 'n8n-nodes-library.library',
        typeVersion: 1,
        position: [200, 200],
        parameters: { book: book('={{ $json.wanted }}') },
        credentials: { libraryApi: { id: 'exported-elsewhere', name: 'My library' } },
        ...settings,
      },
      {
        id: 'd',
        name: 'Edit',
        type: 'n8n-nodes-base.set',
        typeVersion: 3.4,
        position: [400, 200],
        parameters: {
          assignments: {
            assignments: [
              {
                id: '1',
                name: 'title.short',
                type: 'string',
                value: '={{ $json.id.toUpperCase() }}',
              },
              {
                id: '2',
                name: 'wanted',
                type: 'string',
                value: "={{ $('Start').item.json.wanted }}",
              },
            ],
          },
        },
      },
    ],
    connections: {
      Start: { main: [[{ node: 'Library', type: 'main', index: 0 }]] },
      Library: { main: [[{ node: 'Edit', type: 'main', index: 0 }]] },
    },
    settings: { executionOrder: 'v1' },
  };
}

/** Edit Fields in its JSON mode. */
export const RAW = { mode: 'raw', jsonOutput: '={{ { got: $json.book } }}' };

/** Start items that request these books. */
export const wanted = (...ids: string[]) => ids.map((id) => ({ json: { wanted: id } }));
