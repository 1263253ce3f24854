import { ServiceError } from '../errors/serviceError';
import type { TemplateFeature } from '../fields';
import type { ServiceClient } from '../http/client';
import { comparable, isBlank } from '../service/text';

/** One entry of a dropdown. */
export interface Choice {
  id: string;
  /** Never empty. */
  label: string;
}

/** One page of choices. */
interface PickerPage {
  choices: Choice[];
  /** Pass it to the next query; `undefined` on the last page. Its format depends on the picker. */
  cursor?: string;
}

/** Asks for one page of choices. */
interface PickerQuery {
  /** IANA name, for the dates in labels. Default: UTC. */
  timezone?: string;
  /** Text the user typed into the search box. */
  filter?: string;
  /** `cursor` of the previous page. */
  cursor?: string;
  /** Values of the inputs this list depends on, by input key. */
  parents?: Readonly<Record<string, string | undefined>>;
  /** Only templates that support this feature, or passes of such templates. */
  requiresFeature?: TemplateFeature;
  /** Only passes of this template. */
  templateId?: string;
}

/**
 * Finds one page of choices. It uses only the parts of the query that its list depends on.
 * @throws {import('../errors/serviceError').ServiceError} `missingScope`, ...
 */
export type ListPicker = (client: ServiceClient, query: PickerQuery) => Promise<PickerPage>;

/**
 * Choices whose label contains every word of the text, or whose ID equals it. Letter case and accents do
 * not matter.
 */
export function filterChoices<T extends Choice>(choices: readonly T[], filter = ''): T[] {
  const wanted = withoutAccents(filter);
  const words = wanted.split(' ');
  return choices.filter(({ id, label }) => {
    const shown = withoutAccents(label);
    return words.every((word) => shown.includes(word)) || withoutAccents(id) === wanted;
  });
}

function withoutAccents(text: string): string {
  return comparable(text)
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '');
}

/**
 * A choice labeled with the parts that are not blank, e.g. `Ana Souza · ana@example.com`; with the ID
 * if all are blank.
 */
export function choice(id: string, ...parts: unknown[]): Choice {
  const present = parts.filter((part) => typeof part === 'string' && !isBlank(part));
  return { id, label: present.length > 0 ? present.join(' · ') : id };
}

/** Appends the ID to every label that is not unique. */
export function withUniqueLabels(choices: Choice[]): Choice[] {
  const counts = new Map<string, number>();
  for (const { label } of choices) counts.set(label, (counts.get(label) ?? 0) + 1);
  return choices.map(({ id, label }) =>
    counts.get(label) === 1 || label === id ? { id, label } : { id, label: `${label} · ${id}` },
  );
}

/** All choices that match the text, on one page. */
export function onePage(choices: Choice[], filter: string | undefined): PickerPage {
  return { choices: filterChoices(withUniqueLabels(choices), filter) };
}

/** Error for a list that depends on an input that is still empty. */
export function notChosen(field: string, label: string, fix: string): ServiceError {
  return new ServiceError({
    kind: 'invalidInput',
    field,
    message: `Choose '${label}' first`,
    fix,
  });
}
