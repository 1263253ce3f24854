import { WALLET_A } from '../../shared/service/vocabulary';
import { words } from '../locales';

const FILL = '#14161a';
/** Visible on light pages and on dark ones, which have almost the color of the button. */
const OUTLINE = '#7d8794';

/** A wallet of the `pass` and `badge` objects. */
export type WalletKey = 'wallet_a' | 'wallet_b';

/** Label of a wallet's add button. */
export function buttonLabel(wallet: WalletKey, locale: string | undefined): string {
  const { addToWalletA, addToWalletB } = words(locale);
  return wallet === WALLET_A ? addToWalletA : addToWalletB;
}

/** The add-to-wallet button as an SVG image in the requested language. */
export function drawButton(wallet: WalletKey, locale: string | undefined): string {
  const label = buttonLabel(wallet, locale);
  const width = 78 + label.length * 9.8;
  const mark =
    wallet === WALLET_A
      ? '<rect x="18" y="15" width="26" height="20" rx="4" fill="#f5b83d"/><rect x="18" y="20" width="26" height="15" rx="4" fill="#4fb36b"/><path d="M18 25h8a5 5 0 0 0 10 0h8v6a4 4 0 0 1-4 4H22a4 4 0 0 1-4-4z" fill="#e8edf2"/>'
      : '<circle cx="31" cy="25" r="12" fill="#3b82f6"/><path d="M25 25.5l4.5 4.5 8-9" fill="none" stroke="#fff" stroke-width="3" stroke-linecap="round" stroke-linejoin="round"/>';
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="50" viewBox="0 0 ${width} 50" role="img" aria-label="${label}"><rect x=".75" y=".75" width="${width - 1.5}" height="48.5" rx="24.25" fill="${FILL}" stroke="${OUTLINE}" stroke-width="1.5"/>${mark}<text x="56" y="31" fill="#fff" font-family="system-ui, sans-serif" font-size="16" font-weight="600">${label}</text></svg>`;
}
