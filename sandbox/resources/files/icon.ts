import sharp from 'sharp';

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
 * @throws Error if it has neither
 */
export function largestIcon(bytes: Buffer): sharp.Sharp {
  const entries = Array.from({ length: bytes.readUInt16LE(4) }, (_, index) => {
    const at = HEADER_BYTES + index * ENTRY_BYTES;
    // A side of 256 pixels is written as 0.
    const area = (bytes.readUInt8(at) || 256) * (bytes.readUInt8(at + 1) || 256);
    return { area, size: bytes.readUInt32LE(at + 8), offset: bytes.readUInt32LE(at + 12) };
  });
  const { offset, size } = entries.reduce((a, b) => (b.area > a.area ? b : a));
  const picture = bytes.subarray(offset, offset + size);
  return picture.subarray(0, 4).equals(PNG_SIGNATURE) ? sharp(picture) : bitmap(picture);
}

/** A bitmap without file header: blue, green, red (and alpha), rows from the bottom up. */
function bitmap(bytes: Buffer): sharp.Sharp {
  const width = bytes.readInt32LE(4);
  // The stated height counts the picture and its mask.
  const height = bytes.readInt32LE(8) / 2;
  const bits = bytes.readUInt16LE(14);
  if (bits !== 24 && bits !== 32) throw new RangeError(`Bitmap of ${bits} bits`);
  const channels = bits === 32 ? 4 : 3;
  const stride = Math.ceil((width * channels) / 4) * 4;
  const rows = Array.from({ length: height }, (_, row) => {
    const at = BITMAP_HEADER_BYTES + (height - 1 - row) * stride;
    return bytes.subarray(at, at + width * channels);
  });
  const raw = sharp(Buffer.concat(rows), { raw: { width, height, channels } });
  return raw.recomb([
    [0, 0, 1],
    [0, 1, 0],
    [1, 0, 0],
  ]);
}
