import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { BEFORE_VERBS, NO_VERBS, PAST, PRESENT, SUBJECTS } from "../lexicons/finite-verbs.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import type { Token } from "../text.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Scene } from "./scene.ts";

type Said = Pick<Scene, "text" | "locale">;

/** What only a verb ends with that tells: "dormi", "caiu", "comemos", "falam". */
const ENDINGS: Readonly<Record<Locale, RegExp>> = {
  "pt-BR": /^(?!.*gem$)(?:.{2,}(?:[^aeou]i|ou|eu|iu)|.{2,}[aei]mos|.{3,}[ae]m)$/,
  en: /^(?!)/,
};
/** The same behind a noun and what names it: "my knee *hurts*". */
const OF_A_NOUN: Readonly<Record<Locale, RegExp>> = {
  "pt-BR": /^(?!)/,
  en: /^.{2,}[^su\W]s$/,
};
/** How a verb ends that does not say that something was done: "apagando", "apagaria". */
const NOT_DONE = /(?:ing|ndo|ria|.{4}[aei]rei|ara)$/;

/** The form of a verb that tells what was: "fui", "slept", "desmarcou". */
export const isPast = (word: string, locale: Locale): boolean =>
  !NO_VERBS.has(word) &&
  (PAST[locale].has(word) ||
    (word.length > 3 && endsAsPast(word) && !NOT_DONE.test(word)) ||
    (ENDINGS[locale].test(word) && !/m$/.test(word)));

/**
 * A verb stands there that tells what is or was, and no noun: "o *mercado*". By closed lists of forms, by endings, and behind those who
 * things are told of: "nobody *cares*", "ela *odeia*".
 */
export function tellsAt({ text, locale }: Said, words: readonly Token[], at: number): boolean {
  const { word, start, end } = words[at] ?? { word: "", start: 0, end: 0 };
  const before = words[at - 1]?.word ?? "";
  // "*this* cracked me up" is no name of a thing.
  const isNoun = isDeterminer(before) && !(POINTS.has(before) && isPast(word, locale));
  if (NO_VERBS.has(word) || isNoun) return false;
  if (at > 0 && endOfAny("possessives", words, at - 1) === at) return false;
  // "Oslo *e* Paris" is no "é".
  if (PRESENT[locale].has(word)) return !/^e$/i.test(text.slice(start, end));
  if (PAST[locale].has(word) || (word.length > 4 && endsAsPast(word))) return true;
  const isName = at > 0 && /\p{Lu}/u.test(text[start] ?? "");
  if (!isName && ENDINGS[locale].test(word)) return true;
  if (at > 1 && OF_A_NOUN[locale].test(word) && isDeterminer(words[0]?.word ?? "")) return true;
  return (
    (!isFunctionWord(word) || deedOf(word) !== undefined) && isBehindSubject(words, at, locale)
  );
}

const POINTS: ReadonlySet<string> = new Set(["this", "that", "these", "those"]);

function isBehindSubject(words: readonly Token[], at: number, locale: Locale): boolean {
  let from = at;
  while (BEFORE_VERBS[locale].has(words[from - 1]?.word ?? "")) from--;
  return from < at || SUBJECTS[locale].has(words[from - 1]?.word ?? "");
}
