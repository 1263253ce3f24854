import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ZapierDefinition } from '../../test/engines/zapierEngine';
import { lintApp } from '../../test/zapier/linter';

export interface StyleService {
  /** Environment variables for a CLI that uses this service. */
  env: Record<string, string>;
  /** Received definitions. */
  asked: ZapierDefinition[];
  close(): void;
}

/**
 * Replaces the Zapier service to which `zapier-platform validate` sends a definition: runs the integration
 * checks known to this project and reports each finding as an error.
 */
export async function startStyleService(): Promise<StyleService> {
  const asked: ZapierDefinition[] = [];
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      if (request.method !== 'POST' || request.url !== '/check') {
        response.writeHead(404).end(JSON.stringify({ errors: [`No ${request.url ?? ''}`] }));
        return;
      }
      const { app_definition: definition } = JSON.parse(body) as {
        app_definition: ZapierDefinition;
      };
      asked.push(definition);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(checked(definition)));
    });
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  return {
    env: { ZAPIER_ENDPOINT: `http://127.0.0.1:${port}` },
    asked,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** The response, in the format that the CLI expects. */
function checked(definition: ZapierDefinition): object {
  const results = lintApp(definition).map((finding) => {
    const [tag = '', ...message] = finding.split(': ');
    return { tag, message: message.join(': ') };
  });
  const none = { total_failures: 0, results: [] };
  return {
    passes: [],
    errors: {
      total_failures: results.length,
      display_label: 'Errors',
      results: [{ type: 'app', violations: [{ type: 'definition', results }] }],
    },
    warnings: { display_label: 'Publishing Tasks', ...none },
    suggestions: { display_label: 'Warnings', ...none },
  };
}
