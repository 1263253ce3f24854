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
    const own = { platform: 'n8n', of: 'node', where: name } as const;
    // Poll Times is n8n's own.
    const found = allProperties(properties.filter((one) => one.name !== 'pollTimes'));
    return [
      { ...own, role: 'name', text: displayName },
      { ...own, role: 'description', text: description, name: displayName },
      ...found.flatMap(n8nPropertyTexts),
    ];
  });
}

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
  const texts: (Omit<Text, 'platform' | 'where' | 'text'> & { text: string | undefined })[] = [
    { role: 'name', of, text: displayName },
    { role: 'help', of, text: help, name: displayName },
    { role: 'note', of: 'input', text: hint },
    { role: 'placeholder', of, text: example },
    ...shownNames(property).map((text) => ({ role: 'name', of: 'choice', text }) as const),
    ...choicesOf(property).map(
      (choice) =>
        ({
          role: 'help',
          of: property.name === 'event' ? 'event' : 'choice',
          text: choice.description,
          name: choice.name,
        }) as const,
    ),
    ...choicesOf(property).map(
      ({ action }) => ({ role: 'description', of: 'choice', text: action }) as const,
    ),
  ];
  return texts.flatMap(({ text, ...rest }) =>
    text === undefined ? [] : [{ platform: 'n8n', where, text, ...rest }],
  );
}

function n8nKind({ type, name, typeOptions }: Found['property']): Text['of'] {
  if (type === 'boolean') return 'switch';
  if (type === 'string' && /email/i.test(name)) return 'email';
  return typeOptions?.loadOptionsMethod === undefined ? 'input' : 'dropdown';
}

/** All texts of the Zapier app. */
export function zapierTexts(app: App): Text[] {
  const texts: (Omit<Text, 'platform' | 'text'> & { text: string | undefined })[] = [
    ...stepsOf(app).flatMap(({ kind: of, key, label, noun, description, ...step }) => [
      { role: 'name', of, where: key, text: label } as const,
      { role: 'name', of: 'output', where: `${key} noun`, text: noun } as const,
      { role: 'description', of, where: key, text: description, name: label } as const,
      ...step.inputs.flatMap((field) => zapierInputTexts(key, field)),
      ...step.outputs.map(
        (field) =>
          ({
            role: 'name',
            of: 'output',
            where: `${key}.${field.key}`,
            text: field.label,
          }) as const,
      ),
      ...step.groups.map(
        (group) =>
          ({ role: 'name', of: 'group', where: `${key}.${group.key}`, text: group.label }) as const,
      ),
    ]),
    ...app.searchOrCreates.flatMap(({ key: where, display: { label, description } }) => [
      { role: 'name', of: 'find or create', where, text: label } as const,
      { role: 'description', of: 'find or create', where, text: description, name: label } as const,
    ]),
    ...app.auth.fields.flatMap((field) => zapierInputTexts('auth', field)),
  ];
  return texts.flatMap(({ text, ...rest }) =>
    text === undefined ? [] : [{ platform: 'Zapier', text, ...rest }],
  );
}

function zapierInputTexts(
  step: string,
  { key, label, type, helpText, placeholder, choices }: App['auth']['fields'][number],
): (Omit<Text, 'platform' | 'text'> & { text: string | undefined })[] {
  const where = `${step}.${key}`;
  const isNote = type === 'copy' && key === 'note';
  return [
    { role: 'name', of: 'input', where, text: label },
    { role: isNote ? 'note' : 'help', of: 'input', where, text: helpText, name: label },
    { role: 'placeholder', of: 'input', where, text: placeholder as string | undefined },
    ...((choices ?? []) as { label: string }[]).map(
      (choice) => ({ role: 'name', of: 'choice', where, text: choice.label }) as const,
    ),
  ];
}
