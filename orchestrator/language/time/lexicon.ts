import { MONTHS, NAMED_DAYS, STRETCHES, WEEKDAYS } from "#shared/calendar/names.ts";
import type { Locale } from "#shared/contracts/names.ts";
import type { Comparison } from "#shared/contracts/schedule-rule.ts";
import { byLocale, classesOf, phraseList, wordList, wordSet } from "#shared/language/words.ts";
import { type Phrases, phrasesIn, phrasesOf } from "../words/phrases.ts";

export type DayPart = "dawn" | "morning" | "afternoon" | "evening";
export type TimeUnit =
  | "second"
  | "minute"
  | "hour"
  | "day"
  | "week"
  | "fortnight"
  | "month"
  | "year";

/** A comparison in words, and what is said after it. */
export type ComparingVerb = {
  readonly is: Comparison["is"];
  readonly says: Phrases;
  /** `amount`: a value or a percentage; `band`: two values; `tail`: words up to the end of the clause. */
  readonly takes: "value" | "amount" | "band" | "nothing" | "tail";
  /** For words that hold the amount. */
  readonly percent?: number;
};

/** Classes of phrases: `schedule-times.yaml` of a language says what each is for. */
const PHRASES = [
  ...(["whenItIs", "sameTime", "corrects", "except", "until", "during", "endOfMonth"] as const),
  ...(["endOfYear", "times", "once", "starting", "fromNowOn", "endOf", "between"] as const),
  ...(["betweenTo", "courtesy", "courtesyAlone", "vague", "later", "around", "relative"] as const),
  ...(["relativeAfter", "ahead", "grants", "or", "whenever", "when", "beforeAmount"] as const),
  ...(["sinceDay", "sinceNow", "orLess", "orMore", "bandTo", "bandEnd", "either"] as const),
  ...(["currency", "slack", "lateDo", "lateSkip"] as const),
] as const;

/** Classes of words. */
const WORDS = ["fillers", "negators", "sides", "gradable"] as const;

/**
 * The words of one language that say until when and on what condition, by what they do, and of what is no exact time. They
 * are written as they are compared: folded, shorthand opened. Days, times and what recurs: `shared/language/time`.
 */
export type TimeLexicon = Readonly<Record<(typeof PHRASES)[number], Phrases>> &
  Readonly<Record<(typeof WORDS)[number], ReadonlySet<string>>> & {
    /** The next one of a weekday may be this week's or the one after. */
    readonly nextIsUnclear: boolean;
    readonly verbs: readonly ComparingVerb[];
  };

/** The comparisons of a language: what it has words for, and verbs of movement with where they lead. */
function verbsOf(locale: Locale): readonly ComparingVerb[] {
  const words = (name: string) => phraseList(`schedule-times.${name}`, locale);
  const up = formsOf("movement-up", words);
  const down = formsOf("movement-down", words);
  const built: Readonly<Record<string, readonly string[]>> = {
    above: [...beside(up, words("above")), ...beside(words("being-at"), words("above"))],
    below: [...beside(down, words("below")), ...beside(words("being-at"), words("below"))],
    reaches: [...beside(up, words("onto")), ...beside(down, words("onto"))],
    rises: up,
    falls: down,
  };
  return COMPARISONS.map(({ name, ...comparison }) => ({
    ...comparison,
    says: phrasesOf(...words(`verbs.${name}`), ...(built[name] ?? [])),
  }));
}

const COMPARISONS = [
  { name: "outside", is: "outside", takes: "band" },
  { name: "inside", is: "inside", takes: "band" },
  { name: "above", is: "above", takes: "value" },
  { name: "below", is: "below", takes: "value" },
  { name: "reaches", is: "reaches", takes: "value" },
  { name: "rises", is: "rises", takes: "amount" },
  { name: "falls", is: "falls", takes: "amount" },
  { name: "moves", is: "moves", takes: "amount" },
  { name: "doubles", is: "rises", takes: "nothing", percent: 100 },
  { name: "halves", is: "falls", takes: "nothing", percent: 50 },
  { name: "changes", is: "changes", takes: "nothing" },
  { name: "becomes", is: "becomes", takes: "tail" },
] as const;

/** Every form of verbs of going up, or down, by how they are said: alone, and behind each kind of auxiliary. */
function formsOf(movement: string, words: (name: string) => readonly string[]): string[] {
  return [
    ...words(`${movement}.plain`),
    ...beside(words("movement-behind.perfect"), words(`${movement}.done`)),
    ...beside(words("movement-behind.progressive"), words(`${movement}.going`)),
  ];
}

const beside = (first: readonly string[], second: readonly string[]): string[] =>
  first.flatMap((one) => second.map((other) => `${one} ${other}`));

/** Every language's words of schedules. */
export const TIME_LEXICONS: Readonly<Record<Locale, TimeLexicon>> = byLocale((locale) => ({
  ...classesOf(PHRASES, (name) => phrasesIn(`schedule-times.${name}`, locale)),
  ...classesOf(WORDS, (name) => wordSet(`schedule-times.${name}`, locale)),
  nextIsUnclear: wordList("schedule-times.next-is-unclear", locale)[0] === "yes",
  verbs: verbsOf(locale),
}));

/** Words that say when, folded. */
export const CALENDAR_WORDS = new Set([
  ...[...MONTHS.keys(), ...WEEKDAYS.keys(), ...STRETCHES.keys()],
  ...NAMED_DAYS.flatMap(([phrase]) => (phrase.length === 1 ? phrase : [])),
  ...wordList("time.times-of-day"),
]);
