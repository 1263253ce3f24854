const END = '<!-- end -->';

/**
 * Inserts generated Markdown into a hand-written document, between the comments
 * `<!-- <name>: npm run docs -->` and `<!-- end -->`.
 * @throws Error if the document lacks these comments
 */
export function insertGenerated(document: string, name: string, markdown: string): string {
  const start = `<!-- ${name}: npm run docs -->`;
  const from = document.indexOf(start);
  const to = document.indexOf(END, from);
  if (from < 0 || to < 0) throw new Error(`the page has no line '${start}' followed by '${END}'`);
  const block = `<!-- prettier-ignore-start -->\n${markdown}\n<!-- prettier-ignore-end -->`;
  return `${document.slice(0, from)}${start}\n\n${block}\n\n${document.slice(to)}`;
}
