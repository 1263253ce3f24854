import { parse } from 'csv-parse/stream';

import { ServiceError } from '../../errors/serviceError';
import type { FileUse } from '../operation';
import type { Output } from '../../fields/output';

/** Content of a CSV file as it comes in, and the rows that it completes. */
interface CsvPart {
  content: Uint8Array;
  rows: Output[];
}

/**
 * Hands a CSV file on as it comes in, as the file or as its rows.
 * @returns the number of its rows, the header not counted
 * @throws {ServiceError} where it is no CSV, or ends within a row
 */
export async function takeCsv(
  content: AsyncIterable<Uint8Array>,
  fileName: string,
  use: FileUse | undefined,
): Promise<number> {
  let count = 0;
  const parts = readCsv(content, use?.as === 'rows', () => (count += 1));
  if (use?.as === 'rows') await use.keep(only('rows', parts));
  else if (use) await use.keep({ name: fileName, mimeType: 'text/csv' }, only('content', parts));
  else for await (const _part of parts);
  return count;
}

async function* only<K extends keyof CsvPart>(
  key: K,
  parts: AsyncIterable<CsvPart>,
): AsyncGenerator<CsvPart[K], void, undefined> {
  for await (const part of parts) yield part[key];
}

/**
 * One object a row, keyed by the header, where rows are wanted; every value stays text, leading
 * zeros and all. The end is given only after the last row was found whole.
 */
async function* readCsv(
  content: AsyncIterable<Uint8Array>,
  withRows: boolean,
  counted: () => void,
): AsyncGenerator<CsvPart, void, undefined> {
  let rows: Output[] = [];
  const last = { isUneven: false, isEnded: true };
  const parser = parse({
    columns: distinct,
    bom: true,
    skip_empty_lines: true,
    relax_column_count: true,
    // Taken out here: row by row through the stream costs more than reading them.
    on_record: (row: unknown, { error }: { error: unknown }) => {
      counted();
      last.isUneven = error !== undefined;
      if (withRows) rows.push(row as Output);
      return null;
    },
  });
  const writer = parser.writable.getWriter();
  for await (const chunk of content) {
    await writer.write(chunk).catch(unreadable);
    last.isEnded = chunk.at(-1) === LINE_FEED;
    yield { content: chunk, rows };
    rows = [];
  }
  await writer.close().catch(unreadable);
  if (last.isUneven && !last.isEnded) throw endsWithinRow();
  yield { content: new Uint8Array(), rows };
}

/**
 * A design may have a field named like a column of the export, e.g. `email`: the service's own column
 * comes first and keeps its name, the other one becomes `email_2`.
 */
function distinct(header: string[]): string[] {
  const taken = new Set<string>();
  return header.map((name) => {
    let column = name;
    for (let copy = 2; taken.has(column); copy += 1) column = `${name}_${copy}`;
    taken.add(column);
    return column;
  });
}

const LINE_FEED = 10;

/** The parser's own text shows what is in the cells. */
function unreadable(thrown: unknown): never {
  if ((thrown as { code?: string }).code === 'CSV_QUOTE_NOT_CLOSED') throw endsWithinRow();
  throw new ServiceError({
    kind: 'unavailable',
    message: 'The export of the service is not CSV that can be read',
    hint: "Check 'Base URL' of the credential, and try the export in the dashboard.",
  });
}

function endsWithinRow(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'The export of the service ends in the middle of a pass',
    hint: 'Nothing was made of the part that came. Try again in a few minutes.',
  });
}
