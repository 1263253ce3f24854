import sharp from 'sharp';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const BITMAP_HEADER_BYTES = 40;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Whether the content starts like an ICO file; the image library does not support the type. */
export function looksLikeIcon(bytes: Buffer): boolean {
  return bytes.length > HEADER_BYTES + ENTRY_BYTES && bytes.readUInt32LE(0) === 0x00010000;
}

/**
 * The first picture of an ICO file: a PNG, or a bitmap of 32 bits.
 * @throws Error if it is neither
 */
export function firstPicture(bytes: Buffer): sharp.Sharp {
  const [size, offset] = [
    bytes.readUInt32LE(HEADER_BYTES + 8),
    bytes.readUInt32LE(HEADER_BYTES + 12),
  ];
  const picture = bytes.subarray(offset, offset + size);
  if (picture.subarray(0, 4).equals(PNG_SIGNATURE)) return sharp(picture);
  const width = picture.readInt32LE(4);
  // The stated height counts the picture and its mask.
  const height = picture.readInt32LE(8) / 2;
  const pixels = picture.subarray(BITMAP_HEADER_BYTES, BITMAP_HEADER_BYTES + width * height * 4);
  // Rows from the bottom up, pixels as blue, green, red and alpha.
  const raw = sharp(pixels, { raw: { width, height, channels: 4 } }).flip();
  return raw.recomb([
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);
}
