/** Finding and removing the solid background of a logo. Pixels are RGBA, row by row. */

/** A picture in raw RGBA pixels. */
export interface Pixels {
  data: Buffer;
  width: number;
  height: number;
}

type Color = readonly [number, number, number];

/** Up to this far from the background color (0 to 255, largest channel) a pixel is background. */
const SAME = 24;
/** Beyond this a pixel at the edge is all foreground; in between, it is partly transparent. */
const DIFFERENT = 96;
/** This share of the border must be of one color. */
const SOLID_SHARE = 0.97;
/** A copy is clean with at least this share of the picture left... */
const LEAST_LEFT = 0.005;
/** ...and at most this share of it background that the removal could not reach. */
const MOST_ENCLOSED = 0.02;

/** Whether any pixel is transparent. */
export function hasTransparency({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if ((data[at] as number) < 250) return true;
  return false;
}

/** Whether nothing is visible. */
export function isEmpty({ data }: Pixels): boolean {
  for (let at = 3; at < data.length; at += 4) if (data[at] !== 0) return false;
  return true;
}

/** The color of a solid background, determined from the border; `undefined` if it is not solid. */
export function solidBackground(pixels: Pixels): Color | undefined {
  const border = borderOf(pixels);
  const channel = (offset: number): number => {
    const values = border.map((at) => pixels.data[at * 4 + offset] as number).sort((a, b) => a - b);
    return values[values.length >> 1] as number;
  };
  const color: Color = [channel(0), channel(1), channel(2)];
  const same = border.filter(
    (at) => (pixels.data[at * 4 + 3] as number) >= 250 && distance(pixels, at, color) <= SAME,
  );
  return same.length >= border.length * SOLID_SHARE ? color : undefined;
}

/**
 * Remove the background that is connected to the border, and soften the edge it leaves.
 * @returns the copy, and whether it is clean: something is left, and it encloses no background
 */
export function removeBackground(pixels: Pixels, color: Color): { copy: Pixels; clean: boolean } {
  const { width, height } = pixels;
  const removed = flood(pixels, color);
  const data = Buffer.from(pixels.data);
  let left = 0;
  let enclosed = 0;
  for (let at = 0; at < width * height; at += 1) {
    if (removed[at] === 1) {
      data[at * 4 + 3] = 0;
      continue;
    }
    left += 1;
    const far = distance(pixels, at, color);
    if (far <= SAME) enclosed += 1;
    else if (far < DIFFERENT && neighbours(at, width, height).some((next) => removed[next] === 1)) {
      unmix(data, at, color, far / DIFFERENT);
    }
  }
  const all = width * height;
  const clean = left >= all * LEAST_LEFT && enclosed <= all * MOST_ENCLOSED;
  return { copy: { data, width, height }, clean };
}

/** Make all background transparent, enclosed or not, as a silhouette needs it. */
export function keyOut(pixels: Pixels, color: Color): Pixels {
  const data = Buffer.from(pixels.data);
  for (let at = 0; at * 4 < data.length; at += 1) {
    const far = distance(pixels, at, color);
    const share = far <= SAME ? 0 : Math.min(1, far / DIFFERENT);
    data[at * 4 + 3] = Math.round((data[at * 4 + 3] as number) * share);
  }
  return { ...pixels, data };
}

/** Replace the color of every visible pixel and keep its opacity. */
export function inOneColor({ data, width, height }: Pixels, color: Color): Pixels {
  const copy = Buffer.from(data);
  for (let at = 0; at < copy.length; at += 4) copy.set(color, at);
  return { data: copy, width, height };
}

/** `#rrggbb` as three numbers from 0 to 255. */
export function colorOf(hex: string): Color {
  const value = parseInt(hex.slice(1), 16);
  return [(value >> 16) & 255, (value >> 8) & 255, value & 255];
}

function flood(pixels: Pixels, color: Color): Uint8Array {
  const { width, height } = pixels;
  const removed = new Uint8Array(width * height);
  const queue: number[] = [];
  const visit = (at: number) => {
    if (removed[at] === 1 || distance(pixels, at, color) > SAME) return;
    removed[at] = 1;
    queue.push(at);
  };
  borderOf(pixels).forEach(visit);
  for (let at = queue.pop(); at !== undefined; at = queue.pop()) {
    neighbours(at, width, height).forEach(visit);
  }
  return removed;
}

/** An edge pixel mixes background and foreground: remove the background part. */
function unmix(data: Buffer, at: number, background: Color, share: number): void {
  for (let i = 0; i < 3; i += 1) {
    const mixed = data[at * 4 + i] as number;
    const own = (mixed - (1 - share) * (background[i] as number)) / share;
    data[at * 4 + i] = Math.max(0, Math.min(255, Math.round(own)));
  }
  data[at * 4 + 3] = Math.round((data[at * 4 + 3] as number) * share);
}

function distance({ data }: Pixels, at: number, [r, g, b]: Color): number {
  return Math.max(
    Math.abs((data[at * 4] as number) - r),
    Math.abs((data[at * 4 + 1] as number) - g),
    Math.abs((data[at * 4 + 2] as number) - b),
  );
}

function neighbours(at: number, width: number, height: number): number[] {
  const x = at % width;
  const next = [];
  if (x > 0) next.push(at - 1);
  if (x < width - 1) next.push(at + 1);
  if (at >= width) next.push(at - width);
  if (at < width * (height - 1)) next.push(at + width);
  return next;
}

function borderOf({ width, height }: Pixels): number[] {
  const border = [];
  for (let x = 0; x < width; x += 1) border.push(x, (height - 1) * width + x);
  for (let y = 1; y < height - 1; y += 1) border.push(y * width, y * width + width - 1);
  return border;
}
