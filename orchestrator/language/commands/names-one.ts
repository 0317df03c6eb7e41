import type { Locale } from "#shared/contracts/names.ts";
import { byLocale } from "#shared/language/words.ts";
import { tokens } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { COMMAND_LEXICONS } from "./lexicon.ts";

const MOST_WORDS = 6;
const BEFORE = byLocale((locale) => phrasesIn("schedules.before-a-name", locale));
const BEHIND = byLocale((locale) => phrasesIn("schedules.behind-a-name", locale));

/** Nothing but the name of one: "o de quarta", "the Sunday one". Pure. */
export function namesOne(text: string, locale: Locale): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  if (words.length > MOST_WORDS || text.includes("?")) return false;
  const before = endOf(BEFORE[locale], words, 0);
  if (before !== undefined && before < words.length) return true;
  return (
    words[0]?.word === "the" &&
    words.some((_, at) => at > 1 && endOf(BEHIND[locale], words, at) === words.length)
  );
}

/** "adianta *o aviso* uma hora", "make *it* 950": what only points to it says nothing of what it becomes. Pure. */
export function withoutName(rest: string, locale: Locale): string {
  const { nouns, pointing } = COMMAND_LEXICONS[locale];
  const said = tokens(rest);
  let at = 0;
  for (let to = 0; to < said.length; to++) {
    const noun = endOf(nouns, said, to);
    if (noun !== undefined) at = noun;
    else if (!pointing.has(said[to]?.word ?? "")) break;
  }
  return at === 0 ? rest : rest.slice(said[at]?.start ?? rest.length);
}
