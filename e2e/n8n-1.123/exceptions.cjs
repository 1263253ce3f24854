/**
 * Known differences on n8n 1.123 that no node can change: by file, the tests that show them (the end of
 * their full names) and the reason. Each of these tests must fail; one that passes must be removed here.
 * @type {Record<string, {why: string, tests: (string | RegExp)[]}[]>}
 */
module.exports = {
  'test/nodes/export.test.ts': [
    {
      why: 'its file storage keeps partial files if the stream breaks off',
      tests: [
        'in a folder that breaks off is fetched again, and only the complete one is kept',
        'that is stopped in the middle ends immediately and leaves nothing',
      ],
    },
  ],
  'test/nodes/outputSchemas.test.ts': [
    { why: 'it has no output previews', tests: [/is found by the server$/] },
  ],
};
