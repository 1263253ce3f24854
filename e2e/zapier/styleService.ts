import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { ZapierDefinition } from '../../test/engines/zapierEngine';
import { lintApp } from '../../test/zapier/linter';

export interface StyleService {
  /** Environment of a CLI that asks here. */
  env: Record<string, string>;
  /** Definitions that were sent in. */
  asked: ZapierDefinition[];
  close(): void;
}

/**
 * Stands in for the service of Zapier that `zapier-platform validate` sends a definition to: its
 * integration checks, as far as this project knows them, each finding as an error.
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

/** The answer in the shape that the CLI prints. */
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
