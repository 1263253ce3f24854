import * as field from '../../fields';

/** Purposes with their size at 1x. */
export const PURPOSES = [
  { value: 'none', label: 'None', description: 'Stored unchanged, in one size' },
  { value: 'template_logo', label: 'Logo', description: '160 x 50' },
  { value: 'template_icon', label: 'Icon', description: '29 x 29' },
  { value: 'template_hero', label: 'Hero', description: '1032 x 336' },
  { value: 'template_strip', label: 'Strip', description: '320 x 123' },
  { value: 'template_thumbnail', label: 'Thumbnail', description: '90 x 90' },
  { value: 'template_background', label: 'Background', description: '180 x 220' },
  { value: 'template_stamp', label: 'Stamp', description: '120 x 120' },
] as const;

/** The ID of an uploaded file. */
export const fileId = field.required(
  field.fileId({
    label: 'File',
    placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
    description: 'ID returned by an upload; starts with file_',
  }),
);
