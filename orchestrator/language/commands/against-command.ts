import type { Doubt } from "#shared/contracts/intent.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordSet } from "#shared/language/words.ts";
import { afterBreath } from "../conversation/after-lead.ts";
import { smallWords } from "../conversation/small-words.ts";
import { endOfAny } from "../modifiers/languages.ts";
import type { Mark } from "../modifiers/mark.ts";
import { modifiersIn, readReply } from "../modifiers/read-modifiers.ts";
import { reasonOf } from "../modifiers/rule.ts";
import { slice, tokens } from "../text.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
import { COMMAND_LEXICONS, type StandingCommand } from "./lexicon.ts";
import { pointsOnly, readStandingCommand } from "./read-command.ts";
import { readReminder } from "./read-reminder.ts";

const KINDS: ReadonlySet<Mark["kind"]> = new Set(["polarity", "mood", "condition"]);
const OF = wordSet("words.of-or-to");
const ARTICLES = wordSet("words.articles");

/**
 * What is said around a command over standing requests, and no part of it: a condition, a no, that it is no serious word. It
 * holds for these as it does for goals. undefined: nothing. Pure.
 */
export function againstCommand(
  whole: string,
  { does, rest, said }: StandingCommand,
  locale: Locale,
): Pick<Doubt, "reason" | "detail"> | undefined {
  const text = said ?? whole;
  const words = tokens(text);
  const marks = modifiersIn(text, locale);
  const { openEnds } = COMMAND_LEXICONS[locale];
  // A command may take something back itself: what counts stands behind its verb.
  const at = rest === "" ? -1 : text.lastIndexOf(rest);
  const behind = at < 0 ? text.length : at;
  const isOwn = ({ kind, value, from, start }: Mark) =>
    start < behind ||
    // A place in the list is no one's words.
    (value === "reported" && ARTICLES.has(words[from - 1]?.word ?? "")) ||
    (does === "pause" && endOf(openEnds, tokens(text.slice(start)), 0) !== undefined) ||
    (kind === "condition" && (does === "change" || OF.has(words[from - 1]?.word ?? "")));
  const found = marks.find(
    (mark) => KINDS.has(mark.kind) && mark.value !== "partly" && !isOwn(mark),
  );
  if (found === undefined || found.value === "courtesy" || found.value === "plain")
    return undefined;
  return { reason: reasonOf(found.value), detail: text.slice(found.start, found.end) };
}

/** A command or a reminder that is not wanted. Pure. */
export function refusesCommand(text: string, locale: Locale): boolean {
  const { refuses, core } = readReply(text, locale);
  const wanted = refuses && (readStandingCommand(core, locale) ?? readReminder(core, locale));
  return wanted !== false && wanted !== undefined;
}

/** A command that is only asked about, and the words that ask. Pure. */
export function readAskedAbout(
  text: string,
  locale: Locale,
): { command: StandingCommand; words: string } | undefined {
  const marks = modifiersIn(text, locale);
  const mood = marks.find(({ kind, value }) => kind === "mood" && value === "asked_about");
  const command = mood && readStandingCommand(text.slice(mood.end), locale);
  return command && { command, words: text.slice(mood.start, mood.end) };
}

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
