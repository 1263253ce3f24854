import { OPERATIONS } from '../../shared/operations';
import { TRIGGERS } from '../../shared/triggers';
import { smallestPreset } from '../../shared/service/presets';
import type { Scope } from '../../shared/service/scopes';

/** Common jobs with the operations and triggers they use: `resource.operation`, `trigger.event`. */
const JOBS: Record<string, string[]> = {
  'Issue passes from a form or sheet': ['pass.create'],
  'Keep passes in sync with a CRM': ['pass.upsert', 'trigger.newPass'],
  'Update, void, reactivate, resend, notify': [
    'pass.update',
    'pass.void',
    'pass.reactivate',
    'pass.resend',
    'pass.notify',
  ],
  'Find passes by email or phone (in addition to the scopes of what you do with them)': [
    'pass.search',
  ],
  'Stamp cards': ['stampCard.add', 'stampCard.redeem', 'stampCard.claimTier'],
  'Points and gift card balances': ['balance.add', 'balance.subtract', 'balance.set'],
  'Export passes': ['pass.export'],
  'Message every holder': ['template.notify'],
  'Design templates': ['template.create', 'template.update', 'template.duplicate', 'file.upload'],
  'Invite and offboard badge holders': [
    'badgeInvite.create',
    'badgeInvite.delete',
    'badgeHolder.getAll',
    'badgeHolder.delete',
    'badgePass.suspend',
    'badgePass.resume',
  ],
};

/** Scopes that no common job needs: the error of an operation names the one that a key lacks. */
const RARE: readonly Scope[] = ['badges.edit', 'files.delete', 'files.read', 'templates.delete'];

/**
 * The scopes for each common job, from the declarations, and the smallest preset
 * that includes them.
 * @throws Error if a job names an undeclared operation or trigger, or if none names one with a scope of its own
 */
export function scopesByJob(): string {
  const known = new Set([...RARE, ...Object.values(JOBS).flat().flatMap(scopesOf)]);
  for (const { key, scopes } of [...OPERATIONS, ...TRIGGERS]) {
    const missing = scopes.find((scope) => !known.has(scope));
    if (missing)
      throw new Error(`No job of scripts/docs/scopesByJob.ts has '${missing}', for '${key}'`);
  }
  const rows = Object.entries(JOBS).map(([job, uses]) => {
    const scopes = [...new Set(uses.flatMap(scopesOf))].sort();
    return `| ${job} | ${scopes.map((scope) => `\`${scope}\``).join(', ')} | ${presetWith(scopes)} |`;
  });
  return ['| Job | Scopes | Preset |', '| --- | --- | --- |', ...rows].join('\n');
}

function scopesOf(use: string): readonly Scope[] {
  const [resource, key] = use.split('.');
  const found =
    resource === 'trigger'
      ? TRIGGERS.find((trigger) => trigger.key === key)
      : OPERATIONS.find((operation) => operation.resource === resource && operation.key === key);
  if (!found) throw new Error(`'${use}' in JOBS of scripts/docs/scopesByJob.ts is not declared`);
  return found.scopes;
}

/** The smallest preset of the dashboard that includes the scopes. */
function presetWith(scopes: readonly Scope[]): string {
  return smallestPreset(scopes.map((scope) => [scope])) ?? 'custom key';
}
