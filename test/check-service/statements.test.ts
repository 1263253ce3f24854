import { readFileSync } from 'node:fs';
import path from 'node:path';

import { OPTIONAL_ROW_FIELDS, ROW_FIELDS, STATEMENTS } from '../../check-service/statements';
import { OPERATIONS } from '../../shared/operations';
import { SCOPES } from '../../shared/service/scopes';
import { TRIGGERS } from '../../shared/triggers';
import { sectionOf } from '../../check-service/report';

const ROOT = path.resolve(__dirname, '../..');
const SERVICE = readFileSync(path.join(ROOT, 'docs/service.md'), 'utf8');

it('every statement has its own ID, and names a section of docs/service.md', async () => {
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

it('what a difference means names operations, triggers and inputs as they are labeled', () => {
  const labels = new Set<string>();
  JSON.stringify([OPERATIONS, TRIGGERS], (key, value: unknown) => {
    if (key === 'label' && typeof value === 'string') labels.add(value);
    return value;
  });
  const named = STATEMENTS.flatMap(({ means }) =>
    [...means.matchAll(/'([A-Z][^']*)'/g)].map(([, label = '']) => label),
  );
  expect(named.length).toBeGreaterThan(30);
  expect(named.filter((label) => !labels.has(label))).toEqual([]);
});

it('rows have the fields that docs/service.md lists', () => {
  const [, listed = ''] = /`passes\[\]` \| (`id`[^.]*)\./.exec(SERVICE) ?? [];
  const fields = [...listed.matchAll(/`(\w+)`/g)].map(([, field]) => field);
  expect(Object.keys({ ...ROW_FIELDS, ...OPTIONAL_ROW_FIELDS }).sort()).toEqual(fields.sort());
});

it('docs/service.md marks what is not documented with the statement that shows it', () => {
  const groups = new Set(STATEMENTS.map(({ id }) => id.replace(/\..*/, '')));
  const marks = [...SERVICE.matchAll(/`(\w+)\.(\w+|\*)`(?=[,)])/g)]
    .filter(([, group = '']) => groups.has(group))
    .map(([mark]) => mark.replaceAll('`', ''))
    .filter((mark) => !(SCOPES as readonly string[]).includes(mark));
  const isMarked = ({ id }: { id: string }) =>
    marks.includes(id) || marks.includes(id.replace(/\..*/, '.*'));
  expect(STATEMENTS.filter((one) => one.open && !isMarked(one))).toEqual([]);
  const ids = STATEMENTS.map(({ id }) => id as string);
  expect(marks.filter((mark) => !mark.endsWith('.*') && !ids.includes(mark))).toEqual([]);
});
