import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

import { blobName, blobsOf } from '../state/fileStore';
import { FileLock } from './fileLock';
import { FORMAT, type Snapshot } from './snapshot';
import { checkSnapshot } from './snapshotSchema';

const UNTOUCHED = 'It was not changed.';

/** A snapshot with the contents of its files, by name. */
export interface Saved {
  snapshot: Snapshot;
  contents: ReadonlyMap<string, Buffer>;
}

/**
 * A snapshot on disk: one JSON file, and a folder `<file>.files` with each file content once. Both are
 * written to a temporary name and renamed, so that a crash leaves either the old or the new state.
 */
export class DataFile {
  private readonly folder: string;
  private readonly written = new Set<string>();

  private constructor(
    private readonly file: string,
    private readonly lock: FileLock,
  ) {
    this.folder = `${file}.files`;
  }

  /**
   * Lock a file until it is closed.
   * @param file path of the JSON file; its folder is created if missing
   * @throws Error if another sandbox uses it
   */
  static async open(file: string): Promise<DataFile> {
    return new DataFile(file, await FileLock.take(file));
  }

  /** Release the lock. */
  async close(): Promise<void> {
    await this.lock.release();
  }

  /**
   * Read the saved snapshot and change its links to the current base URL.
   * @returns `undefined` if nothing was saved yet
   * @throws Error if the file is not a snapshot, has another format, or lacks contents of its files;
   *   nothing is changed in that case
   */
  async read(baseUrl: string): Promise<Saved | undefined> {
    const text = await unlessMissing(readFile(this.file, 'utf8'));
    if (text === undefined) return undefined;
    const before = this.parse(text).baseUrl;
    const snapshot = this.parse(text.replaceAll(`${before}/`, `${baseUrl}/`));
    const contents = new Map<string, Buffer>();
    for (const name of new Set(snapshot.files.flatMap(blobsOf))) {
      contents.set(name, await this.content(name));
      this.written.add(name);
    }
    return { snapshot, contents };
  }

  private async content(name: string): Promise<Buffer> {
    const file = path.join(this.folder, name);
    const bytes = await unlessMissing(readFile(file));
    if (bytes === undefined || blobName(bytes) !== name) {
      throw new Error(`${file} is ${bytes ? 'corrupt' : 'missing'}. ${UNTOUCHED}`);
    }
    return bytes;
  }

  /** Save; contents already on disk are not written again, and unused ones are deleted. */
  async write(text: string, contents: ReadonlyMap<string, Buffer>): Promise<void> {
    await mkdir(path.dirname(path.resolve(this.file)), { recursive: true });
    for (const [name, bytes] of contents) {
      if (this.written.has(name)) continue;
      await mkdir(this.folder, { recursive: true });
      await replaceFile(path.join(this.folder, name), bytes);
      this.written.add(name);
    }
    await replaceFile(this.file, text);
    for (const name of (await unlessMissing(readdir(this.folder))) ?? []) {
      if (contents.has(name)) continue;
      await rm(path.join(this.folder, name), { force: true });
      this.written.delete(name);
    }
  }

  private parse(text: string): Snapshot {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw new Error(`${this.file} is not valid JSON. ${UNTOUCHED}`);
    }
    const { format } = Object(value) as { format?: unknown };
    if (format !== FORMAT) {
      throw new Error(`${this.file} is not sandbox data of format ${FORMAT}. ${UNTOUCHED}`);
    }
    try {
      return checkSnapshot(value);
    } catch (error) {
      const { message } = error as Error;
      throw new Error(`${this.file} contains invalid sandbox data. ${message}. ${UNTOUCHED}`);
    }
  }
}

async function replaceFile(file: string, content: string | Buffer): Promise<void> {
  const temporary = `${file}.${process.pid}.tmp`;
  await writeFile(temporary, content, { flush: true });
  await rename(temporary, file);
}

async function unlessMissing<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
