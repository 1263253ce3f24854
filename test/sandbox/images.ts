/** Images generated for tests. */
import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'gif' | 'tiff' | 'avif';

const render = (markup: string) => sharp(Buffer.from(markup));

/** SVG markup of a picture with a diagonal and a circle on a gradient: no part of it is solid. */
export function pictureSvg(width: number, height: number): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <defs><linearGradient id="g"><stop offset="0" stop-color="#123"/><stop offset="1" stop-color="#fc5"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/><circle cx="50%" cy="50%" r="20%" fill="#0a8"/></svg>`;
}

export function picture(format: Format, width = 640, height = 200): Promise<Buffer> {
  return render(pictureSvg(width, height)).toFormat(format).toBuffer();
}

/** A logo of bars and a circle. */
export function logo(background: string, format: Format = 'png'): Promise<Buffer> {
  return render(
    `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="100"><rect width="320" height="100" fill="${background}"/>
    <path d="M60 20h40v60h-40z M120 20h30v60h-30z" fill="#a01030"/><circle cx="220" cy="50" r="28" fill="#104080"/></svg>`,
  )
    .toFormat(format)
    .toBuffer();
}

/** A file that says it is HEIC, with pixels that no decoder can read. */
export async function undecodableHeic(): Promise<Buffer> {
  const bytes = await picture('avif', 64, 64);
  for (let at = bytes.indexOf('avif'); at >= 0; at = bytes.indexOf('avif')) bytes.write('heic', at);
  return bytes.fill(0, bytes.indexOf('mdat') + 4);
}

/** An ICO file with one PNG. */
export async function icon(): Promise<Buffer> {
  const size = 16;
  const content = await picture('png', size, size);
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(size, 6);
  head.writeUInt8(size, 7);
  head.writeUInt32LE(content.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, content]);
}

/** The RGBA value of a pixel. */
export async function pixel(image: Buffer, x: number, y: number): Promise<number[]> {
  const { data, info } = await sharp(image)
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * 4;
  return [...data.subarray(at, at + 4)];
}
