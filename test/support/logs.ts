// n8n reads this while it loads; its logs must be recorded, too. Import this file first.
process.env.N8N_LOG_LEVEL = 'debug';

/** n8n's logger bypasses the console and writes to its streams; a jest worker has separate ones. */
const { _stdout, _stderr } = console as unknown as Record<string, NodeJS.WriteStream | undefined>;
const STREAMS = [...new Set([process.stdout, process.stderr, _stdout, _stderr])];
const CONSOLE = ['log', 'info', 'warn', 'error', 'debug'] as const;

/** Captures all output to the console and to the streams of this process. */
export class CapturedLogs {
  private readonly lines: string[] = [];
  private readonly spies: { mockRestore(): void }[] = [];

  listen(): void {
    const keep = (...parts: unknown[]) => {
      this.lines.push(parts.map(text).join(' '));
      return true;
    };
    for (const stream of STREAMS) {
      if (stream) this.spies.push(jest.spyOn(stream, 'write').mockImplementation(keep));
    }
    for (const method of CONSOLE) {
      this.spies.push(jest.spyOn(console, method).mockImplementation(keep));
    }
  }

  stop(): void {
    for (const spy of this.spies.splice(0)) spy.mockRestore();
  }

  /** The lines since the last call. */
  take(): string[] {
    return this.lines.splice(0);
  }
}

function text(part: unknown): string {
  if (part instanceof Error) return `${part.message}\n${part.stack ?? ''}`;
  return typeof part === 'string' ? part : String(JSON.stringify(part));
}
