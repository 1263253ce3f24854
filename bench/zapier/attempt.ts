/** One attempt of a Zap's step in a process of its own: receives the attempt, sends its result, and exits. */
import { ZapierRunError, startZapierEngine } from '../../test/engines/zapierEngine';

/** The step to run, as Zapier's scheduler sends it. */
export interface AttemptRequest {
  step: string;
  authData: Record<string, string>;
  inputData: Record<string, unknown>;
}

/** How an attempt ended. */
export type AttemptResult =
  | { ok: true; value: unknown }
  /** The error as Zapier's core threw it. */
  | { ok: false; error: { name: string; message: string } };

async function main(): Promise<void> {
  const appPath = process.argv[2] ?? '';
  const zapier = await startZapierEngine({ appPath });
  process.once('message', ({ step, ...bundle }: AttemptRequest) => {
    zapier.perform('create', step, bundle).then(
      (value) => end({ ok: true, value }),
      (thrown: unknown) => {
        if (!(thrown instanceof ZapierRunError)) throw thrown;
        end({ ok: false, error: { name: thrown.name, message: thrown.fullMessage } });
      },
    );
  });
  process.once('disconnect', () => process.exit());
  process.send?.('ready');
}

function end(result: AttemptResult): void {
  process.send?.(result, () => process.exit());
}

void main();
