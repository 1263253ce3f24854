const { buildArgv } = require('jest');

/** @returns {Promise<import('jest').Config>} */
module.exports = async () => {
  const isLong = process.env.LONG === '1';
  // Without a path, the entries run all tests; with one, each matching file runs alone.
  const { _: paths } = await buildArgv(process.argv.slice(2));
  return {
    testEnvironment: 'node',
    // By default, jest leaves one core idle.
    maxWorkers: '100%',
    // Generous for slow machines; still ends a test that hangs.
    testTimeout: 90_000,
    roots: ['<rootDir>/test'],
    testMatch: [isLong || paths.length > 0 ? '**/*.test.ts' : '**/*.entry.ts'],
    // For `npm run test:long`, see test/support/long.ts.
    testPathIgnorePatterns: isLong ? [] : ['\\.long\\.test\\.ts$'],
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
};
