/** A text of an address as it was before it was written there; one that is in no such form means itself. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
