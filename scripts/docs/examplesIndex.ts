import { EXAMPLES } from '../../examples/catalog';
import { smallestPreset } from '../../shared/service/presets';
import type { Scope } from '../../shared/service/scopes';
import { readPageText, readWorkflow, scopesOfPage, scopesOfWorkflow } from './exampleScopes';
import { inFile } from './inFile';
import { insertGenerated } from './insertGenerated';
import { code } from './markdown';
import { readPage } from './zapierPage';

/** The table of examples/README.md: purpose, files and required scopes of each example. */
function examplesTable(): string {
  const rows = EXAMPLES.map(({ name, does, forWhom, onlyOnN8n }) => {
    const n8n = inFile(`examples/n8n/${name}.json`, () => scopesOfWorkflow(readWorkflow(name)));
    const zapier = onlyOnN8n
      ? n8n
      : inFile(`examples/zapier/${name}.md`, () => scopesOfPage(readPageText(name)));
    const page = onlyOnN8n ? '' : `[Zapier](zapier/${name}.md)`;
    const twoSteps = onlyOnN8n ? '' : twoStepZaps(name);
    const cells = [does, forWhom, `[n8n](n8n/${name}.json)`, page, twoSteps];
    return [...cells, scopesCell(n8n, zapier)].join(' | ');
  });
  const head = ['What it does', 'For whom', 'n8n', 'Zapier', 'Two-step Zaps', 'The key needs'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows]
    .map((row) => `| ${row} |`)
    .join('\n');
}

/** Which Zaps of a page have only a trigger and an action, as Zapier's free plan requires. */
function twoStepZaps(name: string): string {
  const { zaps } = readPage(readPageText(name));
  const short = zaps.filter(({ stepCount }) => stepCount === 2);
  if (short.length === zaps.length) return 'all';
  return short.map(({ title }) => `_${title}_`).join(', ') || 'none';
}

function scopesCell(n8n: Scope[], zapier: Scope[]): string {
  if (n8n.join() === zapier.join()) return scopesText(n8n);
  return `n8n: ${scopesText(n8n)}<br>Zapier: ${scopesText(zapier)}`;
}

/** The line of a Zapier recipe about its connection. */
const CONNECTION = /^- A \[\*\*Wallet Pass\*\* connection\].*$/m;

/** A Zapier recipe with the scopes that its key needs. */
export function withScopes(page: string): string {
  if (!CONNECTION.test(page)) throw new Error(`the page has no line like ${String(CONNECTION)}`);
  const needs = scopesText(scopesOfPage(page));
  const key = needs.startsWith('_')
    ? `a key of the preset ${needs}`
    : `a custom key that has ${needs}`;
  return page.replace(
    CONNECTION,
    `- A [**Wallet Pass** connection](../../docs/zapier.md), with ${key}.`,
  );
}

/** The smallest preset that has the scopes, or else the scopes. */
function scopesText(scopes: Scope[]): string {
  const preset = smallestPreset(scopes.map((scope) => [scope]));
  return preset === undefined ? scopes.map(code).join(', ') : `_${preset}_`;
}

/** examples/README.md with the table inserted. */
export function withExamplesTable(readme: string): string {
  return insertGenerated(readme, 'examples', examplesTable());
}
