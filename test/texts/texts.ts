import type { INodeTypeDescription } from 'n8n-workflow';

import { choicesOf, shownNames, type Found, allProperties } from '../support/properties';
import { type App, stepsOf } from '../zapier/steps';

/** A text that a person sees in n8n or in Zapier. */
export interface Text {
  platform: 'n8n' | 'Zapier';
  /** `description` explains a node, a choice or a step, `help` an input; a `note` is shown without an input. */
  role: 'name' | 'description' | 'help' | 'note' | 'placeholder';
  /** What it names or explains. */
  of:
    | 'node'
    | 'trigger'
    | 'search'
    | 'create'
    | 'find or create'
    | 'input'
    | 'switch'
    | 'email'
    | 'dropdown'
    | 'choice'
    | 'event'
    | 'output'
    | 'group';
  where: string;
  text: string;
  /** The name of what a description or help explains. */
  name?: string;
}

/** All texts of the nodes. */
export function n8nTexts(nodes: readonly INodeTypeDescription[]): Text[] {
  return nodes.flatMap(({ name, displayName, description, properties }) => {
    const ofNode = { platform: 'n8n', of: 'node', where: name } as const;
    // Poll Times is n8n's own.
    const found = allProperties(properties.filter((property) => property.name !== 'pollTimes'));
    return [
      { ...ofNode, role: 'name', text: displayName },
      { ...ofNode, role: 'description', text: description, name: displayName },
      ...found.flatMap(n8nPropertyTexts),
    ];
  });
}

/** A text that may be missing. */
type Part = Omit<Text, 'platform' | 'text'> & { text: string | undefined };

const shown = (platform: Text['platform'], parts: readonly Part[]): Text[] =>
  parts.flatMap(({ text, ...part }) => (text === undefined ? [] : [{ ...part, platform, text }]));
const nameOf = (of: Text['of'], where: string, text: string | undefined) =>
  ({ role: 'name', of, where, text }) as const;

function n8nPropertyTexts({ path: where, property }: Found): Text[] {
  const { displayName, description, hint, placeholder } = property;
  if (property.type === 'notice') {
    return [{ platform: 'n8n', role: 'note', of: 'input', where, text: displayName }];
  }
  const of = n8nKind(property);
  // Those that rules require are empty if they are missing.
  const help = of === 'switch' || of === 'dropdown' ? (description ?? '') : description;
  const isTyped = ['string', 'number', 'dateTime'].includes(property.type);
  const example = isTyped && !property.default ? (placeholder ?? '') : placeholder;
  const ofChoice = property.name === 'event' ? 'event' : 'choice';
  return shown('n8n', [
    nameOf(of, where, displayName),
    { role: 'help', of, where, text: help, name: displayName },
    { role: 'note', of: 'input', where, text: hint },
    { role: 'placeholder', of, where, text: example },
    ...shownNames(property).map((text) => nameOf('choice', where, text)),
    ...choicesOf(property).flatMap(({ name, description: text, action }): Part[] => [
      { role: 'help', of: ofChoice, where, text, name },
      { role: 'description', of: 'choice', where, text: action },
    ]),
  ]);
}

function n8nKind({ type, name, typeOptions }: Found['property']): Text['of'] {
  if (type === 'boolean') return 'switch';
  if (type === 'string' && /email/i.test(name)) return 'email';
  return typeOptions?.loadOptionsMethod === undefined ? 'input' : 'dropdown';
}

/** All texts of the Zapier app. */
export function zapierTexts(app: App): Text[] {
  const ofSteps = stepsOf(app).flatMap(
    ({ kind: of, key, label, noun, description, inputs, outputs, groups }): Part[] => [
      nameOf(of, key, label),
      nameOf('output', `${key} noun`, noun),
      { role: 'description', of, where: key, text: description, name: label },
      ...inputs.flatMap((field) => zapierInputTexts(key, field)),
      ...outputs.map((field) => nameOf('output', `${key}.${field.key}`, field.label)),
      ...groups.map((group) => nameOf('group', `${key}.${group.key}`, group.label)),
    ],
  );
  const of = 'find or create';
  const ofPairs = app.searchOrCreates.flatMap(
    ({ key: where, display: { label, description } }): Part[] => [
      nameOf(of, where, label),
      { role: 'description', of, where, text: description, name: label },
    ],
  );
  const ofConnection = app.auth.fields.flatMap((field) => zapierInputTexts('auth', field));
  return shown('Zapier', [...ofSteps, ...ofPairs, ...ofConnection]);
}

function zapierInputTexts(
  step: string,
  { key, label, type, helpText, placeholder, choices }: App['auth']['fields'][number],
): Part[] {
  const where = `${step}.${key}`;
  const isNote = type === 'copy' && key === 'note';
  return [
    nameOf('input', where, label),
    { role: isNote ? 'note' : 'help', of: 'input', where, text: helpText, name: label },
    { role: 'placeholder', of: 'input', where, text: placeholder as string | undefined },
    ...((choices ?? []) as { label: string }[]).map((choice) =>
      nameOf('choice', where, choice.label),
    ),
  ];
}
