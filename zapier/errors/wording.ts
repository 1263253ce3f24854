/** The shared texts speak of items, credentials and expressions; Zapier of steps and connections. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bthe credential\b/g, 'the connection'],
  [/\b(this|the) item\b/g, '$1 step'],
  [/\{\{ (true|false) \? "Yes" : "No" \}\}/g, 'Yes or No'],
  [/ in 'Field Values' or 'Update Fields'/g, ''],
];

/** A shared text in Zapier's terms. Only for texts of our own: nothing a person typed is in them. */
export function inZapierTerms(text: string): string {
  return WORDS.reduce((rest, [ours, theirs]) => rest.replace(ours, theirs), text);
}

/** Ends a text with a full stop, unless it has an end of its own. */
export function sentence(text: string): string {
  return /[.!?]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
