type Place = { readonly start: number; readonly end: number };

/**
 * The marks right behind one word of a text and right before another. Words that were left out between them take along
 * the marks that stand among them, and the comma that closes them.
 */
export const marksBetween = (text: string, before: Place, next: Place): string =>
  text.slice(before.end, next.start).replace(/\s*[\p{L}\p{N}](?:.*[\p{L}\p{N}])?\s*,?\s*/su, " ");
