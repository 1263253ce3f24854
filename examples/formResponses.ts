import { parse } from 'csv-parse/sync';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** One row of the form, by column. Spreadsheets return checkboxes as booleans, other values as text. */
export type FormResponse = Record<string, string | boolean>;

/** Column that identifies a member; used as the external ID of the card. */
export const MEMBER_NUMBER = 'Member number';

/** Reads `examples/<name>`; `TRUE` and `FALSE` are checkboxes, as in a spreadsheet. */
export async function readResponses(name: string): Promise<FormResponse[]> {
  const csv = await readFile(path.join(__dirname, name), 'utf8');
  return parse(csv, {
    columns: true,
    bom: true,
    cast: (text) => (text === 'TRUE' ? true : text === 'FALSE' ? false : text),
  });
}
