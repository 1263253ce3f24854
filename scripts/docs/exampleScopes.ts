/**
 * The scopes that an API key needs for an example, derived from the example itself: those declared for its
 * operations and triggers, for values that need more, and for lists of templates and badges.
 */

import { readFileSync } from 'node:fs';
import path from 'node:path';

import { COLLECTIONS } from '../../nodes/WalletPass/controls/form';
import { locatorValue } from '../../nodes/WalletPass/controls/locator';
import type { InputField, InputFields, Option } from '../../shared/fields';
import { OPERATIONS } from '../../shared/operations';
import type { Scope } from '../../shared/service/scopes';
import { TRIGGERS } from '../../shared/triggers';
import { formInputs } from '../../zapier/controls/passRef';
import { readPage, type PageStep } from './zapierPage';

interface WorkflowNode {
  name: string;
  type: string;
  parameters: Record<string, unknown>;
}
/** The part of an n8n workflow that is used here. */
export interface Workflow {
  name: string;
  nodes: WorkflowNode[];
}

/** Folder of the examples. */
export const EXAMPLES_DIR = path.join(__dirname, '../../examples');

/** Reads `examples/n8n/<name>.json`. */
export function readWorkflow(name: string): Workflow {
  return JSON.parse(
    readFileSync(path.join(EXAMPLES_DIR, 'n8n', `${name}.json`), 'utf8'),
  ) as Workflow;
}

/** Reads `examples/zapier/<name>.md`. */
export function readPageText(name: string): string {
  return readFileSync(path.join(EXAMPLES_DIR, 'zapier', `${name}.md`), 'utf8');
}

/**
 * The scopes that the Wallet Pass nodes of a workflow need, sorted.
 * @throws Error if a node uses an undeclared operation or event
 */
export function scopesOfWorkflow({ nodes }: Workflow): Scope[] {
  return sorted(
    nodes
      .filter(({ type }) => type.startsWith('n8n-nodes-wallet-pass.'))
      .flatMap(({ name, parameters }) => {
        const { resource, operation, event } = parameters;
        const declaration = assertDeclared(
          event === undefined
            ? OPERATIONS.find(
                (one) => !one.zapierOnly && one.resource === resource && one.key === operation,
              )
            : TRIGGERS.find(({ key }) => key === event),
          name,
        );
        const chosen = scopesWithChoices(declaration, (key, { section }) => {
          const all = section === undefined ? parameters : parameters[COLLECTIONS[section].name];
          const value = locatorValue((all as Record<string, unknown> | undefined)?.[key]);
          return {
            isEmpty: value === undefined || value === '',
            is: (wanted) => value === wanted.value,
          };
        });
        const fromList = (key: string) =>
          (parameters[key] as { mode?: string } | undefined)?.mode === 'list';
        return [...chosen, ...listScopes(fromList('templateId'), fromList('badgeTemplateId'))];
      }),
  );
}

/**
 * The scopes that the Wallet Pass steps of a Zapier page need, sorted.
 * @throws Error if the app has no step with the label
 */
export function scopesOfPage(text: string): Scope[] {
  return sorted(readPage(text).zaps.flatMap(({ steps }) => steps.flatMap(scopesOfStep)));
}

function scopesOfStep({ label, rows }: PageStep): readonly Scope[] {
  const declarations = [...OPERATIONS, ...TRIGGERS];
  const declaration = assertDeclared(
    declarations.find(({ zapier }) => zapier?.label === label),
    label,
  );
  const valueOf = (field: string) => rows.find((row) => row.field === field)?.value[0]?.text;
  const chosen = scopesWithChoices(declaration, (_key, { label }) => ({
    isEmpty: valueOf(label) === undefined,
    is: (wanted) => valueOf(label) === wanted.label,
  }));
  const has = (field: string) => valueOf(field) !== undefined;
  return [...chosen, ...listScopes(has('Template'), has('Badge'))];
}

/** The value of an input in an example. */
interface ExampleValue {
  isEmpty: boolean;
  is: (wanted: { value: unknown; label: string }) => boolean;
}

/** Scopes of a declaration and of the values of its inputs. */
function scopesWithChoices(
  { scopes, input }: { scopes: readonly Scope[]; input: InputFields },
  valueOf: (key: string, field: InputField) => ExampleValue,
): Scope[] {
  const selected: Option[] = [];
  const added: Scope[] = [];
  for (const [key, field] of formInputs(input)) {
    const { isEmpty, is } = valueOf(key, field);
    added.push(...((isEmpty ? field.scopesIfEmpty : field.scopesIfGiven) ?? []));
    if (field.kind === 'choice') selected.push(...field.options.filter(is));
    if (field.kind === 'boolean' && is({ value: true, label: 'Yes' })) {
      added.push(...(field.scopes ?? []));
    }
  }
  return [...scopes, ...added, ...selected.flatMap((option) => option.scopes ?? [])];
}

/** Scopes of the lists to choose from in the editor. */
function listScopes(template: boolean, badge: boolean): Scope[] {
  return [
    ...(template ? ['templates.viewAll' as const] : []),
    ...(badge ? ['badges.viewAll' as const] : []),
  ];
}

function assertDeclared<T>(declaration: T | undefined, name: string): T {
  if (declaration === undefined)
    throw new Error(`the operation or event of '${name}' is not declared`);
  return declaration;
}

function sorted(scopes: readonly Scope[]): Scope[] {
  return [...new Set(scopes)].sort();
}
