/** Why an update may have changed nothing: the row of the pass is unknown, or does not show these inputs and fields. */
export type UpdateDoubt = 'unknownRow' | readonly string[];

/** The external IDs of an item and of a pass that differ only in spelling. */
export interface Respelled {
  item: string;
  pass: string;
}

/** What the operations of a run notice, and no single result shows; `shared/run/findings` words it. */
export class RunNotes {
  /** How many passes were updated although they may have had all values, and which of those the list does not show. */
  readonly uncertainUpdates = { withoutRow: 0, ofUnlisted: 0, unlisted: new Set<string>() };
  /** How many passes may match a filter because the list shows no value, by the field's label or ID. */
  readonly withoutListedValue = new Map<string, number>();

  /** The forms in which phone numbers were searched that no pass has. */
  readonly phonesNotFound: (readonly string[])[] = [];

  /** Items of a complete list, each with a pass that may be theirs, too. */
  readonly respelled: Respelled[] = [];

  recordUpdate(doubt: UpdateDoubt): void {
    if (doubt === 'unknownRow') {
      this.uncertainUpdates.withoutRow += 1;
      return;
    }
    this.uncertainUpdates.ofUnlisted += 1;
    for (const name of doubt) this.uncertainUpdates.unlisted.add(name);
  }

  recordNotFound(searchedForms: readonly string[]): void {
    if (searchedForms.length > 1) this.phonesNotFound.push(searchedForms);
  }

  recordWithoutListedValue(field: string, count: number): void {
    if (count === 0) return;
    this.withoutListedValue.set(field, (this.withoutListedValue.get(field) ?? 0) + count);
  }
}
