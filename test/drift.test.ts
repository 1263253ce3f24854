import { OPERATIONS, RESOURCES } from '../shared/operations';
import { TRIGGERS } from '../shared/triggers';

/**
 * Every shared operation is on both platforms, or is listed here with the reason why it is not. The
 * platforms' own tests compare their operations with the declarations.
 */
const NO_KEY_MANAGEMENT = 'management of keys: task history would contain them';
const NO_DELETING = 'its guidelines discourage deleting';
const FOUND_BY_SEARCH = 'the search action finds one, triggers and dropdowns list them';

const NOT_ON_ZAPIER: Record<string, string> = {
  'pass.createGroup': 'several passes to one person: each row is one person',
  'pass.get': FOUND_BY_SEARCH,
  'pass.search': FOUND_BY_SEARCH,
  'template.get': FOUND_BY_SEARCH,
  'template.getAll': FOUND_BY_SEARCH,
  'template.delete': NO_DELETING,
  'file.get': 'an uploaded image is used by its ID, which the upload returns',
  'file.delete': NO_DELETING,
  'badge.get': FOUND_BY_SEARCH,
  'badge.getAll': FOUND_BY_SEARCH,
  'badgeInvite.getAll': 'the list contains the links, which are credentials',
  'badgeHolder.getAll': FOUND_BY_SEARCH,
  'badgeHolder.getPasses': FOUND_BY_SEARCH,
  'apiKey.create': NO_KEY_MANAGEMENT,
  'apiKey.getAll': NO_KEY_MANAGEMENT,
  'apiKey.update': NO_KEY_MANAGEMENT,
  'apiKey.disable': NO_KEY_MANAGEMENT,
  'apiKey.enable': NO_KEY_MANAGEMENT,
  'apiKey.rotate': NO_KEY_MANAGEMENT,
  'account.get': 'the connection test and label do this',
};

const NOT_ON_N8N: Record<string, string> = {
  'pass.find': 'Get and Find by Email or Phone do this',
  'template.find': 'Get and Get Many do this',
  'badgeHolder.find': 'Get Many does this',
  'badgePass.find': 'Get Many and Get Passes of Badge Holder do this',
  'balance.adjust': 'Add, Subtract and Set are separate operations',
};

/** Published keys: they never change. */
const N8N_KEYS: Record<string, string[]> = {
  pass: ['create', 'createGroup', 'upsert', 'get', 'getAll', 'search', 'update', 'void', 'reactivate', 'resend', 'notify', 'export'],
  stampCard: ['add', 'remove', 'set', 'redeem', 'claimTier'],
  balance: ['add', 'subtract', 'set'],
  template: ['create', 'get', 'getAll', 'update', 'duplicate', 'delete', 'notify'],
  file: ['upload', 'createLogo', 'get', 'delete'],
  badge: ['get', 'getAll'],
  badgeInvite: ['create', 'getAll', 'delete'],
  badgeHolder: ['getAll', 'getPasses', 'update', 'delete'],
  badgePass: ['suspend', 'resume', 'revoke', 'refresh'],
  apiKey: ['create', 'getAll', 'update', 'disable', 'enable', 'rotate'],
  account: ['get'],
}; // prettier-ignore

const ZAPIER_KEYS = {
  create: [
    'issue_pass', 'update_pass', 'void_pass', 'reactivate_pass', 'resend_pass', 'notify_pass_holder',
    'notify_template_holders', 'add_stamps', 'remove_stamps', 'set_stamps', 'redeem_stamp_card',
    'claim_stamp_tier', 'adjust_balance', 'create_template', 'update_template', 'duplicate_template',
    'upload_image', 'invite_badge_holder', 'cancel_badge_invite', 'suspend_badge', 'resume_badge',
    'revoke_badge', 'rename_badge_holder', 'remove_badge_holder', 'export_passes',
    'create_or_update_pass', 'refresh_badge', 'create_logo',
  ],
  search: ['find_pass', 'find_passes', 'find_template', 'find_badge_holder', 'find_badge_pass'],
}; // prettier-ignore

