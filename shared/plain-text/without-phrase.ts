/** A text without a phrase that stands in it as words of its own; as it is where none does. Letters count without case. Pure. */
export function withoutPhrase(text: string, phrase: string): string {
  const from = text.toLowerCase().indexOf(phrase.toLowerCase());
  const to = from + phrase.length;
  const isInside = /[\p{L}\p{N}]/u.test(`${text[from - 1] ?? ""}${text[to] ?? ""}`);
  return from < 0 || isInside ? text : `${text.slice(0, from)}${text.slice(to)}`;
}
