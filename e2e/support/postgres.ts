import { execFileSync, spawn } from 'node:child_process';
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import path from 'node:path';

import { eventually, freePort, runProgram } from './tools';

interface Postgres {
  port: number;
  /** Superuser without a password, as local connections are trusted. */
  user: string;
  database: string;
  stop(): Promise<void>;
}

/** Debian keeps the programs of each version in a separate folder outside the PATH. */
function programs(): string {
  const versions = '/usr/lib/postgresql';
  const newest = readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => path.join(versions, version, 'bin'))
    .find((folder) => existsSync(path.join(folder, 'initdb')));
  if (!newest) throw new Error(`There is no PostgreSQL under ${versions}`);
  return newest;
}

/** PostgreSQL refuses to run as root; Debian's package creates a user for it. */
function asWhom(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag: string) => Number(runProgram('id', [flag, 'postgres']));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * A separate, empty PostgreSQL on a free port; its data is removed when it stops. n8n warns about versions
 * below 16, but works with the 15 of Debian 12.
 */
export async function startPostgres(): Promise<Postgres> {
  const bin = programs();
  const who = asWhom();
  const folder = mkdtempSync(path.join('/tmp', 'wallet-pass-postgres-'));
  if (who) chownSync(folder, who.uid, who.gid);
  const data = path.join(folder, 'data');
  const user = 'n8n';
  const port = await freePort();
  const inside = { ...who, cwd: folder, stdio: 'ignore' } as const;
  execFileSync(path.join(bin, 'initdb'), ['-D', data, '-U', user, '-A', 'trust'], inside);
  const settings = ['-D', data, '-p', String(port), '-h', '127.0.0.1', '-k', folder, '-F'];
  const child = spawn(path.join(bin, 'postgres'), settings, inside);
  const kill = () => child.kill('SIGKILL');
  process.on('exit', kill);
  await eventually('PostgreSQL responds', () => {
    runProgram(path.join(bin, 'pg_isready'), ['-h', '127.0.0.1', '-p', String(port)]);
    return true;
  });
  return {
    port,
    user,
    database: 'postgres',
    stop: async () => {
      process.off('exit', kill);
      const ended = new Promise((resolve) => child.once('exit', resolve));
      // "Fast" shutdown: does not wait for open connections.
      child.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
