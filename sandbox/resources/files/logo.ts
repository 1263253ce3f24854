/** Finding and removing the solid background of a logo. */
import type { Pixels } from './image';

type Color = readonly [number, number, number];

/** Up to this far from the background color (0 to 255, largest channel) a pixel is background. */
const SAME = 24;
/** Beyond this a pixel is all foreground; in between, it mixes both. */
const DIFFERENT = 96;
/** This share of the border must be of one color. */
const SOLID_SHARE = 0.97;
/** A copy is clean if at most this share of what is left mixes with the background. */
const MOST_MIXED = 0.25;

/** Whether any pixel is transparent. */
export function hasTransparency({ data }: Pixels): boolean {
  return alphas(data).some((alpha) => alpha < 250);
}

/** Whether nothing is visible. */
export function isEmpty({ data }: Pixels): boolean {
  return alphas(data).every((alpha) => alpha === 0);
}

/** The color of a solid background, determined from the border; `undefined` if it is not solid. */
export function solidBackground({ data, width, height }: Pixels): Color | undefined {
  const color = colorAt(data, 0);
  let border = 0;
  let same = 0;
  for (let at = 0; at < width * height; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) continue;
    border += 1;
    if (distance(colorAt(data, at), color) <= SAME) same += 1;
  }
  return same >= border * SOLID_SHARE && !hasTransparency({ data, width, height })
    ? color
    : undefined;
}

/**
 * Make the background transparent, and what mixes with it partly so.
 * @returns the copy, and whether it is clean: its edges are sharp
 */
export function removeBackground(
  pixels: Pixels,
  background: Color,
): { copy: Pixels; clean: boolean } {
  const data = Buffer.from(pixels.data);
  let left = 0;
  let mixed = 0;
  for (let at = 0; at * 4 < data.length; at += 1) {
    const own = colorAt(data, at);
    const far = distance(own, background);
    const share = far <= SAME ? 0 : Math.min(1, far / DIFFERENT);
    if (share > 0) left += 1;
    if (share > 0 && share < 1) {
      mixed += 1;
      // Take the background's part out of the color.
      own.forEach((channel, i) => {
        const unmixed = (channel - (1 - share) * (background[i] ?? 0)) / share;
        data[at * 4 + i] = Math.max(0, Math.min(255, Math.round(unmixed)));
      });
    }
    data[at * 4 + 3] = Math.round(255 * share);
  }
  return { copy: { ...pixels, data }, clean: left > 0 && mixed <= left * MOST_MIXED };
}

/** Replace the color of every pixel and keep its opacity. @param hex `#rrggbb` */
export function inOneColor(pixels: Pixels, hex: string): Pixels {
  const color = Buffer.from(hex.slice(1), 'hex');
  const data = Buffer.from(pixels.data);
  for (let at = 0; at < data.length; at += 4) data.set(color, at);
  return { ...pixels, data };
}

function colorAt(data: Buffer, at: number): Color {
  return [data.readUInt8(at * 4), data.readUInt8(at * 4 + 1), data.readUInt8(at * 4 + 2)];
}

function alphas(data: Buffer): Buffer {
  return data.filter((_, at) => at % 4 === 3) as Buffer;
}

function distance(a: Color, b: Color): number {
  return Math.max(...a.map((channel, i) => Math.abs(channel - (b[i] ?? 0))));
}
