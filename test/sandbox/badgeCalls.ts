/** Calls shared by the badge tests. */
import type { Harness } from './harness';

export interface Credential {
  passId: string;
  cardNumber: string;
  wiegandHex: string;
}
export interface User {
  id: string | null;
  email: string | null;
  phone: string | null;
  name: string | null;
  active: boolean;
  credentials: Credential[] | null;
  invited?: true;
}
export interface BadgePass {
  id: string;
  status: string;
  platform: string;
  issuedAt: number;
  credentials: Credential[] | null;
}

/** The badge calls of a sandbox. */
export function badgeCalls(h: Harness) {
  const control = () => h.sandbox.control;
  const invite = async (body: object) => {
    const path = `/badge/templates/${h.sandbox.badges.published}/invites`;
    return (await h.call<{ code: string; url: string }>('POST', path, { body })).body;
  };
  const hire = async (email: string, name: object = {}) =>
    control().badgeAdded((await invite({ email, ...name })).code);
  const users = async (query = '') =>
    (await h.call<{ users: User[] }>('GET', `/badge/users${query}`)).body.users;
  const passes = async (userId: string, query = '') =>
    (await h.call<{ passes: BadgePass[] }>('GET', `/badge/users/${userId}/passes${query}`)).body
      .passes;
  const statusOf = async (userId: string) => (await passes(userId))[0]?.status;
  const act = (passId: string, body: unknown) =>
    h.call('POST', `/badge/passes/${passId}/lifecycle`, { body });
  const advancePastDelay = () => control().advanceClock(2000);
  return { control, invite, hire, users, passes, statusOf, act, advancePastDelay };
}
