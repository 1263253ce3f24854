/** Asks a live service whether it is the one that this connector was built for: `npm run check:service`. */
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';

import { normalizeBaseUrl } from '../shared/http/url';
import { Differs, NotTried } from './outcome';
import { exitCode, jsonReport, textReport } from './report';
import { checkService } from './run';
import { checkedKey, Service } from './service';

const HELP = `Asks a live service whether it is the one that this connector was built for. Reads only, with at most 60 requests.

  --write   also create a template with five passes that nobody gets, change and delete them; asks before
  --json    print the result as JSON, e.g. for an issue report
  --help    show this help

Base URL and API key are asked for, or taken from WALLET_PASS_URL and WALLET_PASS_API_KEY. The result has no personal
data, no key and no URL. Exit code: 0 if everything that the connector relies on holds, 1 if something differs, 2 if not
everything was asked, or removed.`;

const WRITE_QUESTION = `--write creates the template “Service check <date>” in this account, issues five passes without
a contact, so that nothing is sent, and changes only these. At the end it deletes the template, which voids the passes.
It also deletes what an earlier run has left. Don't run it twice at once. Continue? (yes/no) `;

function readOptions() {
  try {
    const { values } = parseArgs({
      options: {
        write: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    return values;
  } catch {
    // Node's message would repeat the argument, which may be a key.
    throw new Error('Unknown argument. URL and key are not arguments; --help shows what there is.');
  }
}

/** A line from the terminal, or from a pipe. @param hidden shows nothing of what is typed */
async function question(text: string, hidden = false): Promise<string> {
  process.stderr.write(text);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const isTerminal = process.stdin.isTTY;
  const lines = createInterface({
    input: process.stdin,
    output: hidden ? silent : process.stderr,
    terminal: isTerminal,
  });
  try {
    return await new Promise((resolve, reject) => {
      lines.once('line', resolve);
      lines.once('SIGINT', () => reject(new Error('Interrupted.')));
      lines.once('close', () => reject(new Error(`No answer to: ${text}`)));
    });
  } finally {
    lines.close();
    if (hidden) process.stderr.write('\n');
  }
}

async function connection() {
  const { WALLET_PASS_URL: url, WALLET_PASS_API_KEY: key } = process.env;
  if ((url === undefined || key === undefined) && !process.stdin.isTTY) {
    throw new Error('Set WALLET_PASS_URL and WALLET_PASS_API_KEY, or run it in a terminal.');
  }
  const baseUrl = normalizeBaseUrl(url ?? (await question('Base URL: ')));
  return { baseUrl, apiKey: checkedKey(key ?? (await question('API key (hidden): ', true))) };
}

/** Ctrl-C: the request in flight finishes, then what was created is removed. A second one ends immediately. */
function stopOnSignals(service: Service): void {
  let signals = 0;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      signals += 1;
      if (signals > 1) process.exit(130);
      process.stderr.write(
        '\nStopping. What was created is removed first; a second Ctrl-C leaves it.\n',
      );
      service.stop();
    });
  }
}

async function main(): Promise<void> {
  const { write, json, help } = readOptions();
  if (help) {
    console.log(HELP);
    return;
  }
  const service = new Service(await connection());
  if (write && (await question(WRITE_QUESTION)).trim().toLowerCase() !== 'yes') {
    throw new Error('Nothing was sent.');
  }
  stopOnSignals(service);
  const onProgress = (done: number, all: number) => {
    if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${all} statements`);
  };
  const report = await checkService(service, { write, onProgress });
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(json ? jsonReport(report) : textReport(report));
  process.exitCode = exitCode(report);
}

main().catch((thrown: unknown) => {
  const isFound = thrown instanceof NotTried || thrown instanceof Differs;
  const message = thrown instanceof Error ? thrown.message : 'unknown error';
  console.error(isFound ? `Nothing could be asked: ${message}` : message);
  process.exitCode = 2;
});
