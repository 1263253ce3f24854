const END = '<!-- end -->';

/**
 * Puts a generated table into a hand-written document, between the comments
 * `<!-- <what>: npm run docs -->` and `<!-- end -->`.
 * @throws Error where the document has no such place
 */
export function inPlace(document: string, what: string, table: string): string {
  const start = `<!-- ${what}: npm run docs -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`There is no place for: ${what}`);
  const kept = `<!-- prettier-ignore-start -->\n${table}\n<!-- prettier-ignore-end -->`;
  return `${document.slice(0, from)}${start}\n\n${kept}\n\n${document.slice(to)}`;
}
