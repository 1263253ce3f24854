import { badRequest, ServiceError } from '../../errors';

/** Over `LIMITS.fileUploadBytes`. */
export const fileTooLarge = () => new ServiceError(413, 'File exceeds 10 MiB limit');

export const notAnImage = () =>
  badRequest(
    'The file could not be read as an image. Send PNG, JPEG, WebP, SVG, AVIF, HEIC, GIF, TIFF or ICO.',
  );

/** HEIC images are recognized, but cannot be decoded here. */
export const heicNotDecoded = () =>
  badRequest('HEIC images cannot be converted here. Send PNG, JPEG or WebP.');
