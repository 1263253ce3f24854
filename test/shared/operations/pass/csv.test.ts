import { parse } from 'csv-parse/sync';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';

import type { FileSink } from '../../../../shared/operations/context';
import type { Output } from '../../../../shared/fields/output';
import { consumeCsv } from '../../../../shared/operations/pass/csv';
import { failureOf } from '../../../support/failures';

/** Reads a CSV file whose content arrives in chunks of these sizes; the last size repeats. */
async function taken(csv: string | Uint8Array, sizes: number[] = [1_000_000]) {
  const bytes = Buffer.from(csv);
  async function* parts() {
    for (let at = 0, i = 0; at < bytes.length; i += 1) {
      const size = sizes[Math.min(i, sizes.length - 1)] ?? 1;
      yield new Uint8Array(bytes.subarray(at, at + size));
      at += size;
    }
  }
  const rows: Output[] = [];
  const content: Uint8Array[] = [];
  let about: unknown;
  const asRows: FileSink = {
    as: 'rows',
    async write(batches) {
      for await (const batch of batches) rows.push(...batch);
    },
  };
  const asFile: FileSink = {
    as: 'file',
    async write(facts, all) {
      about = facts;
      for await (const part of all) content.push(part);
    },
  };
  const counts = [
    await consumeCsv(parts(), 'passes.csv', asRows),
    await consumeCsv(parts(), 'passes.csv', asFile),
    await consumeCsv(parts(), 'passes.csv', undefined),
  ];
  expect(new Set(counts)).toEqual(new Set([rows.length]));
  expect(about).toEqual({ name: 'passes.csv', mimeType: 'text/csv' });
  return { rows, file: Buffer.concat(content) };
}

async function* chunksOf(...texts: string[]) {
  for (const text of texts) yield new Uint8Array(Buffer.from(text));
}

const cell = fc.oneof(
  fc.constantFrom('', '0042', '=1+1', ' a ', 'a,b', '"', 'a\r\nb', '\n', '€ 🎁', 'Ünï'),
  fc.string({ unit: 'grapheme', maxLength: 5 }),
);

test('An export has the same rows and bytes, whatever chunks it arrives in', async () => {
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { maxLength: 6 }),
    );
  const sizes = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 4 });
  await fc.assert(
    fc.asyncProperty(table, sizes, fc.boolean(), async (values, parts, bom) => {
      const header = ['id', 'b', 'c', 'd'].slice(0, values[0]?.length ?? 2);
      const filled = values.map(([, ...rest]) => ['x', ...rest]);
      const csv = stringify([header, ...filled], { bom });
      const { rows, file } = await taken(csv, parts);
      expect(file.equals(Buffer.from(csv))).toBe(true);
      expect(rows).toEqual(
        filled.map((row) => Object.fromEntries(header.map((h, i) => [h, row[i]]))),
      );
    }),
  );
});

test.each([
  ['', 0],
  ['a,b\n', 0],
  ['a,b', 0],
  ['a,b\n1,2', 1],
  ['a,b\r\n1,2\r\n\r\n3,4\r\n', 2],
  ['\ufeffa,b\n1,2\n', 1],
  ['a,b\n1\n2,3,4\n', 2],
])('An export of %j has the rows that a parser finds in one go', async (csv, count) => {
  const { rows } = await taken(csv);
  expect(rows).toHaveLength(count);
  const options = { columns: true, bom: true, skip_empty_lines: true, relax_column_count: true };
  expect(rows).toEqual(parse(csv, options));
});

test('Two columns of an export with one name are both kept', async () => {
  const { rows } = await taken('email,a,email,email\nana@example.com,1,,x\n');
  expect(rows).toEqual([{ email: 'ana@example.com', a: '1', email_2: '', email_3: 'x' }]);
});

test('An export may end with an empty chunk, as a compressed one does', async () => {
  const read = (csv: string) => consumeCsv(chunksOf(csv, ''), 'passes.csv', undefined);
  expect(await read('a,b\n1\n')).toBe(1);
  expect((await failureOf(read('a,b\n1'))).message).toBe('The export was cut off');
});

const WHOLE = 'name,email,note\nAna,ana@example.com,"a\nb"\nBo,bo@example.com,x\n';
test('An export that ends within a row is never treated as complete', async () => {
  const upTo = (part: string) => WHOLE.slice(0, WHOLE.indexOf(part) + part.length);
  const cuts = [
    'A',
    'Ana',
    'Ana,',
    'Ana,ana@',
    ',"',
    ',"a',
    ',"a\n',
    ',"a\nb',
    'B',
    'Bo',
    'Bo,',
    'bo@',
  ].map(upTo);
  for (const cut of cuts) {
    const failure = await failureOf(taken(cut));
    expect(failure.message).toContain('The export was cut off');
  }
});

const KIB = 1024;
test('A row of an export that does not end is not read on', async () => {
  let chunks = 0;
  async function* endless() {
    yield Buffer.from('name,email\n"');
    for (; chunks < 10_000; chunks += 1) yield Buffer.alloc(KIB, 'x');
  }
  const failure = await failureOf(consumeCsv(endless(), 'passes.csv', undefined));
  expect(failure.message).toBe('A row of the export is longer than 1 MiB');
  expect(chunks).toBeLessThan(1100);
});

test.each([
  ['as rows', 64, "Set 'Output As' to File"],
  ['as a file', 256, "Export in parts, by 'Wallet Status'"],
])('An export that does not end is not read on: %s', async (how, mib, fix) => {
  async function* endless() {
    yield Buffer.from('name\n');
    yield Buffer.alloc(mib * KIB * KIB);
  }
  const write = async (_: unknown, content?: AsyncIterable<unknown>) => {
    for await (const _part of content ?? (_ as AsyncIterable<unknown>));
  };
  const sink = { as: how === 'as rows' ? 'rows' : 'file', write } as FileSink;
  const failure = await failureOf(consumeCsv(endless(), 'passes.csv', sink));
  expect(failure.message).toBe(`The export is longer than ${mib} MiB`);
  expect(failure.fix).toContain(fix);
});

test('An export of invalid CSV is reported without the content of its cells', async () => {
  const failure = await failureOf(taken('name,email\nAna "secret,ana@example.com\n'));
  expect(failure.message).toContain('is not valid CSV');
  expect(failure.message).not.toMatch(/Ana|secret/);
});
