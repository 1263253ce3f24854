import { readFileSync } from 'node:fs';
import path from 'node:path';

import sharp from 'sharp';

import { ICON_SIZE, zapierIcon } from '../../scripts/docs/zapierIcon';
import { read, ROOT } from '../support/repository';

const ZAPIER_ICON = readFileSync(path.join(ROOT, 'zapier/icon.png'));

test.each(['walletPass.svg', 'walletPass.dark.svg'])(
  'The icon %s is square, drawn alone, and the same for nodes and credential',
  (name) => {
    const svg = read(`nodes/WalletPass/${name}`);
    expect(read(`credentials/${name}`)).toBe(svg);
    const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg) ?? [];
    expect(width).toBe(height);
    expect(svg).not.toMatch(/<image|<script|href=/);
  },
);

test("Zapier's icon is square, transparent, large and light enough", async () => {
  const expected = { format: 'png', width: ICON_SIZE, height: ICON_SIZE, hasAlpha: true };
  expect(await sharp(ZAPIER_ICON).metadata()).toMatchObject(expected);
  expect(ICON_SIZE).toBeGreaterThanOrEqual(256);
  expect(ZAPIER_ICON.byteLength).toBeLessThan(100_000);
  const { data } = await sharp(ZAPIER_ICON).raw().toBuffer({ resolveWithObject: true });
  const alpha = (x: number, y: number) => data[(y * ICON_SIZE + x) * 4 + 3];
  const last = ICON_SIZE - 1;
  expect([alpha(0, 0), alpha(last, 0), alpha(0, last), alpha(last, last)]).toEqual([0, 0, 0, 0]);
  expect(alpha(ICON_SIZE / 2, ICON_SIZE / 4)).toBe(255);
});

test("Zapier's icon is drawn from n8n's (else: npm run docs)", async () => {
  // Pixels, not bytes: other builds of the renderer may compress and round differently.
  const [committed, drawn] = await Promise.all(
    [ZAPIER_ICON, await zapierIcon()].map((png) => sharp(png).ensureAlpha().raw().toBuffer()),
  );
  expect(committed?.byteLength).toBe(drawn?.byteLength);
  const furthest = committed?.reduce(
    (most, value, at) => Math.max(most, Math.abs(value - (drawn?.[at] ?? 0))),
    0,
  );
  expect(furthest).toBeLessThanOrEqual(16);
});

test("The description of the Zapier app is within Zapier's limits", () => {
  const { description } = JSON.parse(read('zapier/package.json')) as { description: string };
  expect(description.length).toBeGreaterThanOrEqual(40);
  expect(description.length).toBeLessThanOrEqual(140);
  expect(description).not.toMatch(/zapier|sync/i);
});
