import { type Locale, locales } from "#shared/contracts/names.ts";
import { wordsUnder } from "#shared/language/time/chart-of.ts";
import { wording, wordSet } from "#shared/language/words.ts";
import { readPlace } from "../conversation/read-reference.ts";
import { withoutCourtesy } from "../courtesy.ts";
import { tellsAt } from "../modifiers/tells-at.ts";
import { pauseBefore, slice, type Token, tokens } from "../text.ts";
import { saidIn } from "../time/piece.ts";
import { amountAt } from "../time/read-amount.ts";
import { boundAt } from "../time/read-bounds.ts";
import { SMALL_NUMBERS } from "../values/number.ts";
import { behindAll, endOf, type Phrases } from "../words/phrases.ts";
import { asksForAny, asksForList, asksWhetherTold, asksWhy, endOfAspect } from "./asks.ts";
import { commandBehind } from "./command-behind.ts";
import {
  COMMAND_LEXICONS,
  type CommandLexicon,
  type StandingCommand,
  type StandingVerb,
} from "./lexicon.ts";
import { readReminder } from "./read-reminder.ts";
import { saysDone } from "./says-done.ts";

const MOST_WORDS = 30;

const VERBS: readonly Exclude<StandingVerb, "list" | "why">[] = [
  "cancel",
  "pause",
  "resume",
  "postpone",
  "change",
  "show",
];

/** A command about standing requests; undefined: the text is about something else. Pure. */
export const readStandingCommand = (text: string, locale: Locale): StandingCommand | undefined =>
  saysOnlyUntil(text, locale)
    ? undefined
    : (commandIn(text, locale) ??
      nameFirst(text, locale) ??
      commandBehind(text, locale, commandIn));

/** Until when something is to go on, and no more: it is not stopped by that. */
function saysOnlyUntil(text: string, locale: Locale): boolean {
  const said = saidIn(text, locale);
  const bound = boundAt(said, 0);
  return bound?.is === "until" && bound.to === said.words.length;
}

/** What is meant stands before what becomes of it. */
function nameFirst(text: string, locale: Locale): StandingCommand | undefined {
  const lexicon = COMMAND_LEXICONS[locale];
  const words = withoutLeads(text, tokens(text, MOST_WORDS + 1), lexicon);
  if (text.includes("?") || words.length > MOST_WORDS) return undefined;
  const named =
    endOf(lexicon.theOne, words, 0) ??
    nounBehindArticle(words, lexicon) ??
    placeAtStart(text, words);
  if (named === undefined) return undefined;
  const most = Math.min(words.length, named + MOST_NAME_WORDS);
  for (let at = named; at < most; at++) {
    const [does, to] = VERBS.map((each) => [each, endOf(lexicon[each], words, at)] as const).find(
      ([, end]) => end !== undefined,
    ) ?? [undefined, undefined];
    if (does === undefined || does === "show" || to === undefined) continue;
    const [verb, behind] = [slice(text, words, at, to), slice(text, words, to, words.length)];
    const said = `${slice(text, words, 0, at)} ${behind}`.trim();
    const command = commandIn(`${verb} ${said}`, locale);
    return command && { ...command, said };
  }
  return undefined;
}
const MOST_NAME_WORDS = 5;
const MOST_PLACE_WORDS = 3;
/** Where a place of a list ends that the words begin with. */
const placeAtStart = (text: string, words: readonly Token[]): number | undefined =>
  !ARTICLES.has(words[0]?.word ?? "")
    ? undefined
    : Array.from({ length: MOST_PLACE_WORDS }, (_, at) => MOST_PLACE_WORDS - at).find(
        (to) => to < words.length && readPlace(slice(text, words, 0, to)) !== undefined,
      );
const nounBehindArticle = (words: readonly Token[], { nouns }: CommandLexicon) =>
  ARTICLES.has(words[0]?.word ?? "") ? endOf(nouns, words, 1) : undefined;
const ARTICLES = wordSet("words.articles-and-pointing");

