import type { Design } from '../state/entities';

const HEX = /^#([0-9a-f]{3}|[0-9a-f]{6})$/i;
const LIGHT = '#ffffff';
const DARK = '#14161a';

/** Colors of a rendered card; always valid CSS colors. */
interface CardColors {
  background: string;
  text: string;
  label: string;
}

/**
 * Colors of a design. Text and label follow the background, unless `adjustTextColor` is false and the
 * design has its own.
 */
export function cardColors(design: Design): CardColors {
  const background = hexOr(design.backgroundColor, '#44505e');
  const readable = readableOn(background);
  if (design.adjustTextColor !== false) {
    return {
      background,
      text: readable,
      label: `color-mix(in srgb, ${readable} 72%, ${background})`,
    };
  }
  const text = hexOr(design.textColor, readable);
  return { background, text, label: hexOr(design.labelColor, text) };
}

function hexOr(value: unknown, otherwise: string): string {
  return typeof value === 'string' && HEX.test(value) ? value : otherwise;
}

/** Light or dark text, whichever has more contrast (WCAG). */
function readableOn(hex: string): string {
  const own = luminance(hex);
  const contrast = (other: number) => (Math.max(own, other) + 0.05) / (Math.min(own, other) + 0.05);
  return contrast(luminance(LIGHT)) >= contrast(luminance(DARK)) ? LIGHT : DARK;
}

function luminance(hex: string): number {
  const digits =
    hex.length === 4
      ? Array.from(hex.slice(1))
          .map((d) => d + d)
          .join('')
      : hex.slice(1);
  const [r = 0, g = 0, b = 0] = [0, 2, 4].map((at) => {
    const channel = parseInt(digits.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
