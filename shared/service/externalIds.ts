import { comparable } from './text';

/**
 * The same text for external IDs that may be the same to a person, or to what a sheet or a form has made of them: case,
 * blanks, invisible characters, full width, the kind of a dash, `ß` and `ss`, leading zeros and a trailing `.0` do not
 * matter. Only to leave a pass alone in doubt: the service takes each spelling for another external ID.
 */
export function looseExternalId(externalId: string): string {
  return comparable(externalId.normalize('NFKC'))
    .replace(/\s/g, '')
    .replace(/[\p{Dash_Punctuation}\u2212]/gu, '-')
    .replace(/ß/g, 'ss')
    .replace(/\.0+$/, '')
    .replace(/\d+/g, (digits) => digits.replace(/^0+(?=\d)/, ''));
}
