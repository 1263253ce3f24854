/** What a person sees in a list to choose from. */
export interface Choice {
  id: string;
  label: string;
}

/** One page of choices. */
export interface PickerPage {
  choices: Choice[];
  /** Asks for the page after this one; `undefined` on the last. */
  cursor?: string;
}

export interface PickerQuery {
  /** IANA zone for the dates in labels; UTC where left out. */
  timezone?: string;
  /** What the person typed into the search box. */
  filter?: string;
  cursor?: string;
  /** What is chosen already in the inputs this list depends on, by input key. */
  parents?: Readonly<Record<string, string | undefined>>;
}

/** Choices whose label or ID holds what was typed, in any case. */
export function matching(choices: Choice[], filter: string | undefined): Choice[] {
  const wanted = filter?.trim().toLowerCase() ?? '';
  return choices.filter(
    ({ id, label }) => label.toLowerCase().includes(wanted) || id.toLowerCase() === wanted,
  );
}

/** `Ana Souza · ana@example.com`: what there is of these; the ID where there is nothing. */
export function choice(id: string, ...parts: unknown[]): Choice {
  const said = parts.filter((part) => typeof part === 'string' && part.trim() !== '');
  return { id, label: said.length > 0 ? said.join(' · ') : id };
}

/** Choices that can be told apart: where two labels are alike, their IDs follow. */
export function uniqueById(choices: Choice[]): Choice[] {
  const times = new Map<string, number>();
  for (const { label } of choices) times.set(label, (times.get(label) ?? 0) + 1);
  return choices.map(({ id, label }) =>
    times.get(label) === 1 || label === id ? { id, label } : { id, label: `${label} · ${id}` },
  );
}
