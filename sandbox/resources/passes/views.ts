import type { Pass, PassGroup } from '../../state/entities';
import type { State } from '../../state/state';
import { buttonImages, groupLink, passLink, walletLinks } from './links';

/** Wallets that contain the pass now; 0 if it was never added or was removed. */
export function deviceCount(pass: Pass): number {
  return pass.walletADevices + pass.walletBDevices;
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
    pass: walletLinksNow(
      state,
      group.id,
      group.passIds.flatMap((id) => state.passes.get(id) ?? []),
    ),
    badge: buttonImages(state, locale),
  };
}

/** No links before the wallet identities of every template are set up. */
function walletLinksNow(state: State, id: string, passes: readonly Pass[]) {
  const now = state.clock.now();
  const ready = passes.every(({ templateId }) => {
    const template = state.templates.getEvenDeleted(templateId);
    return template !== undefined && template.walletsReadyAt <= now;
  });
  return ready ? walletLinks(state, id) : {};
}

/** One item of the pass list and of search results. Absent values are omitted. */
export function listItem(pass: Pass) {
  return {
    id: pass.id,
    templateId: pass.templateId,
    externalId: pass.externalId,
    email: pass.email,
    templateFields: pass.templateFields,
    collectedStamps: pass.collectedStamps,
    isValid: pass.isValid,
    deviceCount: deviceCount(pass),
    created: pass.created,
    updated: pass.updated,
  };
}
