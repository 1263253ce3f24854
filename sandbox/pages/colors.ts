import type { Design } from '../state/entities';

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const LIGHT = '#ffffff';
const DARK = '#14161a';

/**
 * Colors of a design, always valid in CSS. Text and label follow the background, unless `adjustTextColor` is false
 * and the design has its own.
 */
export function cardColors(design: Design): { background: string; text: string; label: string } {
  const hexOr = (value: string | undefined, otherwise: string) =>
    value !== undefined && HEX.test(value) ? value : otherwise;
  const background = hexOr(design.backgroundColor, '#44505e');
  const readable = contrast(background, LIGHT) >= contrast(background, DARK) ? LIGHT : DARK;
  if (design.adjustTextColor !== false) {
    const label = `color-mix(in srgb, ${readable} 72%, ${background})`;
    return { background, text: readable, label };
  }
  const text = hexOr(design.textColor, readable);
  return { background, text, label: hexOr(design.labelColor, text) };
}

/** The contrast of two colors (WCAG). */
export function contrast(a: string, b: string): number {
  const [bright = 0, dim = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (bright + 0.05) / (dim + 0.05);
}

function luminance(hex: string): number {
  const digits = hex.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
