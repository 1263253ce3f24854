import { html } from 'hono/html';

import type { Pass } from '../state/entities';
import { WALLET_A } from '../../shared/service/vocabulary';
import { buttonLabel, type WalletKey } from './buttons';
import { card, type Shown } from './card';
import { layout, type Markup } from './layout';

/** Number of phones with the pass in this wallet. */
function held(pass: Pass, wallet: WalletKey): number {
  return wallet === WALLET_A ? pass.walletADevices : pass.walletBDevices;
}

/**
 * The page behind an add button. Its buttons add or remove the passes, as a real wallet would.
 */
export function walletPage(wallet: WalletKey, passes: Shown[], backTo: string): Markup {
  const name = wallet === WALLET_A ? 'Wallet A' : 'Wallet B';
  const phones = Math.max(0, ...passes.map(({ pass }) => held(pass, wallet)));
  const label = buttonLabel(wallet, passes[0]?.locale);
  return layout(
    label,
    'narrow',
    html`<h1>${name}</h1>
      <p class="soft">
        On a phone, the wallet app would open now. Use the buttons below instead. Phones with this
        card in ${name}: ${phones}.
      </p>
      ${passes.map(card)}
      <form class="choices" method="post">
        <button class="main" name="action" value="add">${label}</button>
        ${phones > 0 ? html`<button name="action" value="remove">Remove</button>` : ''}
      </form>
      <p class="languages"><a href="${backTo}">Back to the card</a></p>`,
  );
}
