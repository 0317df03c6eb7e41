import { type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { REFERENCE_WORDS, type ReferenceWords } from "./reference-words.ts";
import { smallWords } from "./small-words.ts";

/** Which of what was shown: places from 0, or from the end (-1 is the last); the first or last so many; all; or just "that". */
export type Which =
  | { which: "places"; places: readonly number[] }
  | { which: "first" | "last"; count: number }
  /** All of them, where there are so many. */
  | { which: "count"; count: number }
  | { which: "all" }
  /** Several that belong together. */
  | { which: "they" }
  /** `isAnswer`: by what a whole answer is called. */
  | { which: "that"; isAnswer?: boolean };

/**
 * A name for something shown, and where it stands in the text: without a contraction's preposition. `goesOn`: words follow
 * that may make it part of something else. `isOf`: its first word says that something else is part of it.
 */
export type Named = Which & { start: number; end: number; goesOn: boolean; isOf: boolean };
/** One that ends where its words do. */
export type Reference = Which & { start: number; end: number };

type Read = { at: Which; to: number; goesOn?: boolean };

const NONE: ReadonlySet<string> = new Set();
/** A weekday is no place, though it has the name of one. */
const WEEKDAY_ENDS = smallWords("weekdayEnd");
const NUMBERED = smallWords("numbered");
const OF_THEM = smallWords("ofThem");
const MOST_COUNT = 50;

/**
 * What a sentence names of the things that were shown. Pure.
 * Shape: undefined where nothing is named, in a text of the user's own, and where the words go on
 * Cost:  a look at each word
 * `only`: what the one thing that was shown last is called
 */
export function readReference(
  text: string,
  nouns: ReadonlySet<string> = NONE,
  only: ReadonlySet<string> = NONE,
): Reference | undefined {
  const named = readNamed(text, nouns, only);
  return named?.goesOn === false ? named : undefined;
}

/** The same where its words may go on; one that ends with them comes before one that does not. Pure. */
export function readNamed(
  text: string,
  nouns: ReadonlySet<string> = NONE,
  only: ReadonlySet<string> = NONE,
): Named | undefined {
  const words = tokens(text);
  let further: Named | undefined;
  for (let at = 0; at < words.length; at++) {
    const start = words[at]?.start ?? 0;
    if (/[:"“«]/.test(text.slice(0, start))) return further;
    for (const own of REFERENCE_WORDS) {
      if (own.ownText.includes(words[at - 1]?.word ?? "")) return further;
      const isNoun = (word = "") => own.nouns.includes(word) || nouns.has(word);
      const read = readAt({ words, own, isNoun }, at, only);
      if (read === undefined) continue;
      const from = own.contracted.includes(words[at]?.word ?? "") ? at + 1 : at;
      const first = words[from];
      const last = words[read.to - 1];
      if (first === undefined || last === undefined) continue;
      const { goesOn = false } = read;
      const isOf = own.ofThat.includes(first.word) || own.ofThey.includes(first.word);
      const found = { ...read.at, start: first.start, end: last.end, goesOn, isOf };
      if (!goesOn) return found;
      further ??= found;
    }
  }
  return further;
}

/** A whole text as a place of a list, whether it has its article or not. Pure. */
export function readPlace(text: string): Which | undefined {
  const words = tokens(text);
  for (const own of REFERENCE_WORDS) {
    const from = own.articles.includes(words[0]?.word ?? "") ? 1 : 0;
    const isNoun = (word = "") => own.nouns.includes(word);
    const read = place({ words, own, isNoun }, from);
    if (read?.to === words.length && read.at.which === "places") return read.at;
  }
  return undefined;
}

/** What is read, with the words of a language that name things, and of what was shown. */
type Naming = {
  readonly words: readonly Token[];
  readonly own: ReferenceWords;
  isNoun(word?: string): boolean;
};

function readAt(said: Naming, at: number, only: ReadonlySet<string>): Read | undefined {
  const { words, own } = said;
  if (own.whose.includes(words[at]?.word ?? "") && at + 1 < words.length)
    return { at: { which: "that" }, to: at + 1, goesOn: false };
  const one = withArticle(said, at) ?? byName(said, at, only);
  if (one === undefined) return undefined;
  const read = withOthers(said, one);
  const next = words[read.to]?.word;
  const ends = next === undefined || own.after.includes(next);
  return WEEKDAY_ENDS.has(next ?? "") ? undefined : { ...read, goesOn: !ends };
}

/** By the noun of the one that was shown. */
const byName = ({ words, own }: Naming, at: number, only: ReadonlySet<string>): Read | undefined =>
  own.articles.includes(words[at]?.word ?? "") && only.has(words[at + 1]?.word ?? "")
    ? { at: { which: "that" }, to: at + 2 }
    : undefined;

function withOthers(said: Naming, first: Read): Read {
  const { words, own } = said;
  if (first.at.which !== "places") return first;
  let read = first;
  const places = [...first.at.places];
  const joints = [...own.and, ...own.with];
  while (joints.includes(words[read.to]?.word ?? "")) {
    const other = withArticle(said, read.to + 1);
    if (other?.at.which !== "places") break;
    places.push(...other.at.places);
    read = other;
  }
  return { at: { which: "places", places: [...new Set(places)] }, to: read.to };
}

function withArticle(said: Naming, at: number): Read | undefined {
  const { words, own, isNoun } = said;
  const word = words[at]?.word ?? "";
  // What was shown last.
  const isLast = own.last.includes(words[at + 1]?.word ?? "");
  if (own.articles.includes(word) && isLast && own.answers.includes(words[at + 2]?.word ?? ""))
    return { at: { which: "that", isAnswer: true }, to: at + 3 };
  const hasArticle = own.articles.includes(word) || own.contracted.includes(word);
  if (hasArticle) {
    const noun = isNoun(words[at + 1]?.word) ? 1 : 0;
    const read = place(said, at + 1 + noun);
    if (read !== undefined) return read;
  }
  // Shorthand leaves the article out.
  if (at === 0 && own.ordinals.some((forms) => forms.includes(word)) && isNoun(words[1]?.word))
    return place(said, at);
  // Of what was shown, told by its answer.
  const [answer = "", ofIt = ""] = [words[at + 1]?.word, words[at + 2]?.word];
  if (own.articles.includes(word) && own.answers.includes(answer) && own.ofThat.includes(ofIt))
    return { at: { which: "that", isAnswer: true }, to: at + 3 };
  if (own.articles.includes(word) && own.wholes.includes(words[at + 1]?.word ?? ""))
    return { at: { which: "that", isAnswer: true }, to: at + 2 };
  if (own.both.includes(word)) return { at: { which: "count", count: 2 }, to: past(words, at + 1) };
  if (own.all.includes(word)) return { at: { which: "all" }, to: past(words, at + 1) };
  if (own.they.includes(word) || own.ofThey.includes(word))
    return { at: { which: "they" }, to: at + 1 };
  if (own.that.includes(word)) {
    const next = words[at + 1]?.word;
    const isAnswer = next !== undefined && own.answers.includes(next);
    return { at: { which: "that", isAnswer }, to: isAnswer || isNoun(next) ? at + 2 : at + 1 };
  }
  if (own.ofThat.includes(word)) return { at: { which: "that" }, to: at + 1 };
  return undefined;
}

/** Where what says that all are meant ends. */
function past(words: readonly Token[], at: number): number {
  const of = words[at]?.word === "of" ? 1 : 0;
  const next = words[at + of]?.word ?? "";
  return OF_THEM.has(next) ? at + of + 1 : at;
}

function place({ words, own, isNoun }: Naming, at: number): Read | undefined {
  const word = words[at]?.word ?? "";
  const end = (to: number) => (isNoun(words[to]?.word) ? to + 1 : to);
  const ordinal = own.firsts.includes(word)
    ? 0
    : own.ordinals.findIndex((forms) => forms.includes(word));
  const after = countOf(words[at + 1]?.word, own);
  if (ordinal === 0 && after !== undefined)
    return { at: { which: "first", count: after }, to: end(at + 2) };
  if (ordinal >= 0) return { at: { which: "places", places: [ordinal] }, to: end(at + 1) };
  const isLast = (each: string) => own.last.includes(each) || own.lasts.includes(each);
  if (isLast(word))
    return after === undefined
      ? { at: { which: "places", places: [-1] }, to: end(at + 1) }
      : { at: { which: "last", count: after }, to: end(at + 2) };
  if (own.lastButOne.includes(word))
    return { at: { which: "places", places: [-2] }, to: end(at + 1) };
  const count = countOf(word, own);
  if (count === undefined) return undefined;
  const behind = words[at + 1]?.word ?? "";
  if (own.firsts.includes(behind) || own.ordinals[0]?.includes(behind) === true)
    return { at: { which: "first", count }, to: end(at + 2) };
  if (isLast(behind)) return { at: { which: "last", count }, to: end(at + 2) };
  // A figure is a place, and a word a count, unless it is said to be a number.
  return /^\d/.test(word) || NUMBERED.has(words[at - 1]?.word ?? "")
    ? { at: { which: "places", places: [count - 1] }, to: at + 1 }
    : { at: { which: "count", count }, to: end(at + 1) };
}

/** How many a word says. One is no count. */
function countOf(word: string | undefined, own: ReferenceWords): number | undefined {
  if (word === undefined) return undefined;
  const said = own.counts.findIndex((forms) => forms.includes(word)) + 1;
  const count = /^\d{1,2}$/.test(word) ? Number(word) : said > 1 ? said : 0;
  return count >= 1 && count <= MOST_COUNT ? count : undefined;
}

export type Labelled = { start: number; end: number; words: readonly string[] };
const MOST_LABEL_WORDS = 3;

/** Where a text may call something by words of its label. Pure. */
export function labelledIn(text: string): Labelled[] {
  const words = tokens(text);
  return words.flatMap(({ word, start }, at) =>
    REFERENCE_WORDS.flatMap((own) => {
      if (!own.articles.includes(word)) return [];
      const [next = "", further = ""] = [words[at + 1]?.word, words[at + 2]?.word];
      const isAbout = own.labelled.nouns.includes(next) && own.labelled.about.includes(further);
      const isOf = isAbout || own.labelled.of.includes(next);
      const from = isAbout ? at + 3 : isOf ? at + 2 : at + 1;
      return Array.from({ length: MOST_LABEL_WORDS }, (_, more) => from + more + 1)
        .filter((to) => isOf || own.labelled.nouns.includes(words[to]?.word ?? ""))
        .flatMap((to) => {
          const said = words.slice(from, to);
          const last = words[isOf ? to - 1 : to];
          // A name goes on behind no pause.
          if (/[,;.!?]/.test(text.slice(said[0]?.start, said.at(-1)?.end))) return [];
          const telling = said.filter((each) => !isFunctionWord(each.word));
          if (last === undefined || telling.length === 0 || said.length < to - from) return [];
          return [{ start, end: last.end, words: telling.map((each) => each.word) }];
        })
        .toReversed();
    }),
  );
}
