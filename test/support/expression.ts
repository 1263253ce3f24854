/** A value that only an expression can produce. */
export const expression = (code: string) => `={{ ${code} }}`;
