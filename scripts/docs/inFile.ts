/** Runs a generator; its error then names the file to look at. */
export function inFile<T>(file: string, work: () => T): T {
  try {
    return work();
  } catch (thrown) {
    throw inFileError(file, thrown);
  }
}

/** The error with the file before its message. */
export function inFileError(file: string, thrown: unknown): Error {
  const reason = thrown instanceof Error ? thrown.message : String(thrown);
  return new Error(`${file}: ${reason}`, { cause: thrown });
}
