/** The external IDs of an item and of a pass that differ only in spelling. */
export interface Respelled {
  item: string;
  pass: string;
}

/** What the operations of a run notice, and no single result shows; `shared/run/findings` words it. */
export class RunNotes {
  /** The forms in which phone numbers were searched that no pass has. */
  readonly phonesNotFound: (readonly string[])[] = [];

  /** Items of a complete list, each with a pass that may be theirs, too. */
  readonly respelled: Respelled[] = [];

  recordNotFound(searchedForms: readonly string[]): void {
    if (searchedForms.length > 1) this.phonesNotFound.push(searchedForms);
  }
}
