import type { InputFieldGroup } from 'zapier-platform-core';

import type { InputFields, Section } from '../../shared/fields';

const LABELS: Record<Section, string> = {
  options: 'Options',
  changes: 'Changes',
  filters: 'Filters',
  design: 'Design',
  images: 'Images',
};

/** Group of the inputs that identify a pass. */
export const PASS_GROUP = { key: 'pass', label: 'Pass' };

/** The `group` of an input that has a section. */
export function buildGroup({ section }: { section?: Section }): { group?: string } {
  return section === undefined ? {} : { group: section };
}

/**
 * The `inputFieldGroups` of a step, in the order of its inputs.
 * @param labels other labels for some sections
 */
export function buildGroups(
  fields: InputFields,
  labels: Partial<Record<Section, string>> = {},
): { inputFieldGroups?: InputFieldGroup[] } {
  const groups = new Map<string, InputFieldGroup>();
  for (const { kind, section } of Object.values(fields)) {
    if (kind === 'passRef') groups.set(PASS_GROUP.key, PASS_GROUP);
    if (section === undefined) continue;
    groups.set(section, { key: section, label: labels[section] ?? LABELS[section] });
  }
  return groups.size === 0 ? {} : { inputFieldGroups: [...groups.values()] };
}
