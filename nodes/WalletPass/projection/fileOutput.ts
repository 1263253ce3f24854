import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceFailure, isFailure } from '../../../shared/http/failures';
import type { FileUse, OperationResult, Output } from '../../../shared/operations/operation';
import { fileContent } from './streams';

/** How this n8n keeps files, as far as is known from the last one; it is the same for all of them. */
let storesInItems = false;

/** What an operation gave back, and the file that n8n keeps of it. */
export interface FileResult {
  json: Output;
  file: IBinaryData;
}

export type NodeResult = OperationResult | FileResult;

export function isFileResult(result: NodeResult): result is FileResult {
  return !Array.isArray(result) && 'json' in result && 'file' in result;
}

/**
 * Runs an operation that gives a file, which goes into n8n's store of files as it comes in.
 * @param asItems a list of the file's rows instead
 */
export async function runForFile(
  functions: IExecuteFunctions,
  asItems: boolean,
  run: (use: FileUse) => Promise<OperationResult>,
): Promise<NodeResult> {
  return asItems ? await rowsOf(run) : await storedFile(functions, run);
}

async function rowsOf(run: (use: FileUse) => Promise<OperationResult>): Promise<Output[]> {
  let all: Output[] = [];
  await run({
    as: 'rows',
    async keep(rows) {
      all = [];
      for await (const some of rows) for (const row of some) all.push(row);
    },
  });
  return all;
}

async function storedFile(
  functions: IExecuteFunctions,
  run: (use: FileUse) => Promise<OperationResult>,
): Promise<FileResult> {
  let file: IBinaryData | undefined;
  const json = await run({
    as: 'file',
    async keep({ name, mimeType }, content) {
      const readable = await fileContent(content, storesInItems);
      file = await functions.helpers
        .prepareBinaryData(readable, name, mimeType)
        .catch((thrown: unknown) => {
          if (isFailure(thrown)) throw thrown;
          // For the administrator; n8n would show a text of its own instead of any that holds a code.
          functions.logger.warn(`The file of an export was not kept: ${String(thrown)}`);
          throw notKept();
        });
      storesInItems = file.id === undefined;
    },
  });
  if (!file || Array.isArray(json)) throw notKept();
  return { json, file };
}

function notKept(): ServiceFailure {
  return new ServiceFailure({
    kind: 'unavailable',
    what: 'n8n could not keep the file',
    fix: 'Ask the administrator of the n8n server: the binary data storage may be full or closed. Its log says why.',
  });
}
