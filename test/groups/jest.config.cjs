const path = require('node:path');

const { buildArgv } = require('jest');

const base = require('../../jest.config.cjs');

/**
 * Without a path, `npm test` runs the groups of this folder; with one, each matching file alone. Other tests read what the
 * golden ones record, so recording runs only these.
 * @returns {Promise<import('jest').Config>}
 */
module.exports = async () => {
  const { _: paths } = await buildArgv(process.argv.slice(2));
  const isRecording = process.env.UPDATE_GOLDEN === '1';
  const isWhole = paths.length === 0 && process.env.LONG !== '1' && !isRecording;
  return {
    ...base,
    rootDir: path.join(__dirname, '../..'),
    ...(isWhole && { testMatch: ['**/*.group.ts'] }),
    ...(isRecording && { testMatch: ['**/test/golden/*.test.ts'] }),
  };
};
