import { WALLET_A, WALLET_B } from '../../../shared/service/vocabulary';
import { supportedLocale } from '../../locales';
import type { State } from '../../state/state';

/** URL of a pass page; `?locale=` may be appended. */
export function passLink(state: State, passId: string): string {
  return `${state.baseUrl}/p/${encodeURIComponent(passId)}`;
}

/** URL of the page that shows every pass of a multi-pass issue. */
export function groupLink(state: State, groupId: string): string {
  return `${state.baseUrl}/g/${encodeURIComponent(groupId)}`;
}

/** The `pass` object of a response: where to add the pass (or the whole group) to each wallet. */
export function walletLinks(state: State, id: string) {
  const link = (wallet: string) => `${state.baseUrl}/wallet/${wallet}/${encodeURIComponent(id)}`;
  return { [WALLET_A]: link(WALLET_A), [WALLET_B]: link(WALLET_B) };
}

/** The `badge` object of a response: button images in the requested language. */
export function buttonImages(state: State, locale = 'en') {
  const image = (wallet: string) =>
    `${state.baseUrl}/buttons/${wallet}/${supportedLocale(locale)}.svg`;
  return { [WALLET_A]: image(WALLET_A), [WALLET_B]: image(WALLET_B) };
}
