import sharp from 'sharp';

import { notAnImage } from './refusals';

const HEADER_BYTES = 6;
const ENTRY_BYTES = 16;
const BITMAP_HEADER_BYTES = 40;
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47]);

/** Whether the content starts like an ICO file; the image library does not support the type. */
export function looksLikeIcon(bytes: Buffer): boolean {
  return (
    bytes.length > HEADER_BYTES + ENTRY_BYTES &&
    bytes.readUInt32LE(0) === 0x00010000 &&
    bytes.readUInt16LE(4) > 0
  );
}

/**
 * The largest picture of an ICO file: a PNG, or a bitmap of 24 or 32 bits.
 * @throws ServiceError 400 if it has neither
 */
export async function largestIcon(
  bytes: Buffer,
): Promise<{ image: sharp.Sharp; width: number; height: number }> {
  try {
    const picture = largestPicture(bytes);
    if (picture.subarray(0, 4).equals(PNG_SIGNATURE)) {
      const { width, height } = await sharp(picture).metadata();
      return { image: sharp(picture), width, height };
    }
    const { pixels, width, height } = readBitmap(picture);
    return { image: sharp(pixels, { raw: { width, height, channels: 4 } }), width, height };
  } catch {
    throw notAnImage();
  }
}

function largestPicture(bytes: Buffer): Buffer {
  const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    // A side of 256 pixels is written as 0.
    const area = (bytes.readUInt8(at) || 256) * (bytes.readUInt8(at + 1) || 256);
    return { area, size: bytes.readUInt32LE(at + 8), offset: bytes.readUInt32LE(at + 12) };
  });
  const largest = entries.reduce((a, b) => (b.area > a.area ? b : a));
  return bytes.subarray(largest.offset, largest.offset + largest.size);
}

/** A bitmap without file header: blue, green, red (and alpha), rows from the bottom up. */
function readBitmap(bitmap: Buffer): { pixels: Buffer; width: number; height: number } {
  const width = bitmap.readInt32LE(4);
  // The stated height counts the picture and its mask.
  const height = bitmap.readInt32LE(8) / 2;
  const bits = bitmap.readUInt16LE(14);
  if (bits !== 24 && bits !== 32) throw new RangeError(`Bitmap of ${bits} bits`);
  const stride = Math.ceil((width * bits) / 32) * 4;
  const pixels = Buffer.alloc(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const from = BITMAP_HEADER_BYTES + (height - 1 - y) * stride + (x * bits) / 8;
      const to = (y * width + x) * 4;
      pixels[to] = bitmap.readUInt8(from + 2);
      pixels[to + 1] = bitmap.readUInt8(from + 1);
      pixels[to + 2] = bitmap.readUInt8(from);
      pixels[to + 3] = bits === 32 ? bitmap.readUInt8(from + 3) : 255;
    }
  }
  return { pixels, width, height };
}
