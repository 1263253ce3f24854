import * as field from '../../fields';

/** Purposes with their size at 1x. */
export const PURPOSES = [
  { value: 'none', label: 'None', description: 'Stored unchanged, in one size' },
  { value: 'template_logo', label: 'Logo', description: '160 × 50 pixels' },
  { value: 'template_icon', label: 'Icon', description: '29 × 29 pixels' },
  { value: 'template_hero', label: 'Hero', description: '1032 × 336 pixels' },
  { value: 'template_strip', label: 'Strip', description: '320 × 123 pixels' },
  { value: 'template_thumbnail', label: 'Thumbnail', description: '90 × 90 pixels' },
  { value: 'template_background', label: 'Background', description: '180 × 220 pixels' },
  { value: 'template_stamp', label: 'Stamp', description: '120 × 120 pixels' },
] as const;

/** The ID of an uploaded file. */
export const fileId = field.required(
  field.fileId({
    label: 'File',
    placeholder: 'e.g. file_0123456789abcdef0123456789abcdef',
    description: 'ID returned by an upload; starts with file_',
  }),
);
