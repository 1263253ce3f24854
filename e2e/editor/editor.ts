/** The real n8n editor with the connector installed, connected to the sandbox, with the examples in it. */
import { createServer } from 'node:net';
import path from 'node:path';
import { parseArgs } from 'node:util';

import { EXAMPLES } from '../../examples/catalog';
import { connectionLines } from '../../sandbox/connectionLines';
import { type Sandbox, startSandbox } from '../../sandbox/index';
import { N8nOwner, OWNER, type SavedWorkflow } from '../n8n/owner';
import { N8nServer } from '../n8n/server';
import { copyOfPreparedFolder } from '../n8n/useN8nServer';
import { ROOT } from '../support/tools';

/** Name of the credential in the examples. */
const CREDENTIAL = 'Wallet Pass account';

const HELP = `Open the real n8n editor with the connector, the sandbox and the examples in place.
Every start begins with an empty n8n and a new sandbox.

  --port N          port of the editor (default: 5678)
  --sandbox-port N  port of the sandbox (default: 4400)
  --help            show this help

Needs Linux (x64). The first start installs n8n itself: about 2.5 GB on disk,
4 to 10 minutes. Later starts take about a minute. Ctrl-C stops everything.`;

interface EditorOptions {
  port: number;
  sandboxPort: number;
}

interface Editor {
  /** Rejects if the n8n process exits unexpectedly. */
  crashed: Promise<never>;
  /** Stops server and sandbox. */
  close(): Promise<void>;
}

/**
 * @param args of the command line
 * @returns `undefined` for `--help`, after printing the help
 * @throws Error naming the invalid argument
 */
export function optionsFrom(args: string[]): EditorOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      port: { type: 'string', default: '5678' },
      'sandbox-port': { type: 'string', default: '4400' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return undefined;
  }
  return {
    port: portFrom('--port', values.port),
    sandboxPort: portFrom('--sandbox-port', values['sandbox-port']),
  };
}

function portFrom(name: string, text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port <= 65_535) return port;
  throw new Error(`${name} must be a whole number from 1 to 65535, not "${text}"`);
}

/** @throws Error naming a port that is in use */
export async function expectFreePorts({ port, sandboxPort }: EditorOptions): Promise<void> {
  await expectFree('--port', port, 'Another n8n may be running there.');
  await expectFree('--sandbox-port', sandboxPort, 'Another sandbox may be running there.');
}

/**
 * Starts everything and prints the URLs, the login and the keys.
 * @throws Error if n8n does not start
 */
export async function openEditor(
  options: EditorOptions,
  print: (line: string) => void,
): Promise<Editor> {
  print('Starting n8n, which takes about a minute.');
  const folder = await copyOfPreparedFolder();
  const sandbox = await startSandbox({ port: options.sandboxPort, seed: 'demo' });
  const server = await N8nServer.start({ folder, port: options.port });
  const owner = await N8nOwner.logIn(server);
  const credential = await owner.createCredential('walletPassApi', CREDENTIAL, {
    baseUrl: sandbox.baseUrl,
    apiKey: sandbox.keys['Full access'],
  });
  const workflows: SavedWorkflow[] = [];
  // The editor lists the newest first.
  for (const { name } of [...EXAMPLES].reverse()) {
    const file = path.join(ROOT, 'examples/n8n', `${name}.json`);
    workflows.unshift(await owner.importWorkflow(file, { credentials: [credential] }));
  }

  for (const line of summary(server, sandbox, workflows)) print(line);
  return {
    crashed: server.ended().then((code) => {
      throw new Error(`n8n exited unexpectedly with code ${code}. Its output:\n${server.log()}`);
    }),
    close: async () => {
      print('\nStopping n8n and the sandbox.');
      await server.halt();
      await sandbox.close();
    },
  };
}

async function expectFree(option: string, port: number, hint: string): Promise<void> {
  const probe = createServer();
  const free = await new Promise<boolean>((resolve) => {
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
  if (free) return;
  throw new Error(
    `Port ${port} is in use. ${hint} Choose a free port: npm run n8n -- ${option} ${port + 1}`,
  );
}

function summary(server: N8nServer, sandbox: Sandbox, workflows: SavedWorkflow[]): string[] {
  return [
    '',
    `n8n        ${server.url}/home/workflows`,
    `  Email    ${OWNER.email}`,
    `  Password ${OWNER.password}`,
    '',
    `Sandbox    ${sandbox.indexUrl}   (passes, emails, templates, badges)`,
    ...connectionLines(sandbox).map((line) => `  ${line}`),
    '',
    `Examples (their credential, "${CREDENTIAL}", has the Full access key)`,
    ...workflows.map(({ id, name }) => `  ${server.url}/workflow/${id}  ${name}`),
    '',
    'Press Ctrl-C to stop everything.',
  ];
}
