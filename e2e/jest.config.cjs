const { transform } = require('../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // Every suite starts its own servers; two suites in parallel would only slow each other down.
  maxWorkers: 1,
  // Servers are slow on a busy machine; a test that hangs is still stopped.
  testTimeout: 180_000,
  roots: ['<rootDir>'],
  testMatch: ['**/*.e2e.ts'],
  globalSetup: '<rootDir>/support/globalSetup.mjs',
  globalTeardown: '<rootDir>/support/globalTeardown.mjs',
  transform,
};
