import type { InputField } from '../../../shared/fields';

/** The properties that every parameter has, whatever its type. */
export function baseProps(key: string, field: InputField) {
  const description = descriptionOf(field);
  return {
    displayName: field.label,
    name: key,
    ...(field.required ? { required: true } : {}),
    ...(field.placeholder ? { placeholder: field.placeholder } : {}),
    ...(description ? { description } : {}),
    ...(field.hint ? { hint: field.hint } : {}),
  };
}

/** n8n requires the description of a switch to begin with "Whether". */
function descriptionOf({ kind, description }: InputField): string | undefined {
  if (description === undefined) return undefined;
  if (kind === 'boolean') return `Whether to ${description}`;
  return kind === 'confirmation' ? `Whether to confirm that ${description}` : description;
}
