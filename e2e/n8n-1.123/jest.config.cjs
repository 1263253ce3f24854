const path = require('node:path');

const config = require('../../jest.config.cjs');

const modules = path.join(process.env.WALLET_PASS_E2E_N8N_1_123, 'node_modules');

/**
 * Runs the suites of `test/` that need n8n's engine on the engine of n8n 1.123.
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  rootDir: path.resolve(__dirname, '../..'),
  testMatch: [
    '<rootDir>/test/engines/**/*.test.ts',
    '<rootDir>/test/nodes/**/*.test.ts',
    '<rootDir>/test/credentials/**/*.test.ts',
  ],
  testEnvironment: path.join(__dirname, 'environment.cjs'),
  moduleNameMapper: { '^(n8n-core|n8n-workflow|@n8n/di)$': `${modules}/$1` },
};
