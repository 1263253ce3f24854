import { type INodeParameters, isExpression } from 'n8n-workflow';

import { FROM_COLUMNS } from '../../../shared/design/routing';
import type { RawInput } from '../../../shared/fields';
import { isRecord } from '../../../shared/runtime/records';
import { isBlank } from '../../../shared/service/text';
import { savedColumns } from '../controls/externalIdColumns';

/**
 * A column in an expression: `$json.email`, `$json["First name"]`, `$input.item.json.email`. A quoted name ends at
 * the next quotation mark of its kind: to look for a later one would take quadratic time.
 */
const COLUMN =
  /(?:\$json|\.json)(?:\??\.([\p{L}_$][\p{L}\p{N}_$]*)|(?:\?\.)?\[\s*(?:"([^"]*)"|'([^']*)'|`([^`]*)`)\s*\])/gu;

/** The columns that the node's own inputs use, by an expression or to derive the external ID. */
export function mappedColumns(parameters: INodeParameters): Set<string> {
  const columns = expressionsIn(parameters).flatMap((expression) =>
    [...expression.matchAll(COLUMN)].map(([, ...names]) => names.find(isMatched) ?? ''),
  );
  return new Set([...columns, ...savedColumns(parameters)]);
}

function isMatched(name: string | undefined): name is string {
  return name !== undefined;
}

/** The columns with a value that Map Automatically took as field values, by template ID; not if others are refused. */
export function automaticColumns(
  inputs: readonly RawInput[],
): Map<string | undefined, Set<string>> {
  const columns = new Map<string | undefined, Set<string>>();
  for (const { templateId, fieldValues, unknownFields } of inputs) {
    if (unknownFields !== 'skip') continue;
    if (!isRecord(fieldValues) || !(FROM_COLUMNS in fieldValues)) continue;
    const id = typeof templateId === 'string' && templateId !== '' ? templateId : undefined;
    const names = columns.get(id) ?? new Set();
    for (const [name, value] of Object.entries(fieldValues)) if (!isBlank(value)) names.add(name);
    columns.set(id, names);
  }
  return columns;
}

/** All expressions in a saved parameter, at any depth. */
function expressionsIn(value: unknown): string[] {
  if (typeof value === 'string') return isExpression(value) ? [value] : [];
  return typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(expressionsIn)
    : [];
}
