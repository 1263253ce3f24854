import { PRESETS, type Preset } from '../../shared/service/scopes';
import { KEY_PREFIX } from '../../shared/service/vocabulary';
import { createPass } from '../resources/passes/pass';
import type { Account } from '../state/entities';
import type { State } from '../state/state';
import { seedDemoPasses } from './passes';
import { addTemplates, type SeedTemplate } from './templates';

/** What a seed put in place; the same on every start. */
export interface Seeded {
  accountId: string;
  /** One key per preset of the dashboard. */
  keys: Record<Preset, string>;
  /** Template IDs of the demo account. */
  templates: Record<SeedTemplate, string>;
  /** A template and a pass of another account. */
  foreign: { templateId: string; passId: string };
}

/** Values that can be told from real keys at a glance. */
const DEMO_KEYS: Record<Preset, string> = {
  'Full access': `${KEY_PREFIX}demo_full_access_not_a_real_key`,
  'Manage passes': `${KEY_PREFIX}demo_manage_passes_not_a_real_key`,
  'Issue access badges': `${KEY_PREFIX}demo_issue_badges_not_a_real_key`,
  'Read only': `${KEY_PREFIX}demo_read_only_not_a_real_key`,
};
const FOREIGN_KEY = `${KEY_PREFIX}demo_foreign_account_not_a_real_key`;

/**
 * Fill a fresh service: the demo account with a key per preset and a template of every type, a second
 * account, and with `'demo'` a few hundred passes.
 */
export function seed(state: State, kind: 'demo' | 'templates'): Seeded {
  const account = addAccount(state, 'Harbour & Pine', 'owner@harbour-and-pine.example');
  const other = addAccount(state, 'Somebody Else Ltd', 'owner@somebody-else.example');
  for (const preset of Object.keys(DEMO_KEYS) as Preset[]) {
    addKey(state, account, preset, DEMO_KEYS[preset], preset);
  }
  addKey(state, other, 'Full access', FOREIGN_KEY, 'Default');
  const templates = addTemplates(state, account);
  const foreign = addForeignPasses(state, other);
  if (kind === 'demo') seedDemoPasses(state, templates);
  return { accountId: account.id, keys: DEMO_KEYS, templates, foreign };
}

function addAccount(state: State, displayName: string, email: string): Account {
  const account: Account = {
    id: state.random.id(),
    displayName,
    email,
    settings: {
      sendNewPassesToEmail: true,
      sendNewPassesToPhone: true,
      messagingSetUp: true,
      channels: ['SMS', 'CHAT_APP_1'],
      passQuota: null,
      plan: 'Business',
    },
  };
  state.accounts.set(account.id, account);
  return account;
}

function addKey(
  state: State,
  account: Account,
  preset: Preset,
  value: string,
  label: string,
): void {
  state.keys.add(value, {
    id: state.random.id(),
    accountId: account.id,
    label,
    scopes: PRESETS[preset],
    preset,
    createdAt: state.clock.now(),
    lastUsedAt: null,
    disabledAt: null,
  });
}

function addForeignPasses(state: State, other: Account): Seeded['foreign'] {
  const template = addTemplates(state, other, ['generic']).generic;
  const owned = state.templates.get(template);
  if (owned === undefined) throw new Error('The foreign template was not made');
  const passes = ['F-001', 'F-002', 'F-003'].map((externalId, index) =>
    createPass(state, owned, {
      created: owned.updated + index * 60_000,
      templateFields: {},
      customFields: { memberName: 'Somebody Else' },
      externalId,
      email: 'somebody@else.example',
      walletADevices: 1,
    }),
  );
  state.passes.addMany(template, passes);
  return { templateId: template, passId: (passes[0] as { id: string }).id };
}
