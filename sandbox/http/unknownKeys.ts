import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';

import type { ApiContext, ApiEnv } from './env';
import { isMultipart } from './request';

/** Schemas of the keys an endpoint knows; an absent part has none. */
interface KnownKeys {
  query?: z.ZodTypeAny;
  body?: z.ZodTypeAny;
  /** For multipart bodies; without it, their keys are not checked. */
  form?: z.ZodTypeAny;
}

const NOTHING = z.object({});

/**
 * Middleware that logs the keys of a request that its endpoint does not know. They are tolerated, as the
 * service tolerates them; a test can assert that a client sends none.
 */
export function reportUnknownKeys({ query = NOTHING, body = NOTHING, form }: KnownKeys) {
  const note: MiddlewareHandler<ApiEnv> = async (c, next) => {
    const given = Object.fromEntries(new URL(c.req.url).searchParams);
    const [schema, sent] = isMultipart(c)
      ? [form ?? z.unknown(), form && (await formOf(c))]
      : [body, c.get('logged').body];
    c.get('logged').unknownKeys = [
      ...unknownKeys(query, given, 'query'),
      ...unknownKeys(schema, sent, 'body'),
    ];
    await next();
  };
  return note;
}

/** An unreadable form is refused by the handler. */
async function formOf(c: ApiContext): Promise<unknown> {
  return c.req.parseBody().catch(() => undefined);
}

/** Paths of the keys in `value` that are not in `schema`, such as `body.passes.0.color`. */
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
