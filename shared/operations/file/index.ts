import type { Resource } from '../operation';
import { createLogoFile } from './createLogo';
import { deleteOne } from './delete';
import { get } from './get';
import { upload } from './upload';

export const file: Resource = {
  key: 'file',
  label: 'File',
  description: 'Image for a card design',
  operations: [upload, get, createLogoFile, deleteOne],
};
