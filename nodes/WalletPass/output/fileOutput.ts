import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import type { FileSink, OperationResult } from '../../../shared/operations/operation';
import type { Output } from '../../../shared/fields/output';
import { toBinaryContent } from '../transport/binaryContent';

/** Whether this n8n stores files inside items. Known after the first file; a setting of the server. */
let storesInItems = false;

/** The result of an operation that returns a file, and the file as stored by n8n. */
interface FileResult {
  json: Output;
  file: IBinaryData;
}

/** The result of one item on n8n. */
export type NodeResult = OperationResult | FileResult;

/** The JSON of a result with a single output; `undefined` for a list. */
export function singleOutput(result: NodeResult): Output | undefined {
  if (Array.isArray(result)) return undefined;
  return isFileResult(result) ? result.json : result;
}

/** Whether the result has a stored file. */
export function isFileResult(result: NodeResult): result is FileResult {
  return !Array.isArray(result) && 'json' in result && 'file' in result;
}

/**
 * Runs an operation that returns a file, which is streamed into n8n's binary data storage.
 * @param asItems returns the rows of the file instead
 */
export async function runForFile(
  functions: IExecuteFunctions,
  asItems: boolean,
  run: (sink: FileSink) => Promise<OperationResult>,
): Promise<NodeResult> {
  return asItems ? await rowsOf(run) : await storedFile(functions, run);
}

async function rowsOf(run: (sink: FileSink) => Promise<OperationResult>): Promise<Output[]> {
  let allRows: Output[] = [];
  await run({
    as: 'rows',
    async write(rows) {
      // Called again if the request is retried: only the last call counts.
      allRows = [];
      for await (const batch of rows) for (const row of batch) allRows.push(row);
    },
  });
  return allRows;
}

async function storedFile(
  functions: IExecuteFunctions,
  run: (sink: FileSink) => Promise<OperationResult>,
): Promise<FileResult> {
  let file: IBinaryData | undefined;
  const json = await run({
    as: 'file',
    async write({ name, mimeType }, content) {
      const readable = await toBinaryContent(content, storesInItems);
      file = await functions.helpers
        .prepareBinaryData(readable, name, mimeType)
        .catch((thrown: unknown) => {
          if (isServiceError(thrown)) throw thrown;
          // Logged, because n8n replaces error messages that contain a network code with its own text.
          functions.logger.warn(`The exported file could not be stored: ${String(thrown)}`);
          throw notStored();
        });
      storesInItems = file.id === undefined;
    },
  });
  if (!file || Array.isArray(json)) throw notStored();
  return { json, file };
}

function notStored(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'n8n could not store the file',
    hint: 'Ask the administrator of the n8n server to check the binary data storage. It may be full or read-only; the server log has the reason.',
  });
}
