import { spawn } from 'node:child_process';

import { eventually, freePort, runProgram } from './tools';

export interface Redis {
  port: number;
  stop(): Promise<void>;
}

/** A separate Redis on a free port; it stores nothing on disk. */
export async function startRedis(): Promise<Redis> {
  const port = await freePort();
  const settings = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
  ];
  const child = spawn('redis-server', settings, { stdio: 'ignore' });
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  await eventually('Redis responds', () =>
    runProgram('redis-cli', ['-p', String(port), 'ping']).startsWith('PONG') ? true : undefined,
  );
  return {
    port,
    stop: async () => {
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.kill();
      await ended;
    },
  };
}
