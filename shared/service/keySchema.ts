import { z } from 'zod';

/** An API key without its value. */
export const apiKeySchema = z
  .object({
    id: z.string().min(1),
    label: z.string().nullish(),
    prefix: z.string().nullish(),
    scopes: z.array(z.string()).nullish(),
    createdAt: z.number().nullish(),
    lastUsedAt: z.number().nullish(),
    disabledAt: z.number().nullish(),
    rotatedAt: z.number().nullish(),
  })
  .passthrough();
export type ApiKey = z.infer<typeof apiKeySchema>;

/**
 * A list of keys, bare or in an object: the wrapper is not documented. The Default key comes with its
 * full value, so only the fields that are not secret are read (docs/service.md#the-default-key).
 */
const listedKey = apiKeySchema.strip();
export const apiKeyListSchema = z.union([
  z.array(listedKey),
  z.object({ keys: z.array(listedKey) }).transform(({ keys }) => keys),
  z.object({ data: z.array(listedKey) }).transform(({ data }) => data),
]);

/** A changed key, bare or in an object: the response is not documented. */
export const changedKeySchema = z.union([
  listedKey,
  z.object({ key: listedKey }).transform(({ key }) => key),
]);

/** Answer of creating and rotating: the only time the full value is shown. */
export const newKeySchema = z.object({ key: listedKey.nullish(), plaintext: z.string().min(1) });
