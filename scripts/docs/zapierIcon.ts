import path from 'node:path';

import sharp from 'sharp';

/** Zapier requires a square, transparent PNG with at least this width in pixels. */
export const ICON_SIZE = 256;

const SOURCE = path.join(__dirname, '../../nodes/WalletPass/walletPass.svg');

/** The logo for Zapier as PNG, rendered from n8n's SVG. */
export function zapierIcon(): Promise<Buffer> {
  const svgSize = 46;
  return sharp(SOURCE, { density: (72 * ICON_SIZE) / svgSize })
    .resize(ICON_SIZE, ICON_SIZE)
    .png({ compressionLevel: 9 })
    .toBuffer();
}
