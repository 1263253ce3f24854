import type { Platform } from './useN8nServer';

/** n8n's own MCP server, as an AI client that builds workflows uses it. */
export class McpClient {
  private constructor(
    private readonly url: string,
    private readonly key: string,
  ) {}

  /** Turns on MCP access in the settings, as the owner does. */
  static async connect({ owner, server }: Platform): Promise<McpClient> {
    await owner.call('PATCH', '/mcp/settings', { mcpAccessEnabled: true });
    const { apiKey } = await owner.call<{ apiKey: string }>('POST', '/mcp/api-key/rotate', {});
    return new McpClient(`${server.url}/mcp-server/http`, apiKey);
  }

  /**
   * Calls a tool.
   * @returns its structured result
   * @throws Error with the text that the client would read
   */
  async call<T>(name: string, args: object): Promise<T> {
    const response = await fetch(this.url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${this.key}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    });
    const text = await response.text();
    // One event of a stream, or plain JSON.
    const [, json = text] = /^data: (.*)$/m.exec(text) ?? [];
    const { result } = JSON.parse(json) as { result?: { structuredContent: T; isError?: boolean } };
    if (!response.ok || !result || result.isError) throw new Error(`${name}: ${text}`);
    return result.structuredContent;
  }
}
