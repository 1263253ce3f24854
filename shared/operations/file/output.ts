import { compact } from '../../runtime/records';
import type { Output, OutputFields } from '../../fields/output';
import { isoFromEpoch } from '../../service/dates';
import type { ServiceFile } from '../../service/fileSchema';

/** Adds camelCase names, as in all other outputs, to the service's snake_case ones. */
export function fileOutput(file: ServiceFile): Output {
  return compact({
    ...file,
    purpose: file.purpose ?? undefined,
    mimeType: file.mime_type ?? undefined,
    templateId: file.template_id ?? undefined,
    createdIso: isoFromEpoch(file.created),
  });
}

export const fileFields = {
  id: { label: 'File ID', type: 'string', always: true, simple: true },
  url: { label: 'URL', type: 'string', always: true, simple: true },
  purpose: { label: 'Purpose', type: 'string', simple: true },
  mimeType: { label: 'MIME Type', type: 'string', simple: true, replacesKey: 'mime_type' },
  size: { label: 'Size (Bytes)', type: 'integer', simple: true },
  width: { label: 'Width', type: 'integer', simple: true },
  height: { label: 'Height', type: 'integer', simple: true },
  templateId: { label: 'Template ID', type: 'string', simple: true, replacesKey: 'template_id' },
  createdIso: { label: 'Created', type: 'datetime', simple: true },
  variants: { label: 'Variants', type: 'object' },
  source_url: { label: 'Source URL', type: 'string' },
  created: { label: 'Created (Epoch Milliseconds)', type: 'integer' },
} satisfies OutputFields;

export const fileSample = {
  id: 'file_0123456789abcdef0123456789abcdef',
  url: 'https://files.example.com/file_0123456789abcdef0123456789abcdef.png',
  purpose: 'template_logo',
  mimeType: 'image/png',
  size: 5120,
  width: 160,
  height: 50,
  createdIso: '2026-03-12T10:20:00.000Z',
};
