import type { Locale } from "#shared/contracts/names.ts";
import { foldLetters } from "#shared/plain-text/fold.ts";
import { quotesIn } from "../quotes.ts";
import { type Token, tokens } from "../text.ts";
import { type Sentence, sentenceOf } from "../values/recogniser.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import { addresseeEnd } from "./addressee.ts";
import { guardsAt, scopeOf } from "./guards-at.ts";
import { endOfAny, type Language } from "./languages.ts";
import type { Mark } from "./mark.ts";
import { kindOf } from "./rule.ts";
import { opensClause, type Scene, sceneOf, stretchOf } from "./scene.ts";
import { withTails } from "./tails.ts";

type Value = Mark["value"];
type Found = {
  readonly kind: Mark["kind"];
  readonly value: Value;
  readonly from: number;
  readonly to: number;
  /** The word behind the cue, which may take more with it. */
  readonly end: number;
  readonly locale: Locale;
  readonly rank: number;
  readonly rule?: string;
};

/** What is read of a long text, words: requests begin and end it, and what is between is someone's prose. */
const HEAD_WORDS = 120;
const TAIL_WORDS = 40;
const LAST_RANK = 99;
/**
 * What stands around requests: polarity, mood, condition, time, recurrence, addressee, correction, exception, amount,
 * and courtesy that changes nothing. Pure, and without a word about any subject. What belongs to a goal, and what
 * stands in a message, is for whoever knows the goal (judge-clause.ts).
 * Shape: marks from left to right, none overlapping; what is quoted is not read
 * Cost:  a look-up for each of at most 160 words
 */
export function readModifiers(sentence: Sentence): readonly Mark[] {
  const { words, locale } = sentence;
  const known = READ.get(words)?.[locale];
  if (known !== undefined) return known;
  const marks = marksIn(sentence);
  READ.set(words, { ...READ.get(words), [locale]: marks });
  return marks;
}

/** The same of a text in which no date is relative. */
export const modifiersIn = (text: string, locale: Locale): readonly Mark[] =>
  readModifiers(sentenceOf(text, locale));

/** One sentence is read for what follows, its corrections, its parts and its goal: its words are the same. */
const READ = new WeakMap<readonly Token[], Partial<Record<Locale, readonly Mark[]>>>();

function marksIn(sentence: Sentence): readonly Mark[] {
  const { words } = sentence;
  const scene = sceneOf(sentence);
  const quotes = quotesIn(sentence);
  const marks: Mark[] = [];
  const tail = Math.max(HEAD_WORDS, words.length - TAIL_WORDS);
  for (let at = 0; at < words.length; ) {
    if (at >= HEAD_WORDS && at < tail) at = tail;
    const quote = quotes.find(({ from, to }) => at >= from && at < to);
    const found = quote === undefined ? phraseAt(scene, at, marks) : undefined;
    if (found !== undefined) {
      const { kind, value, from, to, locale, rule } = found;
      const place = stretchOf(scene, from, to);
      marks.push({ kind, value, ...place, locale, ...(rule !== undefined && { rule }) });
    }
    at = quote?.to ?? Math.max(at + 1, marks.at(-1)?.to ?? 0, found?.end ?? 0);
  }
  return withTails(scene, marks);
}

/** The longest cue that says something at a word, in the sentence's language or, where it tells, in another. */
function phraseAt(scene: Scene, at: number, marks: readonly Mark[]): Found | undefined {
  const [own] = scene.languages;
  let best: Found | undefined;
  const consider = (found: Found) => {
    if (
      best === undefined ||
      found.end > best.end ||
      (found.end === best.end && found.locale === best.locale && found.rank < best.rank)
    )
      best = found;
  };
  for (const lang of scene.languages) {
    const { locale } = lang;
    const isOwn = lang === own;
    for (const guard of guardsAt(scene, lang, at, marks)) {
      const { rule, to: end } = guard;
      if (!(isOwn || tells(scene.words, at, end, own))) continue;
      const scope = scopeOf(scene, guard, at, marks);
      const { id, says, rank } = rule;
      consider({ kind: kindOf(says), value: says, ...scope, end, locale, rank, rule: id });
    }
    const somebody = addresseeEnd(scene, lang, at);
    if (somebody !== undefined && (isOwn || tells(scene.words, at, somebody, own)))
      consider({
        ...{ kind: "addressee", value: "to_somebody", rank: LAST_RANK },
        ...{ from: at, to: somebody, end: somebody, locale },
      });
    const negated = runTogetherEnd(scene, lang, at);
    if (negated !== undefined && opensClause(scene, marks, at))
      consider({
        ...{ kind: "polarity", value: "negated", rank: LAST_RANK },
        ...{ from: at, to: negated, end: negated, locale },
      });
  }
  return best;
}

/**
 * Some word of it is no small word of the sentence's own language: "no" says nothing in Portuguese. A letter alone tells
 * only before what asks: "n" is "and" in English.
 */
const tells = (words: readonly Token[], from: number, to: number, own: Language | undefined) =>
  words
    .slice(from, to)
    .some(
      ({ word }) =>
        own?.common.has(word) !== true &&
        !/^\d/.test(word) &&
        (word.length > 1 || deedOf(words[to]?.word ?? "") !== undefined),
    );

/** One written word that stands for two others, before what ends like a verb or is done to something. */
function runTogetherEnd(
  { text, words }: Scene,
  { runTogether }: Language,
  at: number,
): number | undefined {
  const { start = 0, end } = words[at] ?? {};
  if (!runTogether.some((each) => each === foldLetters(text.slice(start, end)))) return undefined;
  const to = words.findLastIndex((each) => each.start === start) + 1;
  const from = endOfAny("oneself", words, to) ?? to;
  const [next = "", object = ""] = words.slice(from, from + 2).map(({ word }) => word);
  const wished = next.replace(/que$/, "ce").replace(/e$/, "a");
  const isDone = deedOf(next) ?? deedOf(wished) ?? (wished !== next && isDeterminer(object));
  return isDone || /(?<!di)a$/.test(next) ? to : undefined;
}

/** What a short reply says around its words. */
type Reply = {
  /** It is not wanted. */
  readonly refuses: boolean;
  /** The words without what stands around them. */
  readonly core: string;
  /** What it is not simply. */
  readonly restrictions: readonly string[];
};

/** A control word or an answer with what stands around it. Pure. */
export function readReply(text: string, locale: Locale): Reply {
  const words = tokens(text);
  const marks = modifiersIn(text, locale);
  const said = marks.filter(({ kind }) => kind !== "courtesy");
  const isApart = (start: number) => marks.some((mark) => start >= mark.start && start < mark.end);
  const kept = words.filter(({ start }) => !isApart(start));
  return {
    refuses: said.some(({ value }) => value === "negated"),
    core: kept.map(({ start, end }) => text.slice(start, end)).join(" "),
    restrictions: said
      .filter(({ value }) => value !== "negated")
      .map(({ start, end }) => text.slice(start, end)),
  };
}
