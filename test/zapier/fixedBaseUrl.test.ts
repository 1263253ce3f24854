import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { type ZapierEngine, startZapierEngine } from '../engines/zapierEngine';
import { useZapier } from './harness';

const ROOT = path.resolve(__dirname, '../..');
const app = useZapier();

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'wallet-pass-zapier-'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  writeFileSync(path.join(folder, 'package.json'), '{"type":"module"}');
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** Builds the app with a constant Base URL. @returns its path */
function built(baseUrl: string): string {
  const program = `
    const { buildZapier } = await import(process.argv[1]);
    await buildZapier(process.argv[2]);`;
  const args = [path.join(ROOT, 'build.mjs'), path.join(folder, 'dist')];
  execFileSync(process.execPath, ['--input-type=module', '-e', program, ...args], {
    env: { ...process.env, WALLET_PASS_BASE_URL: baseUrl },
    stdio: 'pipe',
  });
  return path.join(folder, 'dist/index.js');
}

describe('An app that was built with WALLET_PASS_BASE_URL', () => {
  let fixed: ZapierEngine;
  beforeAll(async () => {
    fixed = await startZapierEngine({ appPath: built(app.sandbox.baseUrl) });
  });

  test('An app with a fixed base URL asks for the API key alone', async () => {
    const { authentication } = (await fixed.definition()) as unknown as {
      authentication: { fields: { key: string }[] };
    };
    expect(authentication.fields.map(({ key }) => key)).toEqual(['apiKey']);
    expect(await fixed.validate()).toEqual([]);
  });

  test.each<Record<string, string>>([{}, { baseUrl: 'https://elsewhere.example.com' }])(
    'An app with a fixed base URL uses that service, whatever the connection says: %j',
    async (more) => {
      const authData = { apiKey: app.sandbox.keys['Full access'], ...more };
      const name = await fixed.connectionLabel({ authData });
      expect(name).toBe('Harbor & Pine (owner@harbor-and-pine.example)');
    },
  );
});

test('The app can be built with a base URL that has a path', () => {
  expect(readFileSync(built('https://api.example.com/api'), 'utf8')).toContain(
    '"https://api.example.com/api"',
  );
});

test.each([
  'api.example.com',
  'http://api.example.com',
  'https://api.example.com/api?key=1',
  'https://user:secret@api.example.com',
])("The app can't be built with the base URL %s", (baseUrl) => {
  expect(() => built(baseUrl)).toThrow(/WALLET_PASS_BASE_URL must be like https/);
});
