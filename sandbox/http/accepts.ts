import type { MiddlewareHandler } from 'hono';
import { z } from 'zod';

import type { ApiContext, ApiEnv } from './env';
import { isMultipart } from './request';

/** The keys an endpoint knows. A part that is left out knows none. */
export interface Accepted {
  query?: z.ZodTypeAny;
  body?: z.ZodTypeAny;
  /** Of a body that is a form with files; it is not looked into without. */
  form?: z.ZodTypeAny;
}

const NOTHING = z.object({});

/**
 * Note in the log which keys of a request its endpoint does not know. They are tolerated, as the
 * service tolerates them; a test can ask that a client sends none.
 */
export function accepts({ query = NOTHING, body = NOTHING, form }: Accepted) {
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

/** A form that cannot be read is refused by its handler. */
async function formOf(c: ApiContext): Promise<unknown> {
  return c.req.parseBody().catch(() => undefined);
}

/** Paths of the keys in `value` that `schema` does not name, such as `body.passes.0.colour`. */
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
