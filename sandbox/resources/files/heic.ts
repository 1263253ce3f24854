import { notAnImage } from './refusals';

/** Brands of the HEIF family whose pictures are HEVC, which the image library cannot decode. */
const BRANDS = ['heic', 'heix', 'heim', 'heis', 'hevc', 'hevx'];

/** Whether the content starts as a HEIC file does. */
export function looksLikeHeic(bytes: Buffer): boolean {
  return (
    bytes.toString('latin1', 4, 8) === 'ftyp' && BRANDS.includes(bytes.toString('latin1', 8, 12))
  );
}

/**
 * Width and height of a HEIC file: those of its largest picture, because it may consist of tiles.
 * @throws ServiceError 400 if it states none
 */
export function heicSize(bytes: Buffer): { width: number; height: number } {
  let largest = { width: 0, height: 0 };
  // Each picture's size is in a box `ispe`: name, version and flags, width, height.
  for (let at = bytes.indexOf('ispe'); at !== -1; at = bytes.indexOf('ispe', at + 4)) {
    if (at + 16 > bytes.length) break;
    const size = { width: bytes.readUInt32BE(at + 8), height: bytes.readUInt32BE(at + 12) };
    if (size.width * size.height > largest.width * largest.height) largest = size;
  }
  if (largest.width === 0) throw notAnImage();
  return largest;
}
