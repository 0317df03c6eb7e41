import { type Recognised, type Sentence, wordAt } from "./recogniser.ts";

const TRAILING = /[.,;:!?)\]}'"]+$/;

/** A web address as it was written, without the punctuation that ends the sentence. */
export function recogniseUrl(
  { text, words }: Sentence,
  at: number,
): Recognised<string> | undefined {
  const token = words[at];
  if (token === undefined || !/^https?:\/\//.test(token.word)) return undefined;
  const value = text.slice(token.start, token.end).replace(TRAILING, "");
  return URL.canParse(value) ? { to: at + 1, value } : undefined;
}

/** An e-mail address, as it was written. */
export function recogniseEmail(sentence: Sentence, at: number): Recognised<string> | undefined {
  const token = sentence.words[at];
  if (token === undefined || !wordAt(sentence, at).includes("@")) return undefined;
  return { to: at + 1, value: sentence.text.slice(token.start, token.end).replace(TRAILING, "") };
}
