import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { afterBreath } from "../conversation/after-lead.ts";
import { smallWords } from "../conversation/small-words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import { slice, tokens } from "../text.ts";
import { endOf, phrasesIn } from "../time/phrases.ts";
import { pointsOnly } from "./read-command.ts";

const MOST_WORDS = 12;
const TOUCHES = smallWords("touches");
const BEFORE = wordSet("schedules.before-keeping");

/**
 * What is not to be done to what stands: the words behind the negation that the text begins with. `isTouch`: they say nothing
 * but that it is to be left alone. undefined: the text does not begin with a negation. Pure.
 */
export function readKept(text: string): { refused: string; isTouch: boolean } | undefined {
  const said = tokens(text, MOST_WORDS + 1);
  if (said.length > MOST_WORDS || text.includes("?")) return undefined;
  let from = 0;
  let isNegated = false;
  for (;;) {
    const to = endOfAny("negators", said, from);
    if (to === undefined && !BEFORE.has(said[from]?.word ?? "")) break;
    // A no before a pause stands for itself.
    const isPaused = text.slice(said[(to ?? 0) - 1]?.end, said[to ?? 0]?.start).includes(",");
    isNegated ||= to !== undefined && !isPaused;
    from = to ?? from + 1;
  }
  const isAtEnd = endOfAny("negators", said, said.length - 1) === said.length;
  const to = said.length - (isAtEnd && said.length > from + 1 ? 1 : 0);
  const [verb] = said.slice(from, to);
  if (!isNegated || verb === undefined) return undefined;
  const isTouch = TOUCHES.has(verb.word) && pointsOnly(slice(text, said, from + 1, to));
  return { refused: slice(text, said, from, to), isTouch };
}

/** What may be said against an undo: whether that is meant is asked. */
const RESTORES = byLocale((locale) => phrasesIn("schedules.restores", locale));
/** Of what has been cancelled just now. */
const UNCANCELS = byLocale((locale) => phrasesIn("schedules.uncancels", locale));

/**
 * That something is to be as it was before, and nothing else, also behind what is said when something went wrong.
 * `undo`: it may be said against an undo; else only of what was cancelled. undefined: it says no such thing. Pure.
 */
export function readPutBack(text: string, locale: Locale): "undo" | "cancel" | undefined {
  const ways = [text, afterBreath(text) ?? "", text.split(/[,.;!]\s+/).at(-1) ?? ""].map((each) =>
    tokens(each),
  );
  const isSaid = (phrases: ReturnType<typeof phrasesIn>) =>
    ways.some((said) => said.length > 0 && endOf(phrases, said, 0) === said.length);
  return isSaid(RESTORES[locale]) ? "undo" : isSaid(UNCANCELS[locale]) ? "cancel" : undefined;
}
