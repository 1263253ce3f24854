/** What forms and sheets deliver in place of an email address or a phone number. */
export const NO_CONTACTS = [
  ...['-', '--', '\u2013', '.', '/', '()', '(      )', '+', '@', 'n/a', 'none'],
  ...['#N/A', '#REF!', 'undefined', '-@-', 'ana@'],
];
