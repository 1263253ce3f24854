import { readFileSync } from 'node:fs';
import path from 'node:path';

import { COLLECTIONS } from '../nodes/WalletPass/properties/controls';
import type { InputFields, Option, Section } from '../shared/fields';
import { OPERATIONS } from '../shared/operations';
import type { Scope } from '../shared/service/scopes';
import { TRIGGERS } from '../shared/triggers';
import { readPage } from './zapierPage';
import type { PageStep } from './zapierPage';

/**
 * What keys the examples need, found in the examples themselves: the scopes declared for what they do,
 * for choices that need more, and for picking templates and badges from a list.
 */

interface WorkflowNode {
  name: string;
  type: string;
  parameters: Record<string, unknown>;
}
export interface Workflow {
  name: string;
  nodes: WorkflowNode[];
}

export const EXAMPLES_DIR = path.join(__dirname, '../examples');

export function readWorkflow(name: string): Workflow {
  return JSON.parse(
    readFileSync(path.join(EXAMPLES_DIR, 'n8n', `${name}.json`), 'utf8'),
  ) as Workflow;
}

/** The text of a Zapier page. */
export function readPageText(name: string): string {
  return readFileSync(path.join(EXAMPLES_DIR, 'zapier', `${name}.md`), 'utf8');
}

/**
 * The scopes that the Wallet Pass nodes of a workflow need, sorted.
 * @throws Error where a node is set to something that is not declared
 */
export function scopesOfWorkflow({ nodes }: Workflow): Scope[] {
  return sorted(
    nodes
      .filter(({ type }) => type.startsWith('n8n-nodes-wallet-pass.'))
      .flatMap(({ name, parameters }) => {
        const { resource, operation, event } = parameters;
        const does = declared(
          event === undefined
            ? OPERATIONS.find(
                (one) => !one.flatOnly && one.resource === resource && one.key === operation,
              )
            : TRIGGERS.find(({ key }) => key === event),
          name,
        );
        const chosen = choices(does.input, (key, _label, section) => {
          const all = section === undefined ? parameters : parameters[COLLECTIONS[section].name];
          return (option) => (all as Record<string, unknown> | undefined)?.[key] === option.value;
        });
        const fromList = (key: string) =>
          (parameters[key] as { mode?: string } | undefined)?.mode === 'list';
        return [
          ...does.scopes,
          ...chosen,
          ...picks(fromList('templateId'), fromList('badgeTemplateId')),
        ];
      }),
  );
}

/**
 * The scopes that the Wallet Pass steps of a Zapier page need, sorted.
 * @throws Error where the app has no step of that name
 */
export function scopesOfPage(text: string): Scope[] {
  return sorted(readPage(text).zaps.flatMap(({ steps }) => steps.flatMap(scopesOfStep)));
}

function scopesOfStep({ label, rows }: PageStep): readonly Scope[] {
  const offered = [...OPERATIONS, ...TRIGGERS];
  const does = declared(
    offered.find(({ flat }) => flat?.label === label),
    label,
  );
  const valueOf = (field: string) => rows.find((row) => row.field === field)?.value[0]?.text;
  const chosen = choices(does.input, (_key, field) => (option) => valueOf(field) === option.label);
  const has = (field: string) => valueOf(field) !== undefined;
  return [...does.scopes, ...chosen, ...picks(has('Template'), has('Badge'))];
}

/** Scopes of the choices that are made. */
function choices(
  input: InputFields,
  test: (key: string, label: string, section?: Section) => (option: Option) => boolean,
): Scope[] {
  return Object.entries(input).flatMap(([key, field]) =>
    field.kind === 'choice'
      ? field.options
          .filter(test(key, field.label, field.section))
          .flatMap(({ scopes = [] }) => scopes)
      : [],
  );
}

function picks(template: boolean, badge: boolean): Scope[] {
  return [
    ...(template ? ['templates.viewAll' as const] : []),
    ...(badge ? ['badges.viewAll' as const] : []),
  ];
}

function declared<T>(one: T | undefined, what: string): T {
  if (one === undefined) throw new Error(`${what} is not declared`);
  return one;
}

function sorted(scopes: readonly Scope[]): Scope[] {
  return [...new Set(scopes)].sort();
}
