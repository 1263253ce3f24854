import { type Caller, requireScope } from '../../auth/caller';
import { DAY, MINUTE } from '../../durations';
import type { State } from '../../state/state';
import { deviceCount } from '../passes/views';
import { messageInput, putMessage } from '../passes/notify';
import { parse } from '../validate';
import { ownTemplate } from './find';

/** Wallet A holders get a template notification within a few minutes. */
const WALLET_A_DELAY = 2 * MINUTE;

/**
 * `POST /template/{templateId}/notification`: message every holder of the template's passes.
 * @throws ServiceError 400 bad body, 403 scope (with code), 404 template missing or foreign
 */
export function notifyTemplate(state: State, caller: Caller, templateId: string, body: unknown) {
  requireScope(caller, 'campaigns.send', { coded: true });
  const { title, content } = parse(messageInput, body);
  const template = ownTemplate(state, caller, templateId);
  const now = state.clock.now();
  for (const pass of state.passes.newestFirst(template.id)) {
    if (deviceCount(pass) === 0) continue;
    const message = { title, content, validFrom: now, validUntil: now + DAY };
    putMessage(state, pass, message, WALLET_A_DELAY);
  }
  return { success: true };
}
