import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList } from "#shared/language/words.ts";
import { tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { fewWords, hasOwnText } from "./few-words.ts";

const LETTING_GO = byLocale((locale) => wordList("conversation.letting-go", locale));
const BEHIND = byLocale((locale) => wordList("conversation.behind-letting-go", locale));
const split = (table: Readonly<Record<Locale, readonly string[]>>) =>
  Object.values(table)
    .flat()
    .map((phrase) => phrase.split(" "))
    .sort((a, b) => b.length - a.length);
const LEADS = split(LETTING_GO);
const TAILS = split(BEHIND);
const MOST_WORDS = 12;

/**
 * Does an answer let go of what the question is about, by its name? Pure.
 * Shape: "esquece o pdf" does to "O que devo colocar no PDF?"; "esquece o leite" is a text
 */
export function letsGoOf(text: string, about: string): boolean {
  const words = hasOwnText(text) ? undefined : fewWords(text, MOST_WORDS);
  if (words === undefined) return false;
  const said = words.map(({ word }) => word);
  const lead = LEADS.find((phrase) => phrase.every((word, at) => said[at] === word));
  if (lead === undefined) return false;
  const rest = said.slice(lead.length);
  const tail = TAILS.find((phrase) => rest.slice(-phrase.length).join(" ") === phrase.join(" "));
  const named = rest
    .slice(0, rest.length - (tail?.length ?? 0))
    .filter((word) => !isFunctionWord(word));
  const known = new Set(tokens(about).map(({ word }) => word));
  return named.length > 0 && named.every((word) => known.has(word));
}