const N8N_EVENTS = [
  'newPass', 'passAddedToWallet', 'passRemovedFromWallet', 'passUpdated', 'passVoided', 'passExpiring',
  'stampCardCompleted', 'newTemplate', 'badgeAdded',
]; // prettier-ignore
const ZAPIER_EVENTS = [
  'new_pass', 'pass_added_to_wallet', 'pass_updated', 'pass_voided', 'pass_expiring',
  'stamp_card_completed', 'new_template', 'badge_added',
]; // prettier-ignore

const name = ({ resource, key }: { resource: string; key: string }) => `${resource}.${key}`;

describe('every shared operation', () => {
  it('is on Zapier, or on the list of exceptions', () => {
    const absent = OPERATIONS.filter(({ zapier }) => zapier === undefined).map(name);
    expect(absent.filter((one) => !(one in NOT_ON_ZAPIER) && !partOfAnother(one))).toEqual([]);
  });

  it('is on n8n, or on the list of exceptions', () => {
    const absent = OPERATIONS.filter(({ zapierOnly }) => zapierOnly).map(name);
    expect(absent.filter((one) => !(one in NOT_ON_N8N))).toEqual([]);
  });

  it('is on one of them', () => {
    expect(OPERATIONS.filter(({ zapierOnly, zapier }) => zapierOnly && !zapier).map(name)).toEqual(
      [],
    );
  });

  it('on a list of exceptions is absent from the platform', () => {
    const onZapier = OPERATIONS.filter(({ zapier }) => zapier).map(name);
    const onN8n = OPERATIONS.filter(({ zapierOnly }) => !zapierOnly).map(name);
    expect(onZapier.filter((one) => one in NOT_ON_ZAPIER)).toEqual([]);
    expect(onN8n.filter((one) => one in NOT_ON_N8N)).toEqual([]);
  });

  it('is listed under its own resource', () => {
    for (const { key, operations } of RESOURCES) {
      expect(operations.filter(({ resource }) => resource !== key).map(name)).toEqual([]);
    }
  });

  /** The three balance operations of n8n are one on Zapier. */
  function partOfAnother(one: string): boolean {
    const declared = OPERATIONS.some(({ zapier }) => zapier?.key === 'adjust_balance');
    return declared && ['balance.add', 'balance.subtract', 'balance.set'].includes(one);
  }
});

describe('published names', () => {
  it('on n8n are exactly the published ones', () => {
    const offered = Object.fromEntries(
      RESOURCES.map(({ key, operations }) => [
        key,
        operations
          .filter(({ zapierOnly }) => !zapierOnly)
          .map((one) => one.key)
          .sort(),
      ]),
    );
    const wanted = Object.entries(N8N_KEYS).map(([key, keys]) => [key, [...keys].sort()]);
    expect(offered).toEqual(Object.fromEntries(wanted));
  });

  it('on Zapier are exactly the published ones', () => {
    const offered = (kind: string) =>
      OPERATIONS.flatMap(({ zapier }) => (zapier?.kind === kind ? [zapier.key] : [])).sort();
    expect(offered('create')).toEqual([...ZAPIER_KEYS.create].sort());
    expect(offered('search')).toEqual([...ZAPIER_KEYS.search].sort());
  });

  it('of events are exactly the published ones', () => {
    const n8n = TRIGGERS.map(({ key }) => key);
    const zapier = TRIGGERS.flatMap((one) => (one.zapier ? [one.zapier.key] : []));
    expect(n8n.sort()).toEqual([...N8N_EVENTS].sort());
    expect(zapier.sort()).toEqual([...ZAPIER_EVENTS].sort());
  });

  it('are unique', () => {
    const zapier = OPERATIONS.flatMap((one) => (one.zapier ? [one.zapier.key] : []));
    const n8n = OPERATIONS.map(name);
    for (const keys of [zapier, n8n]) expect(new Set(keys).size).toBe(keys.length);
  });

  it('of shared inputs are consistent', () => {
    const labels = new Map<string, Set<string>>();
    for (const { input } of OPERATIONS.filter(({ resource }) => resource === 'pass')) {
      for (const [key, { label }] of Object.entries(input)) {
        labels.set(key, (labels.get(key) ?? new Set()).add(label));
      }
    }
    // The only keys with a second meaning: messages have their own dates.
    const several = [...labels].filter(([, names]) => names.size > 1).map(([key]) => key);
    expect(several.sort()).toEqual(['ifExists', 'validFrom', 'validUntil']);
  });
});
