import { EXAMPLES } from '../examples/catalogue';
import type { Scope } from '../shared/service/scopes';
import { readPageText, readWorkflow, scopesOfPage, scopesOfWorkflow } from './exampleScopes';
import { inPlace } from './place';
import { presetWith } from './scopesByJob';

/** The table of examples/README.md: what each example does, where it is, and the key it needs. */
export function examplesTable(): string {
  const rows = EXAMPLES.map(({ name, does, forWhom }) => {
    return [
      does,
      forWhom,
      `[n8n](n8n/${name}.json)`,
      `[Zapier](zapier/${name}.md)`,
      scopesCell(scopesOfWorkflow(readWorkflow(name)), scopesOfPage(readPageText(name))),
    ].join(' | ');
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

/** examples/README.md with the table in its place. */
export function withExamplesTable(readme: string): string {
  return inPlace(readme, 'examples', examplesTable());
}
