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
        'in a folder An export that breaks off is fetched again, and only the complete file is kept',
        'An export that is stopped in the middle ends immediately and leaves no file',
      ],
    },
  ],
  'test/nodes/outputSchemas.test.ts': [
    {
      why: 'it has no output previews',
      tests: [/The server finds the output preview of \w+ \w+$/],
    },
  ],
};
