/** A process that runs a step of a Zap, one attempt at a time: receives an attempt, and sends its result. */
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
  process.on('message', ({ step, ...bundle }: AttemptRequest) => {
    zapier.perform('create', step, bundle).then(
      (value) => send({ ok: true, value }),
      (thrown: unknown) => {
        if (!(thrown instanceof ZapierRunError)) throw thrown;
        send({ ok: false, error: { name: thrown.name, message: thrown.fullMessage } });
      },
    );
  });
  process.on('disconnect', () => process.exit());
  process.send?.('ready');
}

function send(result: AttemptResult): void {
  process.send?.(result);
}

void main();
