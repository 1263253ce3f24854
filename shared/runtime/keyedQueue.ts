/** An entry waits for its turn in the queue of each of its keys. */
interface Entry {
  readonly keys: readonly string[];
}

/**
 * Entries that share a key take turns, first come, first served. An entry joins the queues of all its keys at once, and
 * has its turn when it is first in each of them. So no entry waits for a later entry, and entries with the same keys in
 * another order never wait for each other.
 */
export class KeyedQueue<E extends Entry> {
  readonly #queues = new Map<string, E[]>();

  /** @returns whether the entry has its turn immediately */
  join(entry: E): boolean {
    for (const key of new Set(entry.keys)) {
      const queue = this.#queues.get(key);
      if (queue) queue.push(entry);
      else this.#queues.set(key, [entry]);
    }
    return this.#isFirst(entry);
  }

  /** Ends the turn of an entry, or its wait. @returns the entries that have their turn now */
  leave(entry: E): E[] {
    const next = new Set<E>();
    for (const key of new Set(entry.keys)) {
      const queue = this.#queues.get(key) ?? [];
      const position = queue.indexOf(entry);
      if (position >= 0) queue.splice(position, 1);
      const [first] = queue;
      if (!first) this.#queues.delete(key);
      else if (position === 0) next.add(first);
    }
    return [...next].filter((first) => this.#isFirst(first));
  }

  #isFirst(entry: E): boolean {
    return entry.keys.every((key) => this.#queues.get(key)?.[0] === entry);
  }
}
