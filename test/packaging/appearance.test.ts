import { readFile } from 'node:fs/promises';
import path from 'node:path';

import sharp from 'sharp';

import { ICON_SIZE, zapierIcon } from '../../scripts/docs/zapierIcon';

const ROOT = path.resolve(__dirname, '../..');
const read = (file: string) => readFile(path.join(ROOT, file));

/** Icons and metadata for n8n's node list and Zapier's app directory. */
describe('icons', () => {
  it.each(['walletPass.svg', 'walletPass.dark.svg'])(
    '%s is square, drawn alone, and the same for nodes and credential',
    async (name) => {
      const svg = await read(`nodes/WalletPass/${name}`);
      expect(await read(`credentials/${name}`)).toEqual(svg);
      const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg.toString()) ?? [];
      expect(width).toBe(height);
      expect(svg.toString()).not.toMatch(/<image|<script|href=/);
    },
  );

  it("Zapier's is square, transparent, large and light enough", async () => {
    const png = await read('zapier/icon.png');
    expect(await sharp(png).metadata()).toMatchObject({
      format: 'png',
      width: ICON_SIZE,
      height: ICON_SIZE,
      hasAlpha: true,
    });
    expect(ICON_SIZE).toBeGreaterThanOrEqual(256);
    expect(png.byteLength).toBeLessThan(100_000);
    const { data } = await sharp(png).raw().toBuffer({ resolveWithObject: true });
    const alpha = (x: number, y: number) => data[(y * ICON_SIZE + x) * 4 + 3];
    const last = ICON_SIZE - 1;
    expect([alpha(0, 0), alpha(last, 0), alpha(0, last), alpha(last, last)]).toEqual([0, 0, 0, 0]);
    expect(alpha(ICON_SIZE / 2, ICON_SIZE / 4)).toBe(255);
  });

  it("Zapier's is drawn from n8n's (else: npm run docs)", async () => {
    // Pixels, not bytes: other builds of the renderer may compress and round differently.
    const [committed, drawn] = await Promise.all(
      [await read('zapier/icon.png'), await zapierIcon()].map((png) =>
        sharp(png).ensureAlpha().raw().toBuffer(),
      ),
    );
    expect(committed?.byteLength).toBe(drawn?.byteLength);
    const furthest = committed?.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (drawn?.[at] ?? 0))),
      0,
    );
    expect(furthest).toBeLessThanOrEqual(16);
  });
});