function commandIn(text: string, locale: Locale): StandingCommand | undefined {
  const all = tokens(text, MOST_WORDS + 1);
  if (all.length === 0 || all.length > MOST_WORDS) return undefined;
  const lexicon = COMMAND_LEXICONS[locale];
  const words = withoutLeads(text, all, lexicon);
  const said = { rest: "", isNamed: true, all: false, points: false };
  const isNamed = words.some(({ word }) => lexicon.listNouns.has(word) && !OF_OTHERS.has(word));
  if (asksForList(words, locale)) return { ...said, does: "list", isNamed, all: true };
  const points = endOf(lexicon.left, words, 0) === words.length;
  if (points || asksForAny(words, locale))
    return { ...said, does: "list", isNamed: false, all: true, points };
  for (const [count, phrases] of lexicon.listThem)
    if (endOf(phrases, words, 0) === words.length)
      return { ...said, does: "list", isNamed: false, all: true, count };
  if (endOf(lexicon.next, words, 0) === words.length || isNext(words, lexicon))
    return { ...said, does: "show", isNamed: false, points: true };
  if (asksWhy(words, locale))
    return { ...said, does: "why", rest: slice(text, words, 0, words.length) };
  const told = asksWhetherTold(text, locale);
  if (told !== undefined) return { ...said, does: "why", rest: told, told: true };
  const later = laterIn(text, words, locale);
  if (later !== undefined) return { ...said, does: "postpone", isNamed: false, ...later };
  if (isPutOff(words, lexicon)) return { ...said, does: "postpone", isNamed: false, rang: true };
  for (const does of VERBS) {
    const end = endOfAspect(does, words, locale) ?? endOf(lexicon[does], words, 0);
    // A reminder may be asked for with the same verb.
    if (end === undefined || (does === "change" && readReminder(text, locale) !== undefined))
      continue;
    const clause = CUT.has(does) ? clauseEnd(text, words, end) : words.length;
    const open = words.findIndex(
      (_, at) => at >= end && endOf(lexicon.openEnds, words, at) === clause,
    );
    const to = does === "pause" && open >= 0 ? open : clause;
    const own = words.slice(0, to);
    const named = namedIn(own, end, lexicon, does);
    if (CUT.has(does) && endOf(lexicon.both, own, end) === own.length)
      return { ...said, does, count: 2 };
    const whole = text.slice(own[end]?.start ?? text.length, own.at(-1)?.end ?? text.length);
    const timed = saidIn(does === "postpone" ? whole : "", locale);
    const length = timed.words.flatMap((_, at) => amountAt(timed, at)?.to ?? []).at(-1) ?? Infinity;
    // What is told behind a length of time is no name.
    const isTold = timed.words.some(
      (_, at) => at >= length && tellsAt({ text: whole, locale }, timed.words, at),
    );
    const rest = isTold ? slice(whole, timed.words, 0, length) : whole;
    // A reason takes nothing back.
    const isReason = clause < words.length && beginsReason(words, clause);
    const said_of = isReason ? { said: text.slice(0, own.at(-1)?.end) } : {};
    return { does, rest, points: pointsIn(own, end, lexicon), ...named, ...said_of };
  }
  const around = aroundIn(text, words, lexicon);
  if (around !== undefined) return around;
  const still = stillIn(words, lexicon);
  if (still === undefined) return undefined;
  const names = text.slice(still[0]?.start ?? text.length, still.at(-1)?.end);
  const named = namedIn(still, 0, lexicon, "show");
  return { does: "show", still: true, rest: names, points: false, ...named };
}
/** What is said behind a pause only gives a reason. */
const CUT: ReadonlySet<StandingVerb> = new Set<StandingVerb>(["cancel", "pause", "resume"]);

function aroundIn(
  text: string,
  words: readonly Token[],
  lexicon: CommandLexicon,
): StandingCommand | undefined {
  for (const [does, verbs, ends] of lexicon.around) {
    const from = endOf(verbs, words, 0);
    const to = words.findIndex((_, at) => at > 0 && endOf(ends, words, at) === words.length);
    if (from === undefined || to < from) continue;
    const own = words.slice(0, to);
    const rest = slice(text, own, from, to);
    const points = pointsIn(own, from, lexicon);
    return { does, rest, points, ...namedIn(own, from, lexicon, does) };
  }
  return undefined;
}

