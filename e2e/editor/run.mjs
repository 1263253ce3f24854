/**
 * Opens the real n8n editor with the connector, the sandbox and the examples in place: `npm run n8n`.
 * Installs n8n the first time; Node 20 is enough.
 */
import { createRequire } from 'node:module';

import { register } from 'tsx/cjs/api';

import globalSetup from '../support/globalSetup.mjs';
import globalTeardown from '../support/globalTeardown.mjs';
import { installPrograms } from '../tools/debian.mjs';
import { installTools, PLATFORMS } from '../tools/install.mjs';

register();
const { expectFreePorts, openEditor, optionsFrom } = createRequire(import.meta.url)('./editor.ts');

/** Settled by Ctrl-C; whatever is running then is stopped below. */
const stopped = new Promise((resolve) => {
  process.on('SIGINT', resolve);
  process.on('SIGTERM', resolve);
});

let editor;
try {
  const options = optionsFrom(process.argv.slice(2));
  if (options) {
    await expectFreePorts(options);
    installPrograms(['openssl']);
    await installTools(PLATFORMS);
    console.log('Building the connector.');
    await globalSetup();
    const opening = openEditor(options, console.log);
    opening.catch(() => {});
    editor = await Promise.race([opening, stopped.then(() => undefined)]);
    if (editor) await Promise.race([stopped, editor.crashed]);
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
await editor?.close();
if (process.env.WALLET_PASS_E2E_RUN) globalTeardown();
process.exit();
