/** Images drawn as SVG: those of the seeded designs, the default ones (`plain`), and the wallet buttons. */
import { WALLET_A, type WALLET_B } from '../../shared/service/vocabulary';
import { words } from '../locales';

interface Theme {
  word: string;
  /** Color of the wordmark; needs contrast to the card. */
  ink: string;
  /** Sky, far and near color of the pictures. */
  scene: [sky: string, far: string, near: string];
  /** Path of a drawing in a 24 by 24 box. */
  glyph: string;
}

const THEMES = new Map<string, Theme>(
  Object.entries({
    plain: {
      word: 'Your logo',
      ink: '#ffffff',
      scene: ['#c9d3e0', '#7f93ad', '#35475e'],
      glyph: 'M12 3.5l2.6 5.4 5.9.8-4.3 4.1 1 5.9-5.2-2.8-5.2 2.8 1-5.9L3.5 9.7l5.9-.8z',
    },
    library: {
      word: 'Harbor Library',
      ink: '#ffffff',
      scene: ['#f6d9a8', '#d98f5c', '#6b3f3a'],
      glyph: 'M12 6c-2-2-5-2.5-8-2.5v14c3 0 6 .5 8 2.5 2-2 5-2.5 8-2.5v-14c-3 0-6 .5-8 2.5v14',
    },
    roastery: {
      word: 'Roastery',
      ink: '#4a2a14',
      scene: ['#f7b267', '#c8693c', '#5a2d1a'],
      glyph: 'M17.2 4.6a6 9 35 1 1-10.4 14.8 6 9 35 1 1 10.4-14.8M16 5c-5 3-3 8-8 14',
    },
    coffee: {
      word: 'Pine Street Coffee',
      ink: '#ffe9c9',
      scene: ['#8a5a33', '#6a4022', '#4d2c17'],
      glyph:
        'M4 9h13v6a5 5 0 0 1-5 5H9a5 5 0 0 1-5-5zM17 10h1.5a2.5 2.5 0 0 1 0 6H17M8 3v2.5M12.5 3v2.5',
    },
    bookshop: {
      word: 'Pine Bookshop',
      ink: '#ffffff',
      scene: ['#bfe3cf', '#4ea384', '#0b4638'],
      glyph: 'M12 3l5 7h-3l4 6H6l4-6H7zM12 16v5',
    },
    orchestra: {
      word: 'Lighthouse Orchestra',
      ink: '#ffffff',
      scene: ['#f28fad', '#7d4bb3', '#1b0f38'],
      glyph:
        'M9 18V5l10-2v12M9 18a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0M19 15a2.5 2.5 0 1 1-5 0 2.5 2.5 0 1 1 5 0',
    },
    ferry: {
      word: 'Harbor Ferries',
      ink: '#10243a',
      scene: ['#fff1b8', '#4fa3c7', '#12507a'],
      glyph: 'M3 14h18l-3 5H6zM6 14V9h9l3 5M10 9V5h3v4',
    },
  }),
);

const SIZES = new Map<string, [number, number]>(
  Object.entries({
    icon: [29, 29],
    thumbnail: [90, 90],
    strip: [320, 123],
    hero: [1032, 336],
    background: [180, 220],
  }),
);

/**
 * An image of the seed, such as `ferry-strip`.
 * @returns SVG markup, `undefined` for an unknown name
 */
export function drawArt(name: string): string | undefined {
  const [themeName = '', kind = ''] = name.split('-');
  const theme = THEMES.get(themeName);
  if (theme === undefined) return undefined;
  if (kind === 'logo') return logo(theme);
  if (kind === 'stamp') return stamp(theme);
  const size = SIZES.get(kind);
  // Stamps and fields cover the others.
  const showsGlyph = kind !== 'hero' && kind !== 'background';
  return size && picture(theme, ...size, showsGlyph);
}

