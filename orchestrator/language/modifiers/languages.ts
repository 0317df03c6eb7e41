import { type Locale, locales } from "#shared/contracts/names.ts";
import { type Token, tokens } from "../text.ts";
import { commonWordsOf } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import { COURTESY, MODIFIERS } from "../words/modifier-lexicon.ts";
import { MODIFIER_LEXICONS } from "../words/modifier-lexicons.ts";
import type { Mark } from "./mark.ts";
import { buildPhraseTable, type Group, type PhraseTable } from "./phrase-table.ts";

/** A language's phrases, its small words, and how its verbs tell of the past. */
export type Language = {
  readonly locale: Locale;
  readonly table: PhraseTable;
  readonly common: ReadonlySet<string>;
  readonly pastEndings: readonly string[];
  /** Negators that are written like other words. */
  readonly runTogether: readonly string[];
};

/** What a phrase of a group says, in the order in which equally long ones count. */
const SAYS: readonly (readonly [Group, Mark["kind"], Mark["value"]])[] = [
  ["plain", "courtesy", "courtesy"],
  ["backgrounds", "courtesy", "plain"],
  ["not_only", "courtesy", "courtesy"],
  ["polite_questions", "courtesy", "courtesy"],
  ["polite_openings", "courtesy", "courtesy"],
  ["corrections", "correction", "instead"],
  ["slips", "correction", "instead"],
  ["slips_between", "correction", "instead"],
  ["sparing", "polarity", "left_out"],
  ["retractions", "polarity", "negated"],
  ["tags", "courtesy", "courtesy"],
  ["leaving", "exception", "left_out_of_all"],
  ["exceptions", "exception", "left_out_of_all"],
  ["exceptions_of_all", "exception", "left_out_of_all"],
  ["negating", "polarity", "negated"],
  ["without", "polarity", "left_out"],
  ["without_thing", "polarity", "left_out"],
  ["negators", "polarity", "negated"],
  ["supposing", "mood", "supposed"],
  ["reporting", "mood", "reported"],
  ["already", "mood", "reported"],
  ["asking", "mood", "asked_about"],
  ["courtesy", "courtesy", "courtesy"],
  ["purposes", "courtesy", "courtesy"],
  ["recurrences", "recurrence", "again_and_again"],
  ["amounts", "amount", "so_many"],
  ["times", "time", "later"],
  ["dates", "time", "some_day"],
  ["conditions", "condition", "when_true"],
  ["opening_conditions", "condition", "when_true"],
];
export const READINGS = new Map(
  SAYS.map(([group, kind, value], rank) => [group, { kind, value, rank }]),
);
/** Classes of words and endings, which are looked up in other ways than phrases are. */
const NO_PHRASES: ReadonlySet<Group> = new Set([
  "negators_run_together",
  "past_endings",
  "numbers",
  "days",
  "months",
  "units",
]);
const PHRASES = [...COURTESY, ...MODIFIERS].filter((group) => !NO_PHRASES.has(group));

const LANGUAGES: readonly Language[] = locales.map((locale) => {
  const lexicon = MODIFIER_LEXICONS[locale];
  return {
    locale,
    table: buildPhraseTable(lexicon, PHRASES, tokens),
    common: new Set(commonWordsOf(locale)),
    pastEndings: lexicon.past_endings,
    runTogether: lexicon.negators_run_together,
  };
});

/** Each language with the others behind it. */
const READ_IN: ReadonlyMap<Locale, readonly Language[]> = new Map(
  locales.map((locale) => [
    locale,
    LANGUAGES.toSorted((a, b) => Number(b.locale === locale) - Number(a.locale === locale)),
  ]),
);

/** All languages, the sentence's own first. */
export const languagesFor = (locale: Locale): readonly Language[] =>
  READ_IN.get(locale) ?? LANGUAGES;

/** The longest phrase of the group that begins there, in any language; undefined: none. */
export function endOfAny(group: Group, words: readonly Token[], at: number): number | undefined {
  let longest: number | undefined;
  for (const { table } of LANGUAGES) {
    const end = table.endOf(group, words, at);
    if (end !== undefined && end > (longest ?? 0)) longest = end;
  }
  return longest;
}

const LONGEST_COMPLEMENTISER = 4;

/** Do the words before a place announce a payload: "que", "saying", "com o texto"? */
export const isStated = (words: readonly Token[], at: number): boolean =>
  endsWith("complementisers", words, at);

/** The same, or is it named before: "nota", "message"? */
export const isAnnounced = (words: readonly Token[], at: number): boolean =>
  isStated(words, at) || endsWith("text_nouns", words, at);

/** A phrase of the group ends right before a place. */
export function endsWith(group: Group, words: readonly Token[], at: number): boolean {
  for (let length = 1; length <= LONGEST_COMPLEMENTISER && length <= at; length++)
    if (LANGUAGES.some(({ table }) => table.endOf(group, words, at - length) === at)) return true;
  return false;
}

/** How something goes on, and nothing that is left out. */
export function isOnAndOn(words: readonly Token[], at: number): boolean {
  const to = endOfAny("without", words, at);
  return to !== undefined && deedOf(words[to]?.word ?? "") === "stop";
}

/** Does a verb's ending tell of what was done: "apagou", "deleted"? */
export const endsAsPast = (word: string): boolean =>
  LANGUAGES.some(({ pastEndings }) =>
    pastEndings.some((ending) => word.length > ending.length + 2 && word.endsWith(ending)),
  );

/** Some phrase around requests has the word, in any language. */
export const isModifierWord = (word: string): boolean =>
  LANGUAGES.some(({ table }) => table.words.has(word));
