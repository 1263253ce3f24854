const EMAIL = /^[^@\s]+@[^@\s]+\.[^@\s]+$/;
/** Six to fifteen digits after an optional plus sign. */
const PHONE = /^\+?\d{6,15}$/;

/** Whether a text can be an email address. */
export function isEmail(text: string): boolean {
  return EMAIL.test(text);
}

/** Whether a text can be a phone number; spaces and the usual punctuation do not count. */
export function isPhone(text: string): boolean {
  return PHONE.test(text.replace(/[\s()./-]/g, ''));
}
