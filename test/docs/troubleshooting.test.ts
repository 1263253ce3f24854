import { readFile, readdir } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

/** All of the connector's code as one text, quotes and escapes as people see them. */
async function sources(): Promise<string> {
  const texts: string[] = [];
  for (const folder of ['shared', 'nodes', 'zapier']) {
    const files = await readdir(path.join(ROOT, folder), { recursive: true });
    for (const file of files.filter((name) => name.endsWith('.ts'))) {
      texts.push(await readFile(path.join(ROOT, folder, file), 'utf8'));
    }
  }
  return texts.join('\n').replaceAll("\\'", "'");
}

/** Messages in bold at the start of a table row; `…` and `: host name …` are filled in at run time. */
function messages(page: string): string[] {
  return page
    .split('\n')
    .filter((line) => line.startsWith('| **'))
    .flatMap((line) => [...(line.split(' | ')[0] ?? '').matchAll(/\*\*(.+?)\*\*/g)])
    .map(([, message]) => message ?? '');
}

describe.each(['docs/troubleshooting.md', 'README.md'])('the messages in %s', (page) => {
  it('match the texts of the connector', async () => {
    const code = await sources();
    const listed = messages(await readFile(path.join(ROOT, page), 'utf8'));
    expect(listed.length).toBeGreaterThan(4);
    const parts = listed.flatMap((message) => message.split(/…|: (?=connection|host)/));
    const unknown = parts.map((part) => part.trim()).filter((part) => !code.includes(part));
    expect(unknown).toEqual([]);
  });
});
