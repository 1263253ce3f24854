import { readdirSync } from 'node:fs';
import path from 'node:path';

import { read, ROOT } from '../support/repository';

const FOLDER = '.github/workflows';

/** The jobs of a workflow by name, each as text. */
function jobsOf(workflow: string): Record<string, string> {
  const [, jobs = ''] = read(workflow).split(/^jobs:$/m);
  const parts = jobs.split(/^ {2}(\w+):$/m).slice(1);
  return Object.fromEntries(
    parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1] ?? '']] : [])),
  );
}

test('Every action is pinned by commit, in one version everywhere', () => {
  const used = readdirSync(path.join(ROOT, FOLDER)).flatMap(
    (file) => read(`${FOLDER}/${file}`).match(/uses: .*/g) ?? [],
  );
  expect(used.length).toBeGreaterThan(5);
  for (const line of used) {
    expect(line).toMatch(/^uses: actions\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
  }
  const names = new Set(used.map((line) => line.split('@')[0]));
  expect(new Set(used).size).toBe(names.size);
});

test('The job that may sign runs no code of the repository or of a dependency', () => {
  const jobs = jobsOf(`${FOLDER}/release.yml`);
  const signing = Object.keys(jobs).filter((name) => jobs[name]?.includes('id-token: write'));
  expect(signing).toEqual(['publish']);
  const { build, publish = '' } = jobs;
  expect([...publish.matchAll(/uses: actions\/([\w-]+)/g)].map(([, name]) => name)).toEqual([
    'setup-node',
    'download-artifact',
  ]);
  expect([...publish.matchAll(/- run: (.*)/g)].map(([, command]) => command)).toEqual([
    'echo "$SHA256  $(echo ./*.tgz)" | sha256sum --check',
    'npm publish ./*.tgz --provenance --access public --ignore-scripts',
  ]);
  expect(publish).toContain('SHA256: ${{ needs.build.outputs.sha256 }}');
  expect(build).toMatch(/npm run check\n.*npm test\n[^]*npm pack\n[^]*sha256sum/);
});

test('Dependabot watches the actions and every lockfile, except that of the oldest n8n', () => {
  const text = read('.github/dependabot.yml');
  expect(text).toContain('package-ecosystem: github-actions');
  const watched = [...text.matchAll(/^ {6}- (\/.*)$/gm)].map(([, folder]) => folder);
  const locked = ['.', 'zapier', 'e2e', 'e2e/node-cli', 'e2e/n8n-1.123'];
  for (const folder of locked) expect(read(path.join(folder, 'package-lock.json'))).not.toBe('');
  const folders = locked.slice(0, -1).map((folder) => path.posix.join('/', folder));
  expect(watched.sort()).toEqual(folders.sort());
});
