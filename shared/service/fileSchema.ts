import { z } from 'zod';

import { requiredWebUrl, webUrl } from './webUrl';

/** A file. Its keys are in snake_case, unlike all others. */
export const fileSchema = z
  .object({
    id: z.string().min(1),
    url: requiredWebUrl,
    purpose: z.string().nullish(),
    mime_type: z.string(),
    size: z.number(),
    width: z.number(),
    height: z.number(),
    /** Present if the upload had a purpose; a hero has only one size. */
    variants: z.record(z.string(), webUrl).nullish(),
    template_id: z.string().nullish(),
    source_url: webUrl,
    created: z.number(),
  })
  .passthrough();
export type ServiceFile = z.infer<typeof fileSchema>;

/** `file_` and 32 hex characters. */
export const FILE_ID = /^file_[0-9a-f]{32}$/i;
