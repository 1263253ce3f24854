/** The value of a JSON text; `undefined` if it is empty or not JSON, e.g. the HTML page of a proxy. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
