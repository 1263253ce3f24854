import { EXAMPLES } from '../../examples/catalog';
import type { Scope } from '../../shared/service/scopes';
import { readPageText, readWorkflow, scopesOfPage, scopesOfWorkflow } from './exampleScopes';
import { inFile } from './inFile';
import { insertGenerated } from './insertGenerated';
import { presetWith } from './scopesByJob';

/** The table of examples/README.md: purpose, files and required scopes of each example. */
export function examplesTable(): string {
  const rows = EXAMPLES.map(({ name, does, forWhom, onlyOnN8n }) => {
    const n8n = inFile(`examples/n8n/${name}.json`, () => scopesOfWorkflow(readWorkflow(name)));
    const zapier = onlyOnN8n
      ? n8n
      : inFile(`examples/zapier/${name}.md`, () => scopesOfPage(readPageText(name)));
    const page = onlyOnN8n ? '' : `[Zapier](zapier/${name}.md)`;
    return [does, forWhom, `[n8n](n8n/${name}.json)`, page, scopesCell(n8n, zapier)].join(' | ');
  });
  const head = ['What it does', 'For whom', 'n8n', 'Zapier', 'The key needs'];
  return [head.join(' | '), head.map(() => '---').join(' | '), ...rows]
    .map((row) => `| ${row} |`)
    .join('\n');
}

function scopesCell(n8n: Scope[], zapier: Scope[]): string {
  if (n8n.join() === zapier.join()) return scopesText(n8n);
  return `n8n: ${scopesText(n8n)}<br>Zapier: ${scopesText(zapier)}`;
}

function scopesText(scopes: Scope[]): string {
  return `${scopes.map((scope) => `\`${scope}\``).join(', ')} (${presetWith(scopes)})`;
}

/** examples/README.md with the table inserted. */
export function withExamplesTable(readme: string): string {
  return insertGenerated(readme, 'examples', examplesTable());
}
