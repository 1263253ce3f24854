/** Scopes and the presets of the dashboard (docs/service.md#scopes). Data only. */

export const SCOPES = [
  'passes.create',
  'passes.viewAll',
  'passes.edit',
  'scanning.stamp',
  'scanning.redeem',
  'campaigns.send',
  'members.export',
  'templates.viewAll',
  'templates.create',
  'templates.duplicate',
  'templates.edit',
  'templates.delete',
  'files.read',
  'files.write',
  'files.delete',
  'badges.viewAll',
  'badges.issue',
  'badges.edit',
  'badges.revoke',
  'analytics.view',
] as const;
export type Scope = (typeof SCOPES)[number];

/** Scopes by preset name as shown in the dashboard; `'all'` is every scope plus the owner's actions. */
export const PRESETS = {
  'Full access': 'all',
  'Manage passes': [
    'passes.create',
    'passes.edit',
    'passes.viewAll',
    'templates.viewAll',
    'campaigns.send',
  ],
  'Issue access badges': ['badges.issue', 'badges.viewAll'],
  'Read only': ['passes.viewAll', 'templates.viewAll', 'analytics.view', 'badges.viewAll'],
} as const satisfies Record<string, 'all' | readonly Scope[]>;
export type Preset = keyof typeof PRESETS;
