import type { Platform } from './useN8nServer';

interface Result {
  isError?: boolean;
  tools: { name: string }[];
  content: { text: string }[];
  structuredContent: unknown;
}

/** A client of an MCP server, over HTTP with a bearer token. */
export class McpClient {
  private session: Record<string, string> = {};

  private constructor(
    private readonly url: string,
    private readonly token: string,
  ) {}

  /**
   * Opens a session.
   * @throws Error with the status if the token is refused
   */
  static async open(url: string, token: string): Promise<McpClient> {
    const client = new McpClient(url, token);
    const { headers } = await client.request('initialize', {
      protocolVersion: '2025-03-26',
      capabilities: {},
      clientInfo: { name: 'Test', version: '1' },
    });
    const id = headers.get('mcp-session-id');
    if (id !== null) client.session = { 'mcp-session-id': id };
    return client;
  }

  /** n8n's own server, as an AI client that builds workflows uses it, after the owner has turned on MCP access. */
  static async ofInstance({ owner, server }: Platform): Promise<McpClient> {
    await owner.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
    const { apiKey } = await owner.call<{ apiKey: string }>('POST', '/mcp/api-key/rotate', {});
    return new McpClient(`${server.url}/mcp-server/http`, apiKey);
  }

  /** The names of all tools. */
  async tools(): Promise<string[]> {
    const { result } = await this.request('tools/list', {});
    return result.tools.map(({ name }) => name);
  }

  /**
   * Calls a tool.
   * @returns its result as text
   * @throws Error with the text that the client would read
   */
  async text(name: string, args: object): Promise<string> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    return result.content.map(({ text }) => text).join('\n');
  }

  /** Calls a tool that returns structured data; see `text`. */
  async call<T>(name: string, args: object): Promise<T> {
    const { result } = await this.request('tools/call', { name, arguments: args });
    return result.structuredContent as T;
  }

  private async request(method: string, params: object) {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.token}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        ...this.session,
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method}: ${response.status} ${text}`);
    // Events of a stream, of which the answer is the last, or plain JSON.
    const json = [...text.matchAll(/^data: (.*)$/gm)].at(-1)?.[1] ?? text;
    const { result } = JSON.parse(json) as { result?: Result };
    if (!result || result.isError) throw new Error(`${method}: ${text}`);
    return { result, headers: response.headers };
  }
}
