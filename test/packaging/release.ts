/** `npm run release:check -- 1.2.3` lists everything that blocks publishing that tag, and exits 1. */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

const ROOT = path.resolve(__dirname, '../..');

export interface ReleaseState {
  version: string;
  zapierVersion: string;
  changelog: string;
}

/**
 * @param tag as pushed: the bare version
 * @returns the findings, as sentences
 */
export function releaseProblems(
  tag: string,
  { version, zapierVersion, changelog }: ReleaseState,
): string[] {
  const problems: [boolean, string][] = [
    [tag !== version, `The tag is '${tag}', but package.json has ${version}.`],
    [tag !== zapierVersion, `The tag is '${tag}', but zapier/package.json has ${zapierVersion}.`],
    [!section(changelog, tag), `CHANGELOG.md has no entries under '## ${tag}'.`],
    [
      Boolean(section(changelog, 'Unreleased')),
      `CHANGELOG.md has entries under '## Unreleased'; move them under '## ${tag}'.`,
    ],
  ];
  return problems.flatMap(([wrong, sentence]) => (wrong ? [sentence] : []));
}

/** The text under a second-level heading; '' if there is none. */
function section(changelog: string, title: string): string {
  const parts = changelog.split(/^## /m).slice(1);
  const found = parts.find((part) => part.split('\n', 1)[0]?.trim() === title);
  return found?.split('\n').slice(1).join('\n').trim() ?? '';
}

/** The repository in its current state. */
export async function releaseState(): Promise<ReleaseState> {
  const read = (file: string) => readFile(path.join(ROOT, file), 'utf8');
  const versionOf = async (file: string) =>
    (JSON.parse(await read(file)) as { version: string }).version;
  return {
    version: await versionOf('package.json'),
    zapierVersion: await versionOf('zapier/package.json'),
    changelog: await read('CHANGELOG.md'),
  };
}

async function main(tag = ''): Promise<void> {
  const problems = releaseProblems(tag, await releaseState());
  process.stderr.write(problems.map((problem) => `${problem}\n`).join(''));
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (require.main === module) void main(process.argv[2]);
