import { type Recognised, type Sentence, wordAt } from "./recogniser.ts";

const CLOSING: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };
const countOf = (text: string, sign: string): number => text.split(sign).length - 1;

/** Without what ends the sentence; a bracket that the address itself has opened belongs to it. */
function withoutTrailing(said: string): string {
  let value = said;
  for (;;) {
    const last = value.at(-1) ?? "";
    if (!TRAILING.test(last)) return value;
    const opened = CLOSING[last];
    if (opened !== undefined && countOf(value, opened) >= countOf(value, last)) return value;
    value = value.slice(0, -1);
  }
}

const TRAILING = /[.,;:!?)\]}'"]$/;

/** A web address as it was written, without the punctuation that ends the sentence. */
export function recogniseUrl(
  { text, words }: Sentence,
  at: number,
): Recognised<string> | undefined {
  const token = words[at];
  if (token === undefined || !/^https?:\/\//.test(token.word)) return undefined;
  const value = withoutTrailing(text.slice(token.start, token.end));
  return URL.canParse(value) ? { to: at + 1, value } : undefined;
}

/** An e-mail address, as it was written. */
export function recogniseEmail(sentence: Sentence, at: number): Recognised<string> | undefined {
  const token = sentence.words[at];
  if (token === undefined || !wordAt(sentence, at).includes("@")) return undefined;
  return { to: at + 1, value: withoutTrailing(sentence.text.slice(token.start, token.end)) };
}
