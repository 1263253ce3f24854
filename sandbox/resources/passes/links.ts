import { WALLET_A, WALLET_B } from '../../../shared/service/vocabulary';
import type { Pass, PassGroup } from '../../state/entities';
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
  const image = (wallet: string) => `${state.baseUrl}/buttons/${wallet}/${locale}.svg`;
  return { [WALLET_A]: image(WALLET_A), [WALLET_B]: image(WALLET_B) };
}

/** The passes of a group. */
export function passesOfGroup(state: State, { passIds }: PassGroup): Pass[] {
  return passIds.flatMap((id) => state.passes.get(id) ?? []);
}

/** The response to issuing or reading one pass: identity and links, no values. */
export function passLinks(state: State, pass: Pass, locale?: string) {
  return {
    id: pass.id,
    externalId: pass.externalId,
    link: passLink(state, pass.id),
    pass: walletLinksNow(state, pass.id, [pass]),
    badge: buttonImages(state, locale),
  };
}

/** The same for a multi-pass issue, whose `id` is the group's. */
export function groupLinks(state: State, group: PassGroup, locale?: string) {
  return {
    id: group.id,
    link: groupLink(state, group.id),
    pass: walletLinksNow(state, group.id, passesOfGroup(state, group)),
    badge: buttonImages(state, locale),
  };
}

/** No links before the wallet identities of every template are set up. */
function walletLinksNow(state: State, id: string, passes: readonly Pass[]) {
  const now = state.clock.now();
  const ready = passes.every(({ templateId }) => {
    const template = state.templates.get(templateId);
    return template !== undefined && template.walletsReadyAt <= now;
  });
  return ready ? walletLinks(state, id) : {};
}
