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
}
