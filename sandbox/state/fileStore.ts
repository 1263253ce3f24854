import { createHash } from 'node:crypto';

import type { StoredFile } from './fileEntities';

/** All files. Their contents are stored separately and only once, named by their SHA-256. */
export class FileStore {
  private readonly byId = new Map<string, StoredFile>();
  private readonly blobs = new Map<string, Buffer>();

  add(file: StoredFile): void {
    this.byId.set(file.id, file);
  }

  get(id: string): StoredFile | undefined {
    return this.byId.get(id);
  }

  /** In order of upload. */
  all(): StoredFile[] {
    return [...this.byId.values()];
  }

  delete(id: string): void {
    this.byId.delete(id);
    const used = new Set(this.all().flatMap(blobsOf));
    for (const name of this.blobs.keys()) if (!used.has(name)) this.blobs.delete(name);
  }

  /** Store bytes. @returns the name of the content */
  putBlob(bytes: Buffer): string {
    const name = blobName(bytes);
    this.blobs.set(name, bytes);
    return name;
  }

  blob(name: string): Buffer | undefined {
    return this.blobs.get(name);
  }

  /** Every content by name. */
  allBlobs(): ReadonlyMap<string, Buffer> {
    return this.blobs;
  }
}

/** The name of a content: its SHA-256 in hexadecimal. */
export function blobName(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** The names of the contents a file needs. */
export function blobsOf(file: StoredFile): string[] {
  return [file.image, ...Object.values(file.variants)].map(({ blob }) => blob);
}
