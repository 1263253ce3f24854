import { z } from 'zod';

/** An API key without its value. */
const apiKeySchema = z
  .object({
    id: z.string().min(1),
    label: z.string(),
    prefix: z.string(),
    scopes: z.array(z.string()),
    createdAt: z.number().nullable(),
    lastUsedAt: z.number().nullable(),
    disabledAt: z.number().nullable(),
    rotatedAt: z.number().nullable(),
  })
  .passthrough();
export type ApiKey = z.infer<typeof apiKeySchema>;

/**
 * An array of keys, alone or in an object: the wrapper is not documented. The response contains the
 * full value of the Default key, so unknown fields are dropped (docs/service.md#the-default-key).
 */
const listedKey = apiKeySchema.strip();
export const apiKeyListSchema = z.union([
  z.array(listedKey),
  z.object({ keys: z.array(listedKey) }).transform(({ keys }) => keys),
  z.object({ data: z.array(listedKey) }).transform(({ data }) => data),
]);

/** An updated key, alone or in an object: the response is not documented. */
export const changedKeySchema = z.union([
  listedKey,
  z.object({ key: listedKey }).transform(({ key }) => key),
]);

/** Response of create and rotate, the only ones with the full value. */
export const newKeySchema = z.object({ key: listedKey, plaintext: z.string().min(1) });

/** The same for rotate, which is not documented to have the key. */
export const rotatedKeySchema = newKeySchema.partial({ key: true });
