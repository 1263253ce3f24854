import path from 'node:path';

import { startZapierEngine, type ZapierEngine } from '../test/engines/zapierEngine';
import { type FormResponse, MEMBER_NUMBER } from './formResponses';
import type { Connection, RowOutcome } from './runOnN8n';

const APP = path.resolve(__dirname, '../zapier/dist/index.js');
/** Zaps run one row each; Zapier itself runs several at a time. */
const CONCURRENT_ZAPS = 5;

/** Result of all rows on Zapier. */
interface ZapierReport {
  /** Label of the connection. */
  connection: string;
  /** Rows run through `issue_pass`. */
  rows: RowOutcome[];
  /** Whether `find_pass` finds the card of the first row by its member number. */
  found: boolean;
  /** Members whose new card `new_pass` reports, newest first. */
  newPasses: string[];
}

interface Issued {
  id: string;
  link: string;
  outcome: string;
}

/**
 * Runs the rows through the built Zapier app: connection test, `issue_pass` for each, `find_pass`
 * and `new_pass` afterwards.
 */
export async function runOnZapier(
  responses: FormResponse[],
  templateId: string,
  connection: Connection,
  onRow: () => void = () => {},
): Promise<ZapierReport> {
  const zapier = await startZapierEngine({
    appPath: APP,
    authData: { ...connection },
    timezone: 'Europe/Berlin',
  });
  try {
    const label = await zapier.connectionLabel();
    const fieldKeys = await keysByLabel(zapier, templateId);
    const rows = await inChunks(responses, async (response, index) => {
      const row = await issueRow(zapier, response, index, templateId, fieldKeys);
      onRow();
      return row;
    });
    const first = responses[0]?.[MEMBER_NUMBER];
    const found = await zapier.perform<Issued[]>('search', 'find_pass', {
      inputData: { templateId, externalId: first },
    });
    const newest = await zapier.perform<{ externalId?: string }[]>('trigger', 'new_pass', {
      inputData: { templateId },
    });
    return {
      connection: label,
      rows,
      found: found.length === 1,
      newPasses: newest.flatMap(({ externalId }) => externalId ?? []),
    };
  } finally {
    await zapier.close();
  }
}

/** Input keys by label: a user maps columns by label, while the keys depend on the template. */
async function keysByLabel(zapier: ZapierEngine, templateId: string): Promise<Map<string, string>> {
  const fields = await zapier.inputFields('create', 'issue_pass', { inputData: { templateId } });
  return new Map(
    fields
      .filter(({ key }) => key.startsWith('field_'))
      .map(({ key, label }) => [String(label), key]),
  );
}

async function issueRow(
  zapier: ZapierEngine,
  response: FormResponse,
  index: number,
  templateId: string,
  fieldKeys: Map<string, string>,
): Promise<RowOutcome> {
  const values = Object.entries(response).flatMap(([column, value]) => {
    const key = fieldKeys.get(column);
    return key === undefined ? [] : [[key, value] as const];
  });
  const inputData = {
    templateId,
    externalId: response[MEMBER_NUMBER],
    email: response.Email,
    sendToEmail: 'send',
    phone: response.Phone,
    sendToPhone: 'doNotSend',
    validUntil: response['Valid until'],
    ...Object.fromEntries(values),
  };
  const row = { item: index, member: String(response.Member ?? '') };
  return await zapier.perform<Issued>('create', 'issue_pass', { inputData }).then(
    ({ id, link, outcome }) => ({ ...row, outcome, pass: { id, link } }),
    (thrown: unknown) => ({ ...row, outcome: 'failed', reason: (thrown as Error).message }),
  );
}

/** Results in the order of the rows, a few rows at a time. */
async function inChunks<T, R>(
  rows: T[],
  work: (row: T, index: number) => Promise<R>,
): Promise<R[]> {
  const results: R[] = [];
  for (let from = 0; from < rows.length; from += CONCURRENT_ZAPS) {
    const turn = rows.slice(from, from + CONCURRENT_ZAPS);
    results.push(...(await Promise.all(turn.map((row, i) => work(row, from + i)))));
  }
  return results;
}
