import type { InputFieldGroup } from 'zapier-platform-core';

import type { Group, InputFields } from '../../shared/fields';

const LABELS: Record<Group, string> = {
  options: 'Options',
  updateFields: 'Changes',
  additionalFields: 'More Fields',
  filters: 'Filters',
  design: 'Design',
  images: 'Images',
};

/** The inputs that say which pass is meant stand together, whatever stands around them. */
export const PASS_GROUP = { key: 'pass', label: 'Pass' };

/** The groups that the inputs of a declaration stand in, in the order of the inputs. */
export function groupsOf(fields: InputFields): { inputFieldGroups?: InputFieldGroup[] } {
  const groups = new Map<string, InputFieldGroup>();
  for (const { kind, group } of Object.values(fields)) {
    if (kind === 'passRef') groups.set(PASS_GROUP.key, PASS_GROUP);
    if (group !== undefined) groups.set(group, { key: group, label: LABELS[group] });
  }
  return groups.size === 0 ? {} : { inputFieldGroups: [...groups.values()] };
}
