type Place = { readonly start: number; readonly end: number };

/**
 * The marks right behind one word of a text and right before another. Words that were left out between them take along
 * the marks that stand among them, and the comma that closes them.
 */
export function marksBetween(text: string, before: Place, next: Place): string {
  const gap = text.slice(before.end, next.start);
  return gap.length < SHORTEST_WORD ? gap : gap.replace(LEFT_OUT, " ");
}
/** With the spaces around it. */
const SHORTEST_WORD = 3;
const LEFT_OUT = /\s*[\p{L}\p{N}](?:.*[\p{L}\p{N}])?\s*,?\s*/su;
