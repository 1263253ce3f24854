/** Why an update may have changed nothing: the row of the pass is unknown, or does not show these inputs and fields. */
export type UpdateDoubt = 'unknownRow' | readonly string[];

/** What the operations of a run notice, and no single result shows; `shared/run/findings` words it. */
export class RunNotes {
  #updatesWithoutRow = 0;
  #updatesOfUnlisted = 0;
  readonly #unlisted = new Set<string>();
  /** How many passes did not match a filter because the list shows no value, by the field's label or ID. */
  readonly withoutListedValue = new Map<string, number>();

  recordUpdate(doubt: UpdateDoubt | undefined): void {
    if (doubt === undefined) return;
    if (doubt === 'unknownRow') {
      this.#updatesWithoutRow += 1;
      return;
    }
    this.#updatesOfUnlisted += 1;
    for (const name of doubt) this.#unlisted.add(name);
  }

  /** How many passes were updated although they may have had all values, and which of them the list does not show. */
  get uncertainUpdates() {
    return {
      withoutRow: this.#updatesWithoutRow,
      ofUnlisted: this.#updatesOfUnlisted,
      unlisted: [...this.#unlisted],
    };
  }

  recordWithoutListedValue(field: string, count: number): void {
    if (count === 0) return;
    this.withoutListedValue.set(field, (this.withoutListedValue.get(field) ?? 0) + count);
  }
}