function svg(width: number, height: number, content: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${content}</svg>`;
}

function glyph(theme: Theme, x: number, y: number, size: number, color: string): string {
  return `<path transform="translate(${x} ${y}) scale(${size / 24})" fill="none" stroke="${color}" stroke-width="2" stroke-linecap="round" stroke-linejoin="round" d="${theme.glyph}"/>`;
}

/** Glyph and wordmark; the text is scaled to the width of a logo. */
function logo(theme: Theme): string {
  const [first = '', ...rest] = theme.word.split(/ (?=\S+$)/);
  const style = 'font-family="Georgia, serif" font-weight="700" font-size="17"';
  const words =
    rest.length === 0
      ? `<text x="44" y="32" font-size="22">${first}</text>`
      : `<text x="44" y="21">${first}</text><text x="44" y="41">${rest.join(' ')}</text>`;
  return svg(
    160,
    50,
    `${glyph(theme, 2, 8, 34, theme.ink)}<g fill="${theme.ink}" ${style}>${words}</g>`,
  );
}

function stamp(theme: Theme): string {
  const ring = `<circle cx="60" cy="60" r="54" fill="${theme.ink}"/><circle cx="60" cy="60" r="47" fill="none" stroke="${theme.scene[2]}" stroke-width="2" stroke-dasharray="5 4"/>`;
  return svg(120, 120, ring + glyph(theme, 28, 26, 64, theme.scene[2]));
}

/** Sky, sun, three ranges of hills or waves, and the glyph in the sky. */
function picture(theme: Theme, width: number, height: number, showsGlyph: boolean): string {
  const [sky, far, near] = theme.scene;
  const at = (x: number, y: number) => `${(x * width).toFixed(1)} ${(y * height).toFixed(1)}`;
  const range = (y: number, fill: string, opacity: number, lift: number) =>
    `<path fill="${fill}" opacity="${opacity}" d="M${at(0, y)} C${at(0.2, y - lift)} ${at(0.32, y + lift)} ${at(0.5, y)} S${at(0.82, y - lift)} ${at(1, y - lift / 3)} L${at(1, 1)} L${at(0, 1)} Z"/>`;
  return svg(
    width,
    height,
    `<defs><linearGradient id="g" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${far}"/><stop offset="1" stop-color="${sky}"/></linearGradient></defs>
    <rect width="${width}" height="${height}" fill="url(#g)"/>
    <circle cx="${width * 0.76}" cy="${height * 0.46}" r="${height * 0.2}" fill="#fff" opacity=".75"/>
    ${range(0.62, far, 0.8, 0.16)}${range(0.74, near, 0.65, 0.12)}${range(0.86, near, 1, 0.08)}
    ${showsGlyph ? glyph(theme, width * 0.08, height * 0.12, height * 0.42, '#fff') : ''}`,
  );
}

/** A wallet of the `pass` and `badge` objects. */
export type WalletKey = typeof WALLET_A | typeof WALLET_B;

/** Label of a wallet's add button. */
export function buttonLabel(wallet: WalletKey, locale: string | undefined): string {
  const { addToWalletA, addToWalletB } = words(locale);
  return wallet === WALLET_A ? addToWalletA : addToWalletB;
}

/** Visible on light pages and on dark ones, which have almost the color of the button. */
const BUTTON_OUTLINE = '#7d8794';

/** The add-to-wallet button in the requested language. */
export function drawButton(wallet: WalletKey, locale: string | undefined): string {
  const mark =
    wallet === WALLET_A
      ? '<rect x="22" y="14" width="26" height="22" rx="4" fill="#4fb36b"/><path d="M22 24h8a5 5 0 0 0 10 0h8v8a4 4 0 0 1-4 4H26a4 4 0 0 1-4-4z" fill="#e8edf2"/>'
      : '<circle cx="35" cy="25" r="12" fill="#3b82f6"/><path d="M29 25.5l4.5 4.5 8-9" fill="none" stroke="#fff" stroke-width="3"/>';
  return svg(
    290,
    50,
    `<rect x=".75" y=".75" width="288.5" height="48.5" rx="24.25" fill="#14161a" stroke="${BUTTON_OUTLINE}" stroke-width="1.5"/>${mark}<text x="60" y="31" fill="#fff" font-family="system-ui, sans-serif" font-size="16" font-weight="600">${buttonLabel(wallet, locale)}</text>`,
  );
}
