const { availableParallelism } = require('node:os');

/** @type {import('jest').Config} */
module.exports = {
  testEnvironment: 'node',
  // Tests also wait, so that more run at the same time than there are cores.
  maxWorkers: availableParallelism() + 2,
  // Generous for slow machines and for long histories; still ends a test that hangs.
  testTimeout: process.env.LONG === '1' ? 900_000 : 90_000,
  // On a busy machine, a worker takes longer than the default 500 ms to free its memory.
  workerGracefulExitTimeout: 30_000,
  roots: ['<rootDir>/test'],
  testMatch: ['**/*.test.ts'],
  // For `npm run test:long`, see test/support/long.ts.
  testPathIgnorePatterns: process.env.LONG === '1' ? [] : ['\\.long\\.test\\.ts$'],
  // Jest looks up globals slowly, and `Math` is used for every pixel and hash.
  sandboxInjectedGlobals: ['Math'],
  setupFiles: ['<rootDir>/test/support/seed.ts'],
  globalSetup: '<rootDir>/test/globalSetup.mjs',
  // `ignoreDynamic` leaves `import()` unchanged, so that tests can load the built Zapier app, an ES module.
  transform: {
    '^.+\\.ts$': [
      '@swc/jest',
      {
        jsc: {
          parser: { syntax: 'typescript', decorators: true },
          target: 'es2022',
        },
        module: { type: 'commonjs', ignoreDynamic: true },
      },
    ],
  },
};
