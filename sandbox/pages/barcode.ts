import { toSVG } from 'bwip-js/node';

import type { BarcodeType } from '../../shared/service/vocabulary';

/** The barcode library's names for the service's types, where they differ. */
const SYMBOLS: Partial<Record<BarcodeType, string>> = {
  codabar: 'rationalizedCodabar',
  itf: 'interleaved2of5',
};
const SQUARE: readonly string[] = ['qrcode', 'azteccode'];

/**
 * Draw the bars of `value` as `type`. A value the type cannot encode is drawn as code128, as wallets do for unknown
 * types.
 * @returns SVG markup; `undefined` if code128 cannot encode it either
 */
export function drawBarcode(type: BarcodeType, value: string) {
  for (const bcid of [SYMBOLS[type] ?? type, 'code128']) {
    const square = SQUARE.includes(bcid);
    const height = square || bcid === 'pdf417' ? {} : { height: 14 };
    try {
      return { svg: toSVG({ bcid, text: value, scale: 2, ...height }), square };
    } catch {
      // The type cannot encode this value: try the next.
    }
  }
  return undefined;
}
