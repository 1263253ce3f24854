/**
 * `npm run release:check -- 1.2.3` lists everything that blocks publishing that tag, and exits 1. What must be done is
 * in docs/publishing.md.
 */
import { readFile } from 'node:fs/promises';
import path from 'node:path';

import { repositoryFiles } from '../support/links';
import { read, ROOT } from '../support/repository';

export interface ReleaseState {
  version: string;
  zapierVersion: string;
  changelog: string;
  /** What is left to fill in or to decide before the first release, as sentences. */
  unfinished: string[];
}

/**
 * @param tag as pushed: the bare version
 * @returns the findings, as sentences
 */
export function releaseProblems(
  tag: string,
  { version, zapierVersion, changelog, unfinished }: ReleaseState,
): string[] {
  const heading = `'## [${tag}] - <date as 2026-12-31>'`;
  const links = [`[Unreleased]: …/compare/${tag}...HEAD`, `[${tag}]: …${tag}`];
  const problems: [boolean, string][] = [
    [tag !== version, `The tag is '${tag}', but package.json has ${version}.`],
    [tag !== zapierVersion, `The tag is '${tag}', but zapier/package.json has ${zapierVersion}.`],
    [
      !/^- /m.test(section(changelog, (title) => title.replace(DATE, '') === `[${tag}] - `)),
      `CHANGELOG.md has no entries under ${heading}.`,
    ],
    [
      Boolean(section(changelog, (title) => title === '[Unreleased]')),
      `CHANGELOG.md has text under '## [Unreleased]'; move it under ${heading}.`,
    ],
    ...links.map((link): [boolean, string] => [
      !hasLink(changelog, link),
      `CHANGELOG.md has no link '${link}' at its end.`,
    ]),
  ];
  return [...problems.flatMap(([wrong, sentence]) => (wrong ? [sentence] : [])), ...unfinished];
}

const DATE = /\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/;

/** The text under a second-level heading; '' if there is none. */
function section(changelog: string, isWanted: (title: string) => boolean): string {
  const parts = changelog.split(/^## /m).slice(1);
  const found = parts.find((part) => isWanted(part.split('\n', 1)[0]?.trim() ?? ''));
  return found?.split('\n').slice(1).join('\n').trim() ?? '';
}

/** @param link with `…` for the part that is not checked */
function hasLink(changelog: string, link: string): boolean {
  const [start = '', end = ''] = link.split('…');
  return changelog.split('\n').some((line) => line.startsWith(start) && line.endsWith(end));
}

/** Lines that block the first release, in the files whose path matches. */
const UNFINISHED = [
  { files: /./, line: /@wallet-pass-connectors\.example/, problem: 'Replace the placeholder' },
  {
    files: /^README\.md$/,
    line: /not[ _]published|Until the package is published/,
    problem: 'Describe the published package',
  },
  { files: /^docs\/publishing\.md$/, line: /^- \[ \]/, problem: 'Complete this step' },
];

/** @returns a sentence for each such line, with its file and number */
export async function findUnfinished(root: string): Promise<string[]> {
  const perFile = repositoryFiles(root).map(async (file) => {
    const rules = UNFINISHED.filter(({ files }) => files.test(file));
    const lines = (await readFile(path.join(root, file), 'utf8')).split('\n');
    return lines.flatMap((text, i) =>
      rules.flatMap(({ line, problem }) =>
        line.test(text) ? [`${file}:${i + 1}: ${problem}: ${text.trim()}`] : [],
      ),
    );
  });
  return (await Promise.all(perFile)).flat();
}

/** The repository in its current state. */
export async function releaseState(): Promise<ReleaseState> {
  const versionOf = (file: string) => (JSON.parse(read(file)) as { version: string }).version;
  return {
    version: versionOf('package.json'),
    zapierVersion: versionOf('zapier/package.json'),
    changelog: read('CHANGELOG.md'),
    unfinished: await findUnfinished(ROOT),
  };
}

async function main(tag = ''): Promise<void> {
  const problems = releaseProblems(tag, await releaseState());
  if (problems.length > 0) {
    const lines = [
      ...problems,
      `${problems.length} findings: ${tag} is not ready to be published.`,
    ];
    process.stderr.write(lines.map((line) => `${line}\n`).join(''));
  }
  process.exitCode = problems.length > 0 ? 1 : 0;
}

if (require.main === module) void main(process.argv[2]);
