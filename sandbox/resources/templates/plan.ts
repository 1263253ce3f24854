import type { TemplateType } from '../../../shared/service/vocabulary';
import type { Caller } from '../../auth/caller';
import { upgradeRequired } from '../../errors';
import type { Design } from '../../state/entities';
import type { State } from '../../state/state';

/**
 * Whether the plan allows one more template of a type.
 * @throws ServiceError 402 `feature: templateType` or `feature: templates`
 */
export function checkTemplatePlan(state: State, { account }: Caller, type: TemplateType): void {
  const { plan, templateTypes, templateQuota } = account.settings;
  if (templateTypes !== null && !templateTypes.includes(type)) {
    throw upgradeRequired(
      'Your plan does not allow this template type.',
      `The ${plan} plan does not include ${type} templates.`,
      'templateType',
    );
  }
  const count = state.templates.newestFirst(account.id).length;
  if (templateQuota !== null && count >= templateQuota) {
    throw upgradeRequired(
      'Your plan does not allow another template.',
      `The ${plan} plan allows ${templateQuota} templates.`,
      'templates',
    );
  }
}

/**
 * Whether the plan allows this many locations on a template.
 * @throws ServiceError 402 `feature: geofences`
 */
export function checkLocationQuota({ account }: Caller, { locations }: Design): void {
  const { plan, locationQuota } = account.settings;
  if (locationQuota === null || (locations ?? []).length <= locationQuota) return;
  throw upgradeRequired(
    'Your plan does not allow this many locations.',
    `The ${plan} plan allows ${locationQuota} locations per template.`,
    'geofences',
  );
}
