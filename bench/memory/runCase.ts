/**
 * Runs one case in a separate process with only the connector and n8n's engine, and prints one line of
 * JSON. Started by `manyPasses.ts`.
 */
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import type { IBinaryData, INodeExecutionData } from 'n8n-workflow';

import type { CaseName, Measured, CaseOptions } from './cases';
import { peakMemoryOf } from './peakMemory';

const root = path.resolve(__dirname, '../..');

const CASES: Record<CaseName, (order: CaseOptions) => Promise<Measured>> = {
  getMany: (order) => onN8n(order, 'getAll', { returnAll: true }),
  getManyRaw: (order) => onN8n(order, 'getAll', { returnAll: true, simplify: false }),
  exportItems: (order) => onN8n(order, 'export', { outputAs: 'items' }),
  exportFile: (order) => onN8n(order, 'export', {}),
  exportInItem: (order) => onN8n(order, 'export', {}),
  issueMany: (order) => onN8n(order, 'create', { externalId: '={{ $json.number }}' }, NEW_PASSES),
};

/** More than the list has pages, so that all its external IDs are read. */
const NEW_PASSES = Array.from({ length: 600 }, (_, i) => ({ json: { number: `new-${i}` } }));

async function onN8n(
  order: CaseOptions,
  operation: string,
  parameters: object,
  startItems?: INodeExecutionData[],
): Promise<Measured> {
  const { startN8nEngine } = await import('../../test/engines/n8nEngine');
  const folder = await mkdtemp(path.join(tmpdir(), 'wallet-pass-memory-'));
  const engine = await startN8nEngine({ packageDir: root });
  if (order.name === 'exportFile') await engine.keepFilesIn(folder);
  const { templateId, baseUrl, apiKey } = order;
  const run = (more: object = {}) =>
    engine.run(
      {
        nodes: [
          { name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
          {
            name: 'Pass',
            type: 'walletPass',
            parameters: {
              resource: 'pass',
              operation,
              templateId: { __rl: true, mode: 'id', value: templateId },
              ...parameters,
              ...more,
            },
          },
        ],
        connections: { Start: { main: [[{ node: 'Pass', type: 'main', index: 0 }]] } },
      },
      { credentials: { walletPassApi: { baseUrl, apiKey } }, startItems },
    );
  // Code that is loaded and compiled once does not count.
  await run(
    operation === 'getAll' ? { returnAll: false, limit: 1 } : { templateId: emptyOf(order) },
  );

  const begun = performance.now();
  const { result, peak, held } = await peakMemoryOf(() => run());
  const ms = performance.now() - begun;
  if (result.error()) throw new Error(result.error()?.message);
  const items = result.items('Pass');
  const { rows, bytes } = await sizeOf(items, (file) => engine.binaryPath(file));
  await rm(folder, { recursive: true });
  return { rows, bytes, peak, held, ms: Math.round(ms), maxRss: process.resourceUsage().maxRSS };
}

/** Rows and bytes of the file if there is one, otherwise number of items and bytes of their JSON. */
async function sizeOf(
  items: INodeExecutionData[],
  pathOf: (file: IBinaryData) => string,
): Promise<{ rows: number; bytes: number }> {
  const file = items[0]?.binary?.data;
  if (!file) {
    const bytes = items.reduce((sum, { json }) => sum + Buffer.byteLength(JSON.stringify(json)), 0);
    return { rows: items.length, bytes };
  }
  let bytes = 0;
  const content = file.id ? createReadStream(pathOf(file)) : [Buffer.from(file.data, 'base64')];
  for await (const chunk of content as AsyncIterable<Buffer>) bytes += chunk.length;
  return { rows: Number(items[0]?.json.passCount), bytes };
}

function emptyOf({ emptyTemplateId }: CaseOptions) {
  return { __rl: true, mode: 'id', value: emptyTemplateId };
}

const order = JSON.parse(process.argv[2] ?? '') as CaseOptions;
CASES[order.name](order).then(
  (measured) => {
    process.stdout.write(`${JSON.stringify(measured)}\n`, () => process.exit(0));
  },
  (thrown: unknown) => {
    process.stderr.write(`${thrown instanceof Error ? (thrown.stack ?? '') : String(thrown)}\n`);
    process.exit(1);
  },
);
