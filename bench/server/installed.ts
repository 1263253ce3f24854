/** Imported by path, because they are plain JavaScript. */
import path from 'node:path';

const E2E = path.resolve(__dirname, '../../e2e');

/**
 * Installs n8n and the programs it needs, unless they are there, and packs the connector, all as
 * `npm run e2e` does.
 * @returns removes the folder of this run
 */
export async function prepareRun(): Promise<() => void> {
  const { installPrograms } = await load<{ installPrograms: () => void }>('tools/debian.mjs');
  const { installTools, PLATFORMS } = await load<{
    installTools: (tools: object) => Promise<string>;
    PLATFORMS: object;
  }>('tools/install.mjs');
  const setup = await load<{ default: () => Promise<void> }>('support/globalSetup.mjs');
  const teardown = await load<{ default: () => void }>('support/globalTeardown.mjs');
  installPrograms();
  await installTools(PLATFORMS);
  await setup.default();
  return () => teardown.default();
}

async function load<T>(file: string): Promise<T> {
  return (await import(path.join(E2E, file))) as T;
}
