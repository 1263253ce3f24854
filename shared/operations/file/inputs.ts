import * as field from '../../fields';
import { invalidInput } from '../../errors/serviceError';
import { FILE_ID } from '../../service/fileSchema';
import { shortened } from '../../service/text';

/** Purposes with their size at 1x. */
export const PURPOSES = [
  { value: 'none', label: 'None', description: 'Stored as it is, in one size' },
  { value: 'template_logo', label: 'Logo', description: '160 x 50' },
  { value: 'template_icon', label: 'Icon', description: '29 x 29' },
  { value: 'template_hero', label: 'Hero', description: '1032 x 336' },
  { value: 'template_strip', label: 'Strip', description: '320 x 123' },
  { value: 'template_thumbnail', label: 'Thumbnail', description: '90 x 90' },
  { value: 'template_background', label: 'Background', description: '180 x 220' },
  { value: 'template_stamp', label: 'Stamp', description: '120 x 120' },
] as const;

const text = field.required(
  field.text({
    label: 'File ID',
    trimmed: true,
    placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
    description: 'As returned by an upload: file_ and 32 characters',
  }),
);

/** The ID of an uploaded file. */
export const fileId: typeof text = {
  ...text,
  read(raw, key, context) {
    const id = text.read(raw, key, context);
    if (FILE_ID.test(id)) return id;
    throw invalidInput(
      text.label,
      key,
      `is not a file ID: '${shortened(id)}'`,
      'A file ID is file_ and 32 characters, as returned by an upload.',
    );
  },
};
