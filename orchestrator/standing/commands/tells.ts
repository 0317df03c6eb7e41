import type { Locale } from "#shared/contracts/names.ts";
import type { Token } from "../../understanding/text.ts";
import { endOf, type Phrases, phrasesOf } from "../words/phrases.ts";

type Aspect = "cancel" | "resume";
/** Verbs that say whether something goes on. They are of standing requests only before what those do. */
const ASPECTS: Readonly<Record<Locale, Readonly<Record<Aspect, Phrases>>>> = {
  "pt-BR": {
    cancel: phrasesOf(
      "para de, pare de, parar de, chega de, deixa de, deixe de, nao precisa mais, nao precisa",
    ),
    resume: phrasesOf(
      "volta, volte, voltar, torna, torne, continua, continue, continuar, segue, siga, recomeca, recomece",
    ),
  },
  en: {
    cancel: phrasesOf("stop, quit, cease, no more, enough of"),
    resume: phrasesOf("keep, keep on, carry on, continue, go on, go back to, resume"),
  },
};
/** What a standing request does when it is due, in the forms that stand behind such a verb. */
const TELLS: Readonly<Record<Locale, RegExp>> = {
  "pt-BR":
    /^(?:(?:lembr|avis|mand|envi|notific|alert|toc|cham|cutuc|acord|fal|mostr)(?:ar|ando)|diz(?:er|endo))$/,
  en: /^(?:remind|tell|send|alert|notify|ping|text|messag|buzz|nudg|wak|watch|ring|show)(?:ing)?e?$/,
};
/** Is this form of a verb for what a standing request does? Pure. */
export const tells = (word: string, locale: Locale): boolean => TELLS[locale].test(word);
const BETWEEN: ReadonlySet<string> = new Set("a de me nos em to me us up".split(" "));
const BEHIND: ReadonlySet<string> = new Set("me nos us".split(" "));

/** "para de *me avisar*", "volta a lembrar", "keep reminding me": the word behind it. undefined: it says no such thing. Pure. */
export function endOfAspect(
  does: string,
  words: readonly Token[],
  locale: Locale,
): number | undefined {
  if (does !== "cancel" && does !== "resume") return undefined;
  let at = endOf(ASPECTS[locale][does], words, 0);
  if (at === undefined) return undefined;
  while (BETWEEN.has(words[at]?.word ?? "")) at++;
  if (!TELLS[locale].test(words[at]?.word ?? "")) return undefined;
  at++;
  while (BEHIND.has(words[at]?.word ?? "")) at++;
  return at;
}
