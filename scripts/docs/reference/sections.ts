/** What the sections of operations and of triggers have in common. */

import { type OutputFields, simpleFields } from '../../../shared/fields/output';
import { sentence } from '../../../shared/service/wording';
import type { Trigger } from '../../../shared/triggers/trigger';
import { anchor, bold, code } from '../markdown';
import { Examples, Places } from './examples';
import { extraScopes } from './extraScopes';
import { type SharedTable, inputTable } from './inputTable';
import { outputCells } from './outputTable';

export const LISTED_VALUES =
  "The service's lists have your own fields if this integration has written them, and may omit values entered elsewhere; an export has the value of every field.";

export const SHARED_INPUTS = 'Shared inputs';
export const SHARED_OUTPUTS = 'Shared outputs';

/** What the operations of a page have in common. */
export interface SharedTables {
  inputs: SharedTable;
  outputs: ReturnType<typeof outputCells>;
}

/** What a page has shown already. */
export interface Shown {
  examples: Examples;
  places: Places;
}

/** A link within a sentence. */
export function linkTo(heading: string): string {
  return `[${heading.charAt(0).toLowerCase()}${heading.slice(1)}](${anchor(heading)})`;
}

export function sharedTable({ cells }: SharedTable): string {
  return inputTable(cells, { n8n: true, zapier: true });
}

/** The output: a sentence about its fields or a table of them, and what is special about it. */
export function outputText(remarks: readonly (string | undefined)[], fields: string): string {
  const special = remarks.filter((remark) => remark !== undefined).join(' ');
  if (!fields.startsWith('|')) return `${bold('Output')}: ${[fields, special].join(' ').trim()}`;
  return `${bold('Output')}${special === '' ? '' : `: ${special}`}\n\n${fields}`;
}

export function simplifiedText(fields: OutputFields, heading: string, places: Places): string {
  const simple = simpleFields(fields);
  const kept = Object.keys(simple).filter((key) => !fields[key]?.valueGroup);
  const hasFieldValues = Object.values(fields).some(({ valueGroup }) => valueGroup);
  const values = hasFieldValues ? ', and the field values of the pass under their field IDs' : '';
  return places.textOf(
    `On n8n, ${bold('Simplify')} keeps only ${kept.map(code).join(', ')}${values}.`,
    heading,
    (link) => `On n8n, ${bold('Simplify')} works as for ${link}.`,
  );
}

export function scopesText(declaration: Parameters<typeof extraScopes>[0]): string {
  const { scopes } = declaration;
  const extra = extraScopes(declaration);
  if (scopes.length === 0) return extra?.needsFullAccess ? 'a Full access key' : 'none';
  const keys =
    extra && ` (${extra.preset ? `preset ${extra.preset}` : 'Full access keys and custom keys'})`;
  return `${scopes.map(code).join(', ')}${keys ?? ''}`;
}

/** When a trigger starts, on both platforms. */
export function whenText(description: string, zapier: Trigger['zapier']): string {
  const when = sentence(description);
  return zapier?.oncePerPass ? `${when} On Zapier, each pass triggers only once.` : when;
}
