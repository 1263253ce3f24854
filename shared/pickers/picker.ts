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
