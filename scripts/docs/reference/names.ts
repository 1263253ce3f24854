/** How the reference names operations, and where it describes them. */

import type { Operation, ZapierNames } from '../../../shared/operations/operation';
import { capitalized } from '../../../shared/service/wording';
import { searchOrCreates } from '../../../zapier/searches';
import { anchor } from '../markdown';

/** Small resources, which are on the page of another one. */
export const ON_PAGE_OF: Readonly<Record<string, string>> = {
  account: 'apiKey',
  badge: 'badgeHolder',
};

/** `stampCard` -> `stamp-card.md` */
export function fileOf(resource: string): string {
  const page = ON_PAGE_OF[resource] ?? resource;
  return `${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.md`;
}

/** Where the reference describes an operation. */
export function placeOf({ resource, label, action }: Operation): { file: string; heading: string } {
  const heading = resource in ON_PAGE_OF ? capitalized(action) : label;
  return { file: fileOf(resource), heading };
}

/** A link to the section of an operation. */
export function linkOf(operation: Operation, text: string): string {
  const { file, heading } = placeOf(operation);
  return `[${text}](${file}${anchor(heading)})`;
}

/** The name of a step with its kind. */
export function zapierName(names: ZapierNames | undefined): string | undefined {
  if (!names) return undefined;
  const { label } = searchOrCreates[names.key]?.display ?? {};
  const also = label === undefined ? '' : `, also as ${label}`;
  return `${names.label} (${STEP_KINDS[names.kind]}${also})`;
}

const STEP_KINDS: Record<ZapierNames['kind'], string> = { create: 'action', search: 'search' };
