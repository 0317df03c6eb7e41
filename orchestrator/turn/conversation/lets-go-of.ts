import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../../understanding/lexicons/common-words.ts";
import { tokens } from "../../understanding/text.ts";
import { fewWords, hasOwnText } from "./few-words.ts";

/** Lets go of what is named behind it: "esquece o pdf", "forget the pdf". */
const LETTING_GO: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": [
    "esquece",
    "esqueca",
    "deixa",
    "deixe",
    "larga",
    "cancela",
    "cancele",
    "desisto de",
    "desisti de",
    "nao quero",
    "nao quero mais",
    "nao precisa de",
    "nao precisa mais de",
    "chega de",
  ],
  en: [
    "forget",
    "forget about",
    "cancel",
    "drop",
    "skip",
    "scrap",
    "scratch",
    "leave",
    "never mind",
    "nevermind",
    "no more",
    "do not need",
    "i do not need",
    "i do not want",
    "stop",
  ],
};
/** May stand behind the name: "... pra lá", "... for now". */
const BEHIND: Readonly<Record<Locale, readonly string[]>> = {
  "pt-BR": ["para la", "de lado", "quieto", "por enquanto", "mais", "entao", "agora", "ta"],
  en: ["for now", "then", "anymore", "any more", "alone", "after all", "now"],
};
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
