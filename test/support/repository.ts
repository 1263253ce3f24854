import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';

/** The folder of the repository. */
export const ROOT = path.resolve(__dirname, '../..');

/** The text of a file of the repository. */
export const read = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');

/** The TypeScript sources in a folder, as paths below the root. */
export function sourcesIn(folder: string): string[] {
  return readdirSync(path.join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => path.posix.join(folder, file))
    .filter((file) => file.endsWith('.ts') && !/\b(node_modules|dist)\b/.test(file));
}
