import { foldPhrase } from "./fold.ts";

/** True for a text with these words in it, whatever their case and accents: "AÇÃO da Vale" says "acao". */
export const saysWords = (text: string, words: string): boolean =>
  foldPhrase(text).includes(foldPhrase(words));
