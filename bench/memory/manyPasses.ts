import { type ChildProcess, execFile, spawn } from 'node:child_process';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

import type { SeedPassesOptions } from '../../sandbox/index';
import type { CaseName, Measured, CaseOptions } from './cases';
import { EXACT_GC_FLAGS } from './peakMemory';

const root = path.resolve(__dirname, '../..');
const tsx = ['--import', 'tsx'];

/** A service in a separate process, with many passes on one template. */
interface ManyPasses {
  measure(name: CaseName): Promise<Measured>;
  close(): Promise<void>;
}

/** Starts the service and creates `count` passes. */
export async function startManyPasses(count: number): Promise<ManyPasses> {
  const service = spawn(
    process.execPath,
    [...tsx, path.join(root, 'sandbox/cli.ts'), '--seed', 'templates'],
    { cwd: root, stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const baseUrl = await baseUrlOf(service);
  const { keys, templates } = (await (await fetch(`${baseUrl}/_sandbox/info`)).json()) as {
    keys: Record<string, string>;
    templates: Record<string, string>;
  };
  const order: Omit<CaseOptions, 'name'> = {
    baseUrl,
    apiKey: keys['Full access'] ?? '',
    templateId: templates.giftCard ?? '',
    emptyTemplateId: templates.offer ?? '',
  };
  // In batches, because responses contain all IDs.
  for (let seeded = 0; seeded < count; seeded += 10_000) {
    await seed(order, Math.min(10_000, count - seeded), seeded);
  }
  return {
    async measure(name) {
      const { stdout } = await promisify(execFile)(
        process.execPath,
        [
          ...EXACT_GC_FLAGS,
          // V8 collects garbage after this many megabytes, so this is the precision of the result.
          `--max-semi-space-size=${name.startsWith('getMany') ? 8 : 1}`,
          ...tsx,
          path.join(__dirname, 'runCase.ts'),
          JSON.stringify({ ...order, name } satisfies CaseOptions),
        ],
        { cwd: root },
      );
      return JSON.parse(stdout) as Measured;
    },
    async close() {
      const ended = new Promise((resolve) => service.once('exit', resolve));
      service.kill();
      await ended;
    },
  };
}

async function baseUrlOf(service: ChildProcess): Promise<string> {
  if (!service.stdout) throw new Error('The service has no output');
  const lines = createInterface(service.stdout);
  for await (const line of lines) {
    const url = /^Base URL\s+(\S+)/.exec(line)?.[1];
    if (url !== undefined) return url;
  }
  throw new Error('The service did not start');
}

async function seed(
  { baseUrl, templateId }: Omit<CaseOptions, 'name'>,
  count: number,
  offset: number,
): Promise<void> {
  const options: SeedPassesOptions = {
    from: Date.UTC(2026, 0, 1) + offset * 1000,
    externalIdPrefix: `card-${offset}-`,
    emailPrefix: `holder.${offset}.`,
    installedShare: 0.5,
    values: {
      phone: '+4915112345678',
      templateFields: { pin: '0042', balance: 12.5, cardNumber: '6035 1234 5678 9012 345' },
      customFields: { giftMessage: 'All the best for your birthday, "from all of us"\n€ 🎁' },
    },
  };
  const response = await fetch(`${baseUrl}/_sandbox/seedPasses`, {
    method: 'POST',
    body: JSON.stringify([templateId, count, options]),
  });
  if (!response.ok) throw new Error(await response.text());
}
