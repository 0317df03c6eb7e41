import { type Locale, locales } from "#shared/contracts/names.ts";
import { byLocale, classesOf, wordList } from "#shared/language/words.ts";
import { contains } from "../modifiers/languages.ts";
import { normalised, tokens } from "../text.ts";
import { isCommonWord, isFunctionWord } from "../words/common-words.ts";
import { CONNECTIVES } from "../words/connectives.ts";
import { type Deed, deedOf, deedSet } from "../words/deeds.ts";
import { endOf } from "../words/phrases.ts";
import { fewWords } from "./few-words.ts";
import { REFERENCE_WORDS, REFERENCE_WORDS_OF } from "./reference-words.ts";
import { smallPhrases, smallWords } from "./small-words.ts";

/** How people ask for what was done before once more, or for another one. */

const AGAIN = wordList("references.once-more.again");
const SAME = wordList("references.once-more.same");
/** Verbs that say by themselves that it is once more. */
const SENT_AGAIN = smallWords("sentAgain");
const ANOTHER = wordList("references.once-more.another");
const MOST_WORDS = 8;

/** A deed that is asked for once more. */
export type OnceMore = {
  readonly deed: Deed;
  /** Of an answer, by what a whole one is called. */
  readonly ofAnswer: boolean;
  /** Of the same thing: nothing else is named. */
  readonly ofSame: boolean;
};

/** What the last sentence of a message asks for once more. Pure. */
export function readOnceMore(text: string): OnceMore | undefined {
  const last = text.split(/[.?!]\s+/).findLast((each) => each.trim() !== "") ?? "";
  const [verb, ...rest] = (fewWords(last, MOST_WORDS) ?? []).map(({ word }) => word);
  const deed = deedOf(verb ?? "");
  if (deed === undefined) return undefined;
  const behind = rest.join(" ");
  const isSame = (once: string) => behind === once || SAME.some((it) => behind === `${it} ${once}`);
  const isAnswer = (once: string) =>
    WHOLES.some(
      (whole) =>
        behind.endsWith(`${whole} ${once}`) &&
        rest.slice(0, rest.indexOf(whole)).every(isFunctionWord),
    );
  const isAgain = SENT_AGAIN.has(verb ?? "") && (behind === "" || SAME.includes(behind));
  return { deed, ofAnswer: AGAIN.some(isAnswer), ofSame: isAgain || AGAIN.some(isSame) };
}

/** What a whole answer is called. */
const WHOLES: readonly string[] = REFERENCE_WORDS.flatMap(({ answers, wholes }) => [
  ...answers,
  ...wholes,
]);

/** The words before a text that ask for another one; "" where the text is only joined to what came before. Pure. */
export function asksForAnother(text: string): string | undefined {
  const opening = normalised(text.split(/[:"\u201c]/u)[0] ?? "");
  const named = ANOTHER.find((each) => ` ${opening} `.includes(` ${each} `));
  const isJoined = () =>
    text.includes(":") && opening.split(" ").every((word) => CONNECTIVES.has(word));
  return named ?? (isJoined() ? "" : undefined);
}

/** A text of one's own, and what is said before it. */
export type Bordered = {
  readonly opening: string;
  /** Where the last sentence of the opening begins. */
  readonly asks: number;
  readonly text: string;
};

const INTRODUCES = smallPhrases("introduces");

/** The text behind the first colon, or behind words that introduce one. Pure. */
export function readBordered(said: string): Bordered | undefined {
  const words = tokens(said);
  for (let at = 1; at < words.length; at += 1) {
    const end = words[at - 1]?.end ?? 0;
    const colon = said.slice(end, words[at]?.start).search(/:\s/);
    const to = colon >= 0 ? undefined : endOf(INTRODUCES, words, at);
    const from = colon >= 0 ? end + colon + 1 : to && words[to - 1]?.end;
    if (from === undefined) continue;
    const opening = said.slice(0, end);
    const [asked = ""] = opening.split(/[.!]\s+/).slice(-1);
    return { opening, asks: opening.length - asked.length, text: said.slice(from).trimStart() };
  }
  return undefined;
}

/** A text comes of any of these. */
const MAKING = deedSet("write", "keep", "create");
const ONES = new Set(REFERENCE_WORDS.flatMap(({ labelled }) => labelled.nouns));

/** Few words that ask for nothing but these deeds, or for another text where one was made. Pure. */
export function asksOnlyFor(text: string, done: ReadonlySet<string>): boolean {
  const words = tokens(text, MOST_WORDS + 1);
  const isMade = !MAKING.isDisjointFrom(done);
  return (
    words.length <= MOST_WORDS &&
    words.every(({ word }) => {
      const deed = deedOf(word);
      const isDone = deed !== undefined && (done.has(deed) || (isMade && MAKING.has(deed)));
      return isCommonWord(word) || ONES.has(word) || isDone;
    })
  );
}

/** How many are wanted of what was shown: so many in all, or so many more. */
type Amount = { count: number; more: boolean };

const FIELDS = ["more", "only", "first"] as const;
const WORDS = byLocale((locale) =>
  classesOf(FIELDS, (name) => wordList(`references.amounts.${name}`, locale)),
);

const ONESELF = smallWords("oneself");
const MOST = 100;
const MOST_WITH_AMOUNT = 10;

/**
 * A sentence that says how many and nothing else. Pure.
 * Shape: undefined for anything more
 */
export function readAmount(text: string): Amount | undefined {
  const words = fewWords(text, MOST_WITH_AMOUNT) ?? [];
  if (contains("negators", words)) return undefined;
  const said = words.map(({ word }) => word);
  for (const locale of locales) {
    const own = WORDS[locale];
    const kinds = [...own.more, ...own.only, ...own.first];
    const telling = said.filter((word) => kinds.includes(word) || !isSmall(word, locale));
    const numbers = telling.flatMap((word) => numberOf(word, locale));
    const rest = telling.filter((word) => numberOf(word, locale).length === 0);
    const [count, ...others] = numbers;
    if (count === undefined || others.length > 0 || rest.length > 2) continue;
    if (rest.length === 0) {
      // A deed or a wish stands before it: an article, or nothing, makes it no count.
      const at = said.findIndex((word) => numberOf(word, locale).length > 0);
      const before = said[at - 1] ?? "";
      const isObject =
        ONESELF.has(before) || (REFERENCE_WORDS_OF[locale].that.includes(before) && at > 1);
      if (at < 1 || (isFunctionWord(before) && !isObject) || at < said.length - 1) continue;
      return { count, more: false };
    }
    if (rest.every((word) => own.more.includes(word))) return { count, more: true };
    if (rest.every((word) => own.only.includes(word) || own.first.includes(word)))
      return { count, more: false };
  }
  return undefined;
}

const isSmall = (word: string, locale: Locale): boolean =>
  isCommonWord(word) && numberOf(word, locale).length === 0;

function numberOf(word: string, locale: Locale): number[] {
  const said = REFERENCE_WORDS_OF[locale].counts.findIndex((forms) => forms.includes(word));
  const count = /^\d{1,3}$/.test(word) ? Number(word) : said + 1;
  return count >= 1 && count <= MOST ? [count] : [];
}
