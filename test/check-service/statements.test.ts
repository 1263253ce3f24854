import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OPTIONAL_ROW_FIELDS, ROW_FIELDS, STATEMENTS } from '../../check-service/statements';
import { sectionOf } from '../../check-service/report';

const ROOT = path.resolve(__dirname, '../..');
const SERVICE = readFileSync(path.join(ROOT, 'docs/service.md'), 'utf8');

test('Every statement has its own ID, and names a section of docs/service.md', async () => {
  expect(new Set(STATEMENTS.map(({ id }) => id)).size).toBe(STATEMENTS.length);
  const anchors = SERVICE.matchAll(/^#+ (.*)$/gm);
  const known = [...anchors].map(
    ([, title = '']) =>
      `docs/service.md#${title
        .toLowerCase()
        .replace(/[^\w\- ]/g, '')
        .replaceAll(' ', '-')}`,
  );
  expect(STATEMENTS.map(sectionOf).filter((section) => !known.includes(section))).toEqual([]);
});

test('Rows have the fields that docs/service.md lists', () => {
  const [, listed = ''] = /`passes\[\]` \| (`id`[^.]*)\./.exec(SERVICE) ?? [];
  const fields = [...listed.matchAll(/`(\w+)`/g)].map(([, field]) => field);
  expect(Object.keys({ ...ROW_FIELDS, ...OPTIONAL_ROW_FIELDS }).sort()).toEqual(fields.sort());
});
