import { z } from 'zod';

import { badRequest } from '../errors';

/**
 * Validate a body or query against its shape. Unknown keys are tolerated and dropped.
 * @throws ServiceError 400 naming the first problem
 */
export function parse<Output>(
  schema: z.ZodType<Output, z.ZodTypeDef, unknown>,
  value: unknown,
): Output {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  const where = issue?.path.join('.') ?? '';
  throw badRequest(where === '' ? String(issue?.message) : `${where}: ${issue?.message}`);
}

/** A language code of two letters. */
export const localeCode = z
  .string()
  .regex(/^[a-z]{2}$/i, 'must be a two-letter language code')
  .transform((code) => code.toLowerCase());

/** Text; empty means absent. */
export const optionalText = z
  .string()
  .optional()
  .transform((text) => (text === '' ? undefined : text));

/** An email address in lowercase, as the service stores it. */
export const optionalEmail = optionalText.transform((email) => email?.trim().toLowerCase());

/** Required text. */
export const requiredText = z.string().refine((text) => text.trim() !== '', 'must not be empty');
