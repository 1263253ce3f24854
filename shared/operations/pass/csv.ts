import { parse } from 'csv-parse/stream';

import { CHECK_THE_SERVICE, ServiceError } from '../../errors/serviceError';
import type { FileSink } from '../context';
import type { Output } from '../../fields/output';

/** A chunk of a CSV file, and the rows completed by it. */
interface CsvPart {
  content: Uint8Array;
  rows: Output[];
}

const MIB = 1024 * 1024;
/** Longer than any row with all its fields. */
const MAX_ROW_BYTES = MIB;
/** More than a million passes; n8n can keep as much inside an item. */
const MAX_FILE_BYTES = 256 * MIB;
/** Rows take many times the memory of their text. */
const MAX_BYTES_AS_ROWS = 64 * MIB;

/**
 * Streams a CSV file to the sink, as bytes or as rows.
 * @param sink if absent, the rows are only counted
 * @returns the number of rows without the header
 * @throws {ServiceError} `unavailable` if it is not CSV, ends within a row, or is longer than any real export
 */
export async function consumeCsv(
  content: AsyncIterable<Uint8Array>,
  fileName: string,
  sink: FileSink | undefined,
): Promise<number> {
  let count = 0;
  const parts = readCsv(content, sink?.as === 'rows', () => (count += 1));
  if (sink?.as === 'rows') await sink.write(only('rows', parts));
  else if (sink) await sink.write({ name: fileName, mimeType: 'text/csv' }, only('content', parts));
  else while (!(await parts.next()).done);
  return count;
}

async function* only<K extends keyof CsvPart>(
  key: K,
  parts: AsyncIterable<CsvPart>,
): AsyncGenerator<CsvPart[K], void, undefined> {
  for await (const part of parts) yield part[key];
}

/**
 * Parses the file while passing its content on. Rows are objects with the header as keys; values stay
 * strings, so that leading zeros are kept. Ends only if the last row is complete.
 */
async function* readCsv(
  content: AsyncIterable<Uint8Array>,
  withRows: boolean,
  onRow: () => void,
): AsyncGenerator<CsvPart, void, undefined> {
  let rows: Output[] = [];
  const lastRow = { isUneven: false, isEnded: true };
  const maxBytes = withRows ? MAX_BYTES_AS_ROWS : MAX_FILE_BYTES;
  let bytes = 0;
  const parser = parse({
    columns: uniqueColumns,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    max_record_size: MAX_ROW_BYTES,
    // Collect rows here: passing each through the stream costs more than parsing it.
    on_record: (row: unknown, { error }: { error: unknown }) => {
      onRow();
      lastRow.isUneven = error !== undefined;
      if (withRows) rows.push(row as Output);
      return null;
    },
  });
  const writer = parser.writable.getWriter();
  for await (const chunk of content) {
    bytes += chunk.byteLength;
    if (bytes > maxBytes) throw tooLong(maxBytes, withRows);
    await writer.write(chunk).catch(unreadable);
    // The last chunk of a compressed body can be empty.
    if (chunk.byteLength > 0) lastRow.isEnded = chunk.at(-1) === LINE_FEED;
    yield { content: chunk, rows };
    rows = [];
  }
  await writer.close().catch(unreadable);
  // A row with fewer columns is normal; without a line feed, the export was cut off within it.
  if (lastRow.isUneven && !lastRow.isEnded) throw endsWithinRow();
  yield { content: new Uint8Array(), rows };
}

/**
 * A design field can have the name of a service column, e.g. `email`. The service's column comes first and keeps its
 * name; the design field becomes `email_2`.
 */
function uniqueColumns(header: string[]): string[] {
  const taken = new Set<string>();
  const copies = new Map<string, number>();
  return header.map((name) => {
    let column = name;
    let copy = copies.get(name) ?? 1;
    while (taken.has(column)) column = `${name}_${(copy += 1)}`;
    copies.set(name, copy);
    taken.add(column);
    return column;
  });
}

const LINE_FEED = 10;

/** The parser's own message is not used because it contains cell values. */
function unreadable(thrown: unknown): never {
  const { code } = thrown as { code?: string };
  if (code === 'CSV_QUOTE_NOT_CLOSED') throw endsWithinRow();
  if (code === 'CSV_MAX_RECORD_SIZE') throw rowTooLong();
  throw new ServiceError({
    kind: 'unavailable',
    message: 'The export is not valid CSV',
    fix: `Try the export in the dashboard. ${CHECK_THE_SERVICE}`,
  });
}

function rowTooLong(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: `A row of the export is longer than ${MAX_ROW_BYTES / MIB} MiB`,
    fix: `The partial data was discarded. ${CHECK_THE_SERVICE}`,
  });
}

function tooLong(maxBytes: number, withRows: boolean): ServiceError {
  // Only n8n outputs rows.
  const fix = withRows
    ? "Set 'Output As' to File"
    : "Export in parts, by 'Wallet Status', or use the export in the dashboard";
  return new ServiceError({
    kind: 'unavailable',
    message: `The export is longer than ${maxBytes / MIB} MiB`,
    fix: `The partial data was discarded. ${fix}.`,
  });
}

function endsWithinRow(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'The export was cut off',
    fix: 'The partial data was discarded. Try again in a few minutes.',
  });
}