/** How long what rang is put off. */
function laterIn(
  text: string,
  all: readonly Token[],
  locale: Locale,
): Pick<StandingCommand, "rest" | "rang"> | undefined {
  const lexicon = COMMAND_LEXICONS[locale];
  const again = endOf(lexicon.againIn, all, 0);
  const led = endOf(lexicon.more, all, 0);
  const [{ word: first } = { word: "" }, second] = all;
  const isCounted = isNumber(first) || SMALL_NUMBERS.has(first);
  // The whole is the length.
  const counted = isCounted && second?.word === "more" ? all.length : undefined;
  const more = led ?? again ?? counted;
  if (more === undefined) return undefined;
  const words = all.slice(0, clauseEnd(text, all, more));
  const number = words.length === more + 1 && isBareNumber(words[more]?.word);
  if (!isLength(words, more) && !(number && led !== undefined)) return undefined;
  const rang = again !== undefined || number || isNumber(words.at(-1)?.word);
  const from = more === words.length ? 0 : more;
  const length = lengthOf(slice(text, words, from, words.length), locale);
  const rest = led === undefined && again !== undefined ? `${IN[locale]} ${length}` : length;
  return { rest, ...(rang && { rang }) };
}
const IN = wording("wordings.in");

/** A reason names no further one. */
function clauseEnd(text: string, words: readonly Token[], from: number): number {
  for (let at = Math.max(from, 1); at < words.length; at++) {
    const behind = words.slice(at);
    if (pauseBefore({ text, words }, at) && !behind.some(({ word }) => /\d/.test(word))) return at;
    const isReason = at > from && beginsReason(words, at);
    if (isReason && !behind.some(({ word }) => /\d/.test(word))) return at;
  }
  return words.length;
}
/** The words up to where a pause or a reason ends what they ask for. Pure. */
export const withoutReason = (text: string, words: readonly Token[]): string =>
  slice(text, words, 0, clauseEnd(text, words, 0));
const beginsReason = (words: readonly Token[], at: number): boolean => {
  const word = words[at]?.word ?? "";
  const isThat = word === "que" && REASONS_THAT.has(words[at + 1]?.word ?? "");
  return isThat || (REASONS.has(word) && !OF_A_NAME.has(words[at - 1]?.word ?? ""));
};
const REASONS = wordSet("schedules.reasons-of-a-command");
const REASONS_THAT = wordSet("schedules.reasons-behind-that");
const OF_A_NAME = wordSet("schedules.of-a-name");

/** The words that name it. undefined: no such question, or it names none. */
function stillIn(words: readonly Token[], { still }: CommandLexicon): readonly Token[] | undefined {
  const before = endOf(still.before, words, 0);
  if (before !== undefined && before < words.length) return words.slice(before);
  const begins = ASKS.has(words[0]?.word ?? "") ? 1 : 0;
  const at = words.findIndex(
    (_, place) => place > begins && endOf(still.behind, words, place) === words.length,
  );
  return at < 0 ? undefined : words.slice(begins, at);
}
const ASKS = wordSet("verbs.being-of-things");

/** What has rung is put off, without how long. */
function isPutOff(words: readonly Token[], { later }: CommandLexicon): boolean {
  return words.length > 0 && behindAll(later, words).length === 0;
}

/** A length of time and nothing else. */
function isLength(words: readonly Token[], from: number): boolean {
  const rest = from === words.length ? words : words.slice(from);
  const last = rest.at(-1)?.word ?? "";
  return (
    rest.length > 0 &&
    rest.length <= MOST_LENGTH_WORDS &&
    (wordsUnder("unit", "units").has(last) || isNumber(last)) &&
    rest
      .slice(0, -1)
      .every(
        ({ word }) => isNumber(word) || SMALL_NUMBERS.has(word) || ONE.has(word) || word === "more",
      )
  );
}
const isNumber = (word = ""): boolean => /^\d{1,3}$/.test(word);
const isBareNumber = (word = ""): boolean =>
  isNumber(word) || (SMALL_NUMBERS.has(word) && !ONE.has(word));
/** A unit alone is one, a number alone is of minutes. */
function lengthOf(text: string, locale: Locale): string {
  const length = text.replace(/\s+more\b/i, "");
  if (isBareNumber(length.toLowerCase())) return `${length} ${MINUTES[locale]}`;
  return /\s/.test(length) || /\d/.test(length) ? length : `1 ${length}`;
}
export const MINUTES = wording("wordings.minutes");
const MOST_LENGTH_WORDS = 3;
const ONE = wordSet("numbers.one-or-half");

const isNext = (words: readonly Token[], { nextWords, nextMarks }: CommandLexicon): boolean =>
  words.length > 1 &&
  words.some(({ word }) => nextMarks.has(word)) &&
  words.every(({ word }) => nextWords.has(word) || nextMarks.has(word));

