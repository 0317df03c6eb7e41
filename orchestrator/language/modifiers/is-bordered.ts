import type { Token } from "../text.ts";
import { isStated } from "./languages.ts";

/** A text says where it begins: behind a colon, an opening quote, or words that announce it. */
export const isBordered = (text: string, words: readonly Token[], at: number): boolean =>
  /[:"'\u2018\u201c\u00ab]\s*$/u.test(text.slice(0, words[at]?.start)) || isStated(words, at);
