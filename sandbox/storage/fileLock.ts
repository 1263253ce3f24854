import { mkdir, readFile, realpath, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Locks of this process. Another lock file with its process ID was left by a dead process. */
const held = new Set<string>();

/** Keeps other processes from using a file: while it is in use, `<file>.lock` contains the process ID. */
export class FileLock {
  private constructor(private readonly lock: string) {}

  /**
   * Lock a file; its folder is created if missing. The lock of a process that no longer runs is taken over.
   * @throws Error if a running process uses the file
   */
  static async take(file: string): Promise<FileLock> {
    const folder = path.dirname(path.resolve(file));
    await mkdir(folder, { recursive: true });
    const lock = path.join(await realpath(folder), `${path.basename(file)}.lock`);
    for (;;) {
      try {
        await writeFile(lock, String(process.pid), { flag: 'wx' });
        held.add(lock);
        return new FileLock(lock);
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error;
      }
      await removeStale(lock, file);
    }
  }

  async release(): Promise<void> {
    held.delete(this.lock);
    await rm(this.lock, { force: true });
  }
}

/** Remove the lock of a dead process. @throws Error if the process is running */
async function removeStale(lock: string, file: string): Promise<void> {
  const aside = `${lock}.${process.pid}`;
  try {
    const holder = await readFile(lock, 'utf8');
    if (isRunning(holder, lock)) {
      throw new Error(
        `${file} is in use by another sandbox (process ${holder}). Stop it, or choose another file. ` +
          `If that process is not a sandbox, delete ${lock}.`,
      );
    }
    await rename(lock, aside);
    // Another process may have taken over the stale lock in the meantime: then this is its own.
    if ((await readFile(aside, 'utf8')) === holder) await rm(aside);
    else await rename(aside, lock);
  } catch (error) {
    // Another process removed it.
    if (codeOf(error) !== 'ENOENT') throw error;
  }
}

function isRunning(holder: string, lock: string): boolean {
  if (holder === String(process.pid)) return held.has(lock);
  // Not a number: still being written, or not a lock of ours.
  if (!/^\d+$/.test(holder)) return true;
  try {
    process.kill(Number(holder), 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException).code;
}
