import { z } from 'zod';

/**
 * Paths of the keys in `value` that are not in `schema`, such as `body.passes.0.color`. The service tolerates
 * them; they are logged, so that a test can assert that a client sends none.
 */
export function unknownKeys(schema: z.ZodTypeAny, value: unknown, path: string): string[] {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return unknownKeys(schema.unwrap() as z.ZodTypeAny, value, path);
  }
  if (schema instanceof z.ZodDefault) {
    return unknownKeys(schema.removeDefault() as z.ZodTypeAny, value, path);
  }
  if (schema instanceof z.ZodEffects) {
    return unknownKeys(schema.innerType() as z.ZodTypeAny, value, path);
  }
  if (schema instanceof z.ZodArray) {
    if (!Array.isArray(value)) return [];
    const element = schema.element as z.ZodTypeAny;
    return value.flatMap((item, at) => unknownKeys(element, item, `${path}.${at}`));
  }
  if (!(schema instanceof z.ZodObject) || typeof value !== 'object' || value === null) return [];
  const shape = schema.shape as Record<string, z.ZodTypeAny>;
  const isOpen = schema._def.unknownKeys === 'passthrough';
  return Object.entries(value).flatMap(([key, part]) => {
    const known = Object.hasOwn(shape, key) ? shape[key] : undefined;
    if (known !== undefined) return unknownKeys(known, part, `${path}.${key}`);
    return isOpen ? [] : [`${path}.${key}`];
  });
}