/** Every clause lets go of what was spoken of last, or says that it is done. Pure. */
export function letsGoOfLast(text: string, locale: Locale): boolean {
  const clauses = text.split(CLAUSES).filter((clause) => clause.trim() !== "");
  const lexicon = COMMAND_LEXICONS[locale];
  const drops = clauses.filter((clause) => {
    const plain = tokens(clause);
    const words = withoutLeads(clause, plain, lexicon);
    const end = endOf(lexicon.cancel, words, 0);
    return (
      [words, plain].some((said) => endOf(lexicon.cancelAlone, said, 0) === said.length) ||
      (clauses.length > 1 && end !== undefined && pointsIn(words, end, lexicon))
    );
  });
  const isTold = (clause: string): boolean => drops.includes(clause) || saysDone(clause, locale);
  return drops.length > 0 && clauses.length <= 3 && clauses.every(isTold);
}

/** It is done, as someone says whom a reminder has reached, and needed no more. Pure. */
export const saysOver = (text: string, locale: Locale, about: string): boolean =>
  saysDone(text, locale, about) ||
  (letsGoOfLast(text, locale) &&
    text.split(CLAUSES).some((clause) => saysDone(clause, locale, about)));
const CLAUSES = /[,.;!?]+/;

/** It points to one, or says nothing at all; a noun alone is any of them. */
function pointsIn(words: readonly Token[], from: number, lexicon: CommandLexicon): boolean {
  const rest = words.slice(from);
  const isNoun = rest.map((_, at) => endOf(lexicon.nouns, words, from + at) !== undefined);
  return (
    rest.every(({ word }, at) => lexicon.pointing.has(word) || isNoun[at] === true) &&
    (!isNoun.includes(true) || rest.some(({ word }) => POINTS.has(word)))
  );
}

/** Nothing but such words, in whichever language. */
export const pointsOnly = (text: string): boolean =>
  locales.some((locale) => pointsIn(tokens(text), 0, COMMAND_LEXICONS[locale]));

const POINTS = wordSet("words.pointing");

/** A command without what leads to it and trails behind it. */
function withoutLeads(
  text: string,
  all: readonly Token[],
  lexicon: CommandLexicon,
): readonly Token[] {
  const { from, to } = withoutCourtesy(all);
  let words = all.slice(from, to);
  for (;;) {
    const apart = endOf(lexicon.leadsApart, words, 0);
    const lead =
      apart !== undefined && pauseBefore({ text, words }, apart)
        ? apart
        : endOf(lexicon.leads, words, 0);
    if (lead === undefined || lead >= words.length) break;
    words = words.slice(lead);
  }
  while (words.length > 1 && lexicon.trails.has(words.at(-1)?.word ?? ""))
    words = words.slice(0, -1);
  return words;
}

function namedIn(
  words: readonly Token[],
  from: number,
  lexicon: CommandLexicon,
  does: StandingVerb,
): { isNamed: boolean; hasNoun: boolean; all: boolean } {
  const own = words.map(({ word }, at) => at >= from && !OF_OTHERS.has(word));
  const says = (phrases: Phrases): boolean =>
    words.some((_, at) => own[at] === true && endOf(phrases, words, at) !== undefined);
  // All that is to be shown may be of something else as well.
  const all =
    endOf(lexicon.all, words, from) !== undefined && (does !== "show" || says(lexicon.nouns));
  // What a clause says is about something else.
  const isThat = does === "show" && THAT.has(words[from + 1]?.word ?? "");
  const hasNoun = says(lexicon.nouns);
  const one = words.findIndex(({ word }, at) => at > from + 1 && ONES.has(word));
  const isWhole = does === "change" || one === words.length - 1;
  const isOne = does !== "show" && words[from]?.word === "the" && one > 0 && isWhole;
  const isNamed = hasNoun || isOne || (!isThat && endOf(lexicon.theOne, words, from) !== undefined);
  return { isNamed, hasNoun, all };
}

const ONES = wordSet("nouns.ones");
const OF_OTHERS = wordSet("schedules.nouns-of-others");

/** It says all, and nothing about which. */
export function namesEvery({ all, rest }: StandingCommand, locale: Locale): boolean {
  const lexicon = COMMAND_LEXICONS[locale];
  const words = tokens(rest);
  const from = endOf(lexicon.all, words, 0) ?? 0;
  return (
    all &&
    words
      .slice(from)
      .every(
        ({ word }) => lexicon.listWords.has(word) || lexicon.listNouns.has(word) || THAT.has(word),
      )
  );
}

const THAT = wordSet("words.that");
