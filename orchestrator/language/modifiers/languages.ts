import { type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { type Token, tokens } from "../text.ts";
import { commonWordsOf } from "../words/common-words.ts";
import { deedOf } from "../words/deeds.ts";
import {
  COURTESY,
  type Group,
  MODIFIERS,
  type ModifierLexicon,
} from "../words/modifier-lexicon.ts";
import { buildPhraseTable, type PhraseTable } from "./phrase-table.ts";
import { phrasesOf, readRules } from "./rule.ts";

/** A language's phrases, its small words, and how its verbs tell of the past. */
export type Language = {
  readonly locale: Locale;
  readonly table: PhraseTable;
  readonly common: ReadonlySet<string>;
  readonly pastEndings: readonly string[];
  /** Negators that are written like other words. */
  readonly runTogether: readonly string[];
};

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

/** Every language's words around requests. */
const MODIFIER_LEXICONS: Readonly<Record<Locale, ModifierLexicon>> = byLocale((locale) => ({
  ...classesOf(COURTESY, (name) => wordList(`courtesy.${name}`, locale)),
  ...classesOf(MODIFIERS, (name) => wordList(`modifiers.${name}`, locale)),
}));

const LANGUAGES: readonly Language[] = locales.map((locale) => {
  const lexicon = MODIFIER_LEXICONS[locale];
  const classes = PHRASES.map((group) => [group, lexicon[group]] as const);
  return {
    locale,
    table: buildPhraseTable(lexicon, [...classes, ...phrasesOf(readRules(locale))], tokens),
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

/** The same in one language: what is a small word here may be another word there. */
export const endOfIn = (
  locale: Locale,
  group: Group,
  words: readonly Token[],
  at: number,
): number | undefined => languagesFor(locale)[0]?.table.endOf(group, words, at);

const LONGEST_COMPLEMENTISER = 4;

/** Do the words before a place announce a payload? */
export const isStated = (words: readonly Token[], at: number): boolean =>
  endsWith("complementisers", words, at);

/** The same, or is it named before? */
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

/** Does a verb's ending tell of what was done? */
export const endsAsPast = (word: string): boolean =>
  LANGUAGES.some(({ pastEndings }) =>
    pastEndings.some((ending) => word.length > ending.length + 2 && word.endsWith(ending)),
  );

/** Some phrase around requests has the word, in any language. */
export const isModifierWord = (word: string): boolean =>
  LANGUAGES.some(({ table }) => table.words.has(word));

/** A text says where it begins: behind a colon, an opening quote, or words that announce it. */
export const isBordered = (text: string, words: readonly Token[], at: number): boolean =>
  /[:"'\u2018\u201c\u00ab]\s*$/u.test(text.slice(0, words[at]?.start)) || isStated(words, at);
