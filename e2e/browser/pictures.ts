/** The pictures of the README: replaced only by `npm run e2e -- --pictures`, so that a run leaves no changes. */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

import type { Locator, Page } from 'playwright-core';
import sharp from 'sharp';

import { ROOT } from '../support/tools';

/** Maximum size of a picture in bytes, so that the README loads fast. */
const LIMIT = 150_000;

/** Whether this run takes pictures. */
export const takesPictures = (): boolean => process.env.WALLET_PASS_E2E_PICTURES !== undefined;

/**
 * Saves a picture as `docs/images/<name>.png`, reduced to a palette.
 * @param png screenshot of a browser
 * @throws Error if it is too large for a README
 */
export async function keepPicture(name: string, png: Buffer): Promise<void> {
  const small = await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer();
  if (small.length > LIMIT) throw new Error(`${name} is too large: ${small.length} bytes`);
  const folder = path.join(ROOT, 'docs/images');
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, `${name}.png`), small);
}

/** CSS pixels to add around an area; negative values crop it. */
export interface Margin {
  left?: number;
  right?: number;
  top?: number;
  bottom?: number;
}

/** The part of a page that the elements occupy together, as PNG. */
export async function pictureAround(
  page: Page,
  elements: readonly Locator[],
  { left = 0, right = 0, top = 0, bottom = 0 }: Margin = {},
): Promise<Buffer> {
  const boxes = await Promise.all(
    elements.map(async (element) => {
      const box = await element.boundingBox();
      if (!box) throw new Error('An element of the picture is not visible');
      return box;
    }),
  );
  const x = Math.min(...boxes.map((box) => box.x)) - left;
  const y = Math.min(...boxes.map((box) => box.y)) - top;
  const width = Math.max(...boxes.map((box) => box.x + box.width)) + right - x;
  const height = Math.max(...boxes.map((box) => box.y + box.height)) + bottom - y;
  return await page.screenshot({ clip: { x, y, width, height } });
}
