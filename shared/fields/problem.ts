import { quoted } from '../service/text';

/** Why a value cannot be used. The reader puts the field's label in front: `'Email' is not ...`. */
export interface Problem {
  problem: string;
  /** How to fix it. */
  fix: string;
}

/** Thrown by parsers, which know neither label nor key of their field. */
export class InvalidValue extends Error implements Problem {
  constructor(
    readonly problem: string,
    readonly fix: string,
  ) {
    super(problem);
    this.name = 'InvalidValue';
  }
}

/** A value for a message: short and in quotes, or its type. */
export function formatValue(value: unknown): string {
  const isPlain =
    typeof value === 'string' || typeof value === 'boolean' || typeof value === 'number';
  return isPlain && !Number.isNaN(value) ? quoted(String(value)) : typeName(value);
}

export function typeName(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (Number.isNaN(value)) return 'the result of an invalid calculation';
  if (typeof value === 'boolean') return `a boolean (${String(value)})`;
  return typeof value === 'object' ? 'an object' : typeof value;
}
