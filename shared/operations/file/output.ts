import { type Output, type OutputFields, toOutput } from '../../fields/output';
import type { ServiceFile } from '../../service/schemas';

/** Renames the service's snake_case names to camelCase, as in all other outputs. */
export function fileOutput({ mime_type, template_id, source_url, ...file }: ServiceFile): Output {
  return toOutput(
    { ...file, mimeType: mime_type, templateId: template_id, sourceUrl: source_url },
    fileFields,
  );
}

export const fileFields = {
  id: { label: 'File ID', type: 'string', always: true },
  url: { label: 'URL', type: 'string', always: true },
  purpose: { label: 'Purpose', type: 'string' },
  mimeType: { label: 'MIME Type', type: 'string' },
  size: { label: 'Size (Bytes)', type: 'integer' },
  width: { label: 'Width', type: 'integer' },
  height: { label: 'Height', type: 'integer' },
  templateId: { label: 'Template ID', type: 'string' },
  created: { label: 'Created', type: 'datetime' },
  sourceUrl: { label: 'Source URL', type: 'string' },
  variants: {
    label: 'Variants',
    type: 'object',
    omitFromSimplified: true,
    fields: {
      '1x': { label: '1x', type: 'string' },
      '2x': { label: '2x', type: 'string' },
      '3x': { label: '3x', type: 'string' },
    },
  },
} satisfies OutputFields;

export const fileSample = {
  id: 'file_0123456789abcdef0123456789abcdef',
  url: 'https://files.example.com/file_0123456789abcdef0123456789abcdef.png',
  purpose: 'template_logo',
  mimeType: 'image/png',
  size: 5120,
  width: 160,
  height: 50,
  created: '2026-03-12T10:20:00.000Z',
};
