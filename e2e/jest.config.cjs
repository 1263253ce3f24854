const { transform } = require('../jest.config.cjs');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // Every suite starts servers of its own; two at once would only wait for each other.
  maxWorkers: 1,
  // A server on a busy machine takes its time; a test that hangs is still ended.
  testTimeout: 180_000,
  roots: ['<rootDir>'],
  testMatch: ['**/*.e2e.ts'],
  globalSetup: '<rootDir>/support/globalSetup.mjs',
  globalTeardown: '<rootDir>/support/globalTeardown.mjs',
  transform,
};
