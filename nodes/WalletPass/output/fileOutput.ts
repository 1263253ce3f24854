import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { ServiceError, isServiceError } from '../../../shared/errors/serviceError';
import type { Output } from '../../../shared/fields/output';
import type { FileSink } from '../../../shared/operations/context';
import { toBinaryContent } from '../transport/n8nTransport';

/** Receives the file of one item, as rows or stored by n8n. */
export type FileOutput =
  | (FileSink & { as: 'rows'; rows: Output[] })
  | (FileSink & { as: 'file'; field: string; file?: IBinaryData });

/** Keeps the rows of a file, to output an item for each row. */
export function rowsOutput(): FileOutput {
  const output: FileOutput & { as: 'rows' } = {
    as: 'rows',
    rows: [],
    async write(rows: AsyncIterable<Output[]>) {
      output.rows = [];
      for await (const batch of rows) for (const row of batch) output.rows.push(row);
    },
  };
  return output;
}

/**
 * Streams a file into n8n's binary data storage.
 * @param field name of the binary field of the output item
 */
export function binaryOutput({ helpers, logger }: IExecuteFunctions, field: string): FileOutput {
  const output: FileOutput & { as: 'file' } = {
    as: 'file',
    field,
    async write({ name, mimeType }, content) {
      output.file = await helpers
        .prepareBinaryData(toBinaryContent(content), name, mimeType)
        .catch((thrown: unknown) => {
          if (isServiceError(thrown)) throw thrown;
          // Logged, because n8n replaces error messages that contain a network code with its own text.
          logger.warn(`The exported file could not be stored: ${String(thrown)}`);
          throw notStored();
        });
    },
  };
  return output;
}

export function notStored(): ServiceError {
  return new ServiceError({
    kind: 'unavailable',
    message: 'n8n could not store the file',
    fix: 'Ask the administrator of the n8n server to check the binary data storage. It may be full or read-only; the server log has the reason.',
  });
}
