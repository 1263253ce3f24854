import { toSVG } from 'bwip-js/node';

import type { BarcodeType } from '../../shared/service/vocabulary';

/** The barcode library's names for the service's types. */
const SYMBOLS: Record<BarcodeType, string> = {
  qrcode: 'qrcode',
  code128: 'code128',
  pdf417: 'pdf417',
  azteccode: 'azteccode',
  code39: 'code39',
  codabar: 'rationalizedCodabar',
  ean13: 'ean13',
  itf: 'interleaved2of5',
};
const SQUARE: readonly string[] = ['qrcode', 'azteccode'];

/** A drawn barcode. */
export interface Barcode {
  /** SVG markup of the bars only, without the value as text. */
  svg: string;
  square: boolean;
}

/**
 * Draw `value` as `type`. A value the type cannot encode is drawn as code128, as wallets do for unknown
 * types.
 * @returns `undefined` if code128 cannot encode it either
 */
export function drawBarcode(type: BarcodeType, value: string): Barcode | undefined {
  for (const symbol of [SYMBOLS[type], SYMBOLS.code128]) {
    const square = SQUARE.includes(symbol);
    try {
      const svg = toSVG({
        bcid: symbol,
        text: value,
        scale: 2,
        ...(square || symbol === 'pdf417' ? {} : { height: 14 }),
      });
      return { svg, square };
    } catch {
      // The type cannot encode this value: try the next.
    }
  }
  return undefined;
}
