const HALF_CHARACTER = /\p{Surrogate}/u;

/** Whether a text holds half an emoji, as a cut text does: it has no UTF-8 form and cannot be sent. */
export function hasHalfCharacter(text: string): boolean {
  return HALF_CHARACTER.test(text);
}
