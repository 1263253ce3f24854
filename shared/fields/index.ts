/**
 * Builders of input fields: `text({ label: 'External ID' })`. Fields are optional; `required(...)` makes a field
 * required and removes `undefined` from its type.
 */
export { boolean, confirmation, notConfirmed } from './boolean';
export { choice, choices } from './choice';
export { color } from './text';
export { contact, email, phone } from './contact';
export { dateTime } from './dateTime';
export { file, fileId, image } from './file';
export { fieldValues, json } from './json';
export { list } from './list';
export { required, transform } from './kinds';
export { ALL_RESULTS, limit, number } from './number';
export { needsTemplate, passId, passRef, ref, templateRef, templateRefs } from './reference';
export { locale, text } from './text';

export { holdsIds } from './read';
export * from './kinds';
export { InvalidValue } from './problem';
export {
  isGiven,
  isShown,
  mappedEmptyFix,
  mappedValue,
  parseInputsOrThrow,
  parseInputs,
} from './read';
export type { ParsedInputs } from './read';
