/** Ends the fix for a date that cannot be read. */
export const DATE_CONVERSION =
  "To convert another format, use an expression, e.g. {{ DateTime.fromFormat($json.date, 'dd/MM/yyyy').toISODate() }}, or 'MM/dd/yyyy' if the month comes first.";
