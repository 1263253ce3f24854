import path from 'node:path';

import sharp from 'sharp';

/** Zapier takes no SVG: the logo as a square, transparent PNG of at least this many pixels a side. */
export const ICON_SIZE = 256;

const SOURCE = path.join(__dirname, '../nodes/WalletPass/walletPass.svg');

/** The logo for Zapier, from the same drawing as the one for n8n. */
export function zapierIcon(): Promise<Buffer> {
  const drawnFor = 46;
  return sharp(SOURCE, { density: (72 * ICON_SIZE) / drawnFor })
    .resize(ICON_SIZE, ICON_SIZE)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
