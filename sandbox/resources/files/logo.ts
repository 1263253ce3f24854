/** Removing the solid background of a logo, and coloring it. */

/** A picture in raw RGBA pixels, row by row. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

/** Up to this far from the background color (0 to 255, largest channel) a pixel is background. */
const SAME = 24;
/** Beyond this a pixel is all foreground; in between, it is partly transparent. */
const DIFFERENT = 96;
/** This share of the border must be of one color. */
const SOLID_SHARE = 0.97;
/** A copy is clean if at most this share of what is left is partly transparent. */
const MOST_MIXED = 0.25;

/** Whether any pixel is transparent. */
export function hasTransparency({ data }: Pixels): boolean {
  return data.some((alpha, at) => at % 4 === 3 && alpha < 250);
}

/**
 * Make a solid background transparent; its color is that of the border.
 * @returns the copy, and whether it is clean; `undefined` without a solid background, or if nothing would be left
 */
export function removeBackground(pixels: Pixels): { copy: Pixels; clean: boolean } | undefined {
  const { width, height } = pixels;
  if (hasTransparency(pixels)) return undefined;
  const data = Buffer.from(pixels.data);
  const count = { border: 0, solid: 0, left: 0, mixed: 0 };
  for (let at = 0; at < width * height; at += 1) {
    const distance = Math.max(
      ...[0, 1, 2].map((i) => Math.abs((pixels.data[at * 4 + i] ?? 0) - (pixels.data[i] ?? 0))),
    );
    const opacity = distance <= SAME ? 0 : Math.min(1, distance / DIFFERENT);
    data[at * 4 + 3] = Math.round(255 * opacity);
    if (opacity > 0) count.left += 1;
    if (opacity > 0 && opacity < 1) count.mixed += 1;
    const [x, y] = [at % width, Math.floor(at / width)];
    if (x > 0 && x < width - 1 && y > 0 && y < height - 1) continue;
    count.border += 1;
    if (opacity === 0) count.solid += 1;
  }
  if (count.left === 0 || count.solid < count.border * SOLID_SHARE) return undefined;
  return { copy: { ...pixels, data }, clean: count.mixed <= count.left * MOST_MIXED };
}

/** Replace the color of every pixel and keep its opacity. @param hex `#rrggbb` */
export function inOneColor(pixels: Pixels, hex: string): Pixels {
  const color = Buffer.from(hex.slice(1), 'hex');
  const data = Buffer.from(pixels.data);
  for (let at = 0; at < data.length; at += 4) data.set(color, at);
  return { ...pixels, data };
}
