/** Starts the sandbox on its own: `npm run sandbox -- --port 4400`. */
import { parseArgs } from 'node:util';

import { connectionLines } from './connectionLines';
import { startSandbox } from './index';

const HELP = `Starts the wallet pass sandbox locally. Its state is lost on exit.

  --port N          port to listen on (default: a free one)
  --seed KIND       demo (default): a few hundred passes; templates: no passes
  --help            show this help

Press Ctrl-C to stop.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string', default: '0' },
      seed: { type: 'string', default: 'demo' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) {
    console.log(HELP);
    return;
  }
  const port = Number(values.port);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new Error(`--port must be a whole number from 0 to 65535, not "${values.port}"`);
  }
  if (values.seed !== 'demo' && values.seed !== 'templates') {
    throw new Error(`--seed must be demo or templates, not "${values.seed}"`);
  }

  const sandbox = await startSandbox({ port, seed: values.seed });
  for (const line of connectionLines(sandbox)) console.log(line);
  console.log(`Page      ${sandbox.indexUrl}`);
  console.log('Press Ctrl-C to stop.');

  const stop = () => void sandbox.close().then(() => process.exit());
  process.once('SIGINT', stop);
  process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
