import { PRESETS, type Preset } from '../../shared/service/scopes';
import { KEY_PREFIX } from '../../shared/service/vocabulary';
import { addApiKey } from '../resources/apiKeys';
import { newFileId } from '../resources/files/file';
import { addPass } from '../resources/passes/pass';
import { MINUTE } from '../state/clock';
import type { Account } from '../state/entities';
import { Random } from '../state/random';
import type { State } from '../state/state';
import { addBadgeHolders, addBadges, addForeignBadge } from './badges';
import { addGymCards } from './gym';
import { addDemoPasses } from './passes';
import { addTemplate, SEED_TEMPLATES, type SeedTemplate } from './templates';

/** IDs and keys of the seed; the same on every start. */
export interface Seeded {
  accountId: string;
  /** Full key value per preset of the dashboard. */
  keys: Record<Preset, string>;
  /** Template IDs of the demo account. */
  templates: Record<SeedTemplate, string>;
  /** Badge IDs of the demo account. */
  badges: Record<'published' | 'unpublished', string>;
  /** IDs of another account, for tests of forbidden access. */
  foreign: Record<
    'templateId' | 'passId' | 'fileId' | 'badgeId' | 'badgeUserId' | 'badgePassId',
    string
  >;
}

/** Values that are clearly not real keys. */
const DEMO_KEYS: Record<Preset, string> = {
  'Full access': `${KEY_PREFIX}demo_full_access_not_a_real_key`,
  'Manage passes': `${KEY_PREFIX}demo_manage_passes_not_a_real_key`,
  'Issue access badges': `${KEY_PREFIX}demo_issue_badges_not_a_real_key`,
  'Read only': `${KEY_PREFIX}demo_read_only_not_a_real_key`,
};
const FOREIGN_KEY = `${KEY_PREFIX}demo_foreign_account_not_a_real_key`;

/** Seed of the IDs of badges and files. */
const BADGE_ID_SEED = 20_260_514;

/** A picture of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

/**
 * Fill a fresh service: the demo account with a key per preset, a template of every type and two
 * badges, a second account, and with `'demo'` a few hundred passes and a dozen badge holders.
 */
export function seed(state: State, kind: 'demo' | 'templates'): Seeded {
  const account = addAccount(state, 'Harbor & Pine', 'owner@harbor-and-pine.example');
  const other = addAccount(state, 'Somebody Else Ltd', 'owner@somebody-else.example');
  for (const preset of Object.keys(DEMO_KEYS) as Preset[]) {
    addKey(state, account, preset, DEMO_KEYS[preset]);
  }
  addKey(state, other, 'Full access', FOREIGN_KEY);
  const templates = Object.fromEntries(
    SEED_TEMPLATES.map((key) => [key, addTemplate(state, account, key).id]),
  ) as Seeded['templates'];
  const foreignPasses = addForeignPasses(state, other);
  if (kind === 'demo') addDemoPasses(state, templates);
  // A separate source of IDs, so that those of templates and passes above do not change.
  const random = new Random(BADGE_ID_SEED);
  const { published, unpublished } = addBadges(state, account, random);
  const foreign = {
    ...foreignPasses,
    fileId: addForeignFile(state, other, random),
    ...addForeignBadge(state, other, random),
  };
  if (kind === 'demo') {
    addBadgeHolders(state, published);
    addGymCards(state, templates.generic);
  }
  const badges = { published: published.id, unpublished: unpublished.id };
  return { accountId: account.id, keys: DEMO_KEYS, templates, badges, foreign };
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
      apiAccess: true,
      templateQuota: null,
      templateTypes: null,
      locationQuota: null,
      accessBadges: true,
    },
  };
  state.accounts.set(account.id, account);
  return account;
}

/** The Full access key is the account's Default key. */
function addKey(state: State, account: Account, preset: Preset, value: string): void {
  const isDefault = preset === 'Full access';
  addApiKey(state, value, {
    accountId: account.id,
    label: isDefault ? 'Default' : preset,
    scopes: PRESETS[preset],
    preset,
    ...(isDefault && { defaultValue: value }),
  });
}

/** A template with three passes in another account. */
function addForeignPasses(state: State, other: Account) {
  const template = addTemplate(state, other, 'generic');
  const [first = ''] = ['F-001', 'F-002', 'F-003'].map((externalId, index) => {
    const pass = addPass(state, template, {
      created: template.updated + index * MINUTE,
      templateFields: {},
      customFields: { memberName: 'Somebody Else' },
      externalId,
      email: 'somebody@else.example',
      walletADevices: 1,
    });
    return pass.id;
  });
  return { templateId: template.id, passId: first };
}

/** A file of another account. */
function addForeignFile(state: State, other: Account, random: Random): string {
  const id = newFileId(random);
  state.files.set(id, {
    id,
    accountId: other.id,
    purpose: null,
    templateId: null,
    sourceUrl: null,
    image: { bytes: Buffer.from(PIXEL, 'base64'), mime: 'image/png', width: 1, height: 1 },
    variants: {},
    created: state.clock.now(),
  });
  return id;
}
