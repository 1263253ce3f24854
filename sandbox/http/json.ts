/** Deeper than any body of the API. Code that recurses over much more would overflow the stack. */
const MOST_LEVELS = 100;

/** Parse JSON. @throws SyntaxError if it is none, or nested too deeply */
export function parseJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS)
      throw new SyntaxError(`JSON is nested deeper than ${MOST_LEVELS} levels`);
    level = level.flatMap(parts);
  }
  return value;
}

function parts(value: unknown): unknown[] {
  return typeof value === 'object' && value !== null ? Object.values(value) : [];
}
