/**
 * Keys of the input fields that stand for the fields of a template. Field IDs may hold any
 * characters; a key on Zapier holds letters, digits and single underscores, because two in a row
 * mean a nested value there.
 *
 * `Z` escapes: `memberNumber` stays `memberNumber`, `größe` becomes `grZ00f6Z00dfe`.
 */
const PREFIX = 'field_';
const ESCAPED = /[^0-9A-Ya-z_]|_(?=_)|^_|_$/g;

/** The key for the field with this ID. Different IDs have different keys. */
export function keyOfField(id: string): string {
  return PREFIX + id.replace(ESCAPED, escaped);
}

/** The field ID behind a key; `undefined` for the key of any other input. */
export function fieldOfKey(key: string): string | undefined {
  if (!key.startsWith(PREFIX)) return undefined;
  return key.slice(PREFIX.length).replace(/Z([0-9a-f]{4})/g, unescaped);
}

/** One UTF-16 unit as `Z` and four hexadecimal digits. */
function escaped(unit: string): string {
  return `Z${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

function unescaped(_whole: string, hex: string): string {
  return String.fromCharCode(parseInt(hex, 16));
}
