import type { Locale } from "#shared/contracts/names.ts";
import { byLocale, wordList, wordSet } from "#shared/language/words.ts";
import { endsWithAny, type Token, tokens } from "../text.ts";
import { isFunctionWord } from "../words/common-words.ts";
import { deedOf, isDeterminer } from "../words/deeds.ts";
import type { Group } from "../words/modifier-lexicon.ts";
import { endOf, phrasesIn } from "../words/phrases.ts";
import { contains, endOfAny, endsAsPast } from "./languages.ts";
import type { Scene } from "./scene.ts";

/** Forms that tell what is, where no ending says it. */
export const PRESENT = byLocale((locale) => wordSet("verbs.present-forms", locale));

/** Forms that tell what was, where no ending says it. */
const PAST = byLocale((locale) => wordSet("verbs.past-forms", locale));

/** Who something is told of: a verb follows. */
const SUBJECTS = byLocale((locale) => wordSet("words.subjects", locale));

/** Stand between such a word and its verb, or before a verb alone. */
export const BEFORE_VERBS = byLocale((locale) => wordSet("words.before-verbs", locale));

/** Words that end like a verb and are none. */
const NO_VERBS = wordSet("verbs.no-verbs");

type Said = Pick<Scene, "text" | "locale">;

const ENDINGS = byLocale((locale) => wordList("verbs.told-endings", locale));
const LONGER_ENDINGS = byLocale((locale) => wordList("verbs.told-endings-of-longer-words", locale));
const NO_ENDINGS = byLocale((locale) => wordList("verbs.no-told-endings", locale));
const ENDINGS_OF_A_NOUN = byLocale((locale) =>
  wordList("verbs.told-endings-behind-a-noun", locale),
);
const NOT_DONE = wordList("verbs.undone-endings");
const FUTURE = wordList("verbs.future-endings");

const isShortTold = (word: string, locale: Locale): boolean =>
  endsWithAny(word, ENDINGS[locale], 2);
const isTold = (word: string, locale: Locale): boolean =>
  isShortTold(word, locale) ||
  (endsWithAny(word, LONGER_ENDINGS[locale], 3) && !endsWithAny(word, NO_ENDINGS[locale]));
export const isNotDone = (word: string): boolean =>
  endsWithAny(word, NOT_DONE) || endsWithAny(word, FUTURE, 4);

/** The form of a verb that tells what was. */
export const isPast = (word: string, locale: Locale): boolean =>
  !NO_VERBS.has(word) &&
  (PAST[locale].has(word) ||
    (word.length > 3 && endsAsPast(word) && !isNotDone(word)) ||
    isShortTold(word, locale));

/**
 * A verb stands there that tells what is or was, and no noun. By closed lists of forms, by endings, and behind those who
 * things are told of.
 */
export function tellsAt({ text, locale }: Said, words: readonly Token[], at: number): boolean {
  const { word, start, end } = words[at] ?? { word: "", start: 0, end: 0 };
  const before = words[at - 1]?.word ?? "";
  const isNoun = isDeterminer(before) && !(POINTS.has(before) && isPast(word, locale));
  if (NO_VERBS.has(word) || isNoun) return false;
  if (at > 0 && endOfAny("possessives", words, at - 1) === at) return false;
  if (PRESENT[locale].has(word)) return !/^e$/i.test(text.slice(start, end));
  if (PAST[locale].has(word) || (word.length > 4 && endsAsPast(word))) return true;
  const isName = at > 0 && /\p{Lu}/u.test(text[start] ?? "");
  if (!isName && isTold(word, locale)) return true;
  if (
    at > 1 &&
    endsWithAny(word, ENDINGS_OF_A_NOUN[locale], 2) &&
    isDeterminer(words[0]?.word ?? "")
  )
    return true;
  return (
    (!isFunctionWord(word) || deedOf(word) !== undefined) && isBehindSubject(words, at, locale)
  );
}

const POINTS = wordSet("words.demonstratives-of-things");

function isBehindSubject(words: readonly Token[], at: number, locale: Locale): boolean {
  let from = at;
  while (BEFORE_VERBS[locale].has(words[from - 1]?.word ?? "")) from--;
  return from < at || SUBJECTS[locale].has(words[from - 1]?.word ?? "");
}

/** Beside which requests it says nothing: any, such as go to no one, or such as only read. */
export type Tone = "any" | "kept" | "reads";
/** Where it stands beside a request. */
export type Side = "before" | "behind";

/** What is told, on one side of a request. */
export type Told = {
  readonly scene: Scene;
  /** Without the word that gives a reason. */
  readonly own: readonly Token[];
  readonly said: string;
  readonly side: Side;
  /** The mark that ends it as a sentence of its own, if one does. */
  readonly end: string | undefined;
};

export const endingOf = ({ text }: Scene, end: number): string | undefined =>
  /^\s*([.!?\n\u2026])/u.exec(text.slice(end))?.[1];

/** With a verb that tells what was: when it was is part of it. */
export const tellsOfPast = ({ own, scene: { locale }, side }: Told): boolean =>
  side === "before" &&
  own.some(({ word }, at) => isPast(word, locale) && !isDeterminer(own[at - 1]?.word ?? ""));

/** A verb that tells stands before a place in what is said. */
export const tellsUpTo = ({ scene, own, said }: Told, start: number): boolean => {
  const place = (own[0]?.start ?? 0) + start;
  return said !== "" && own.some((token, at) => token.end <= place && tellsAt(scene, own, at));
};

/** What was asked for is named again. */
export const OF_REQUEST = wordSet("tone.of-a-request");

export const MERELY = wordSet("tone.merely-told");

/** What someone or something else does not do. */
export function isDeniedOfOther(words: readonly Token[], at: number): boolean {
  const before = words[at - 1]?.word;
  if (before === "nao") return at > 2 && isDeterminer(words[0]?.word ?? "");
  return before === "not" && DOES.has(words[at - 2]?.word ?? "") && at > 3;
}

const DOES = wordSet("verbs.auxiliaries-of-questions");

/** What someone does is not asked for so. */
export const isOfThird = (word: string): boolean =>
  /[^su]s$/.test(word) && deedOf(word) === undefined;

/** A question to which no one waits for an answer. */
export const isIdle = ({ own, end, scene: { edges } }: Told): boolean =>
  end === "?" && (endsIn(own, "tags") || endOf(IDLE, own, edges.from) !== undefined);

const endsIn = (words: readonly Token[], group: Group): boolean =>
  words.some((_, at) => at > 0 && endOfAny(group, words, at) === words.length);

const IDLE = phrasesIn("tone.idle-questions");

export function isExclamation(words: readonly Token[]): boolean {
  const first = words.findIndex(({ word }) => !INTERJECTIONS.has(word));
  const [head, next] = words.slice(Math.max(0, first)).map(({ word }) => word);
  if (next === undefined || endOfAny("times", words, first + 1) !== undefined) return false;
  if (head === "what") return next === "a" || next === "an";
  return (head === "que" || head === "how") && !isFunctionWord(next) && deedOf(next) === undefined;
}

const INTERJECTIONS = wordSet("tone.interjections");

/**
 * What oneself does at the same time. Where one is, or what one does not do, may say when.
 */
export function isBesideOwnDeed(
  words: readonly Token[],
  { locale }: Pick<Scene, "locale">,
): boolean {
  if (!WHILE.has(words[0]?.word ?? "")) return false;
  const [, first, second] = words.map(({ word }) => word);
  const isNamed = first === "eu" || first === "i" || first === "we";
  const verb = (isNamed ? second : first) ?? "";
  return words.length > 2 && !isFunctionWord(verb) && isOwnDeed(verb, isNamed, locale);
}

const WHILE = wordSet("words.while");
const OWN_DEED = byLocale((locale) => wordList("verbs.own-deed-endings", locale));
const isOwnDeed = (verb: string, isNamed: boolean, locale: Locale): boolean =>
  OWN_DEED[locale].length === 0 ? isNamed : endsWithAny(verb, OWN_DEED[locale], 2);

/** A sentence without a verb that names something, and leads to nothing. */
export function isFragment({ own, side, end, scene }: Told): boolean {
  const [first] = own;
  if (side !== "before" || end === undefined || end === "?" || first === undefined) return false;
  if (endOfAny("recipient_prepositions", own, 0) !== undefined) return false;
  const content = own.filter(({ word }) => !isFunctionWord(word));
  const isOfGroup = contains("groups", own);
  return (
    content.length > 1 &&
    !isOfGroup &&
    endOfAny("times", own, 0) === undefined &&
    !endsIn(scene.words.slice(0, own.length), "retractions")
  );
}

/** Where someone is who is told of. */
export const isOfSomebody = ({ own, scene }: Told, before: string): boolean => {
  const [first] = own;
  const isNamed =
    isDeterminer(first?.word ?? "") ||
    endOfAny("possessives", own, 0) === 1 ||
    SUBJECTS[scene.locale].has(first?.word ?? "");
  const said = tokens(before).length;
  return (
    isNamed && said <= MOST_NAMING && own.some((_, at) => at >= said && tellsAt(scene, own, at))
  );
};
const MOST_NAMING = 4;

/** A deed that came to nothing. */
export const isFailed = (own: readonly Token[]): boolean => failedAt(own) !== undefined;

function failedAt(own: readonly Token[]): number | undefined {
  const at = own.findIndex((_, from) => endOf(FAILED, own, from) !== undefined);
  return at < 0 ? undefined : at;
}

/** What came to nothing, and is not asked for so. */
export function isOfFailure(own: readonly Token[], at: number): boolean {
  const from = failedAt(own);
  const before = own[at - 1]?.word ?? "";
  const isLed = before === "to" || before === "not" || /[aeio]r$/.test(own[at]?.word ?? "");
  return from !== undefined && at > from && at - from <= MOST_NAMING && isLed;
}

const FAILED = phrasesIn("tone.failed");

/** Why it is kept. */
export const isUnseen = (own: readonly Token[], { words }: Scene): boolean => {
  const before = words.slice(
    0,
    words.findIndex(({ start }) => start === own[0]?.start),
  );
  const deeds = new Set(before.map(({ word }) => deedOf(word)));
  return (
    (deeds.has("keep") || deeds.has("create")) && !deeds.has("remove") && SEEN.has(afterNo(own))
  );
};
const SEEN = wordSet("verbs.seen");

/** The word that a no is said of. */
export function afterNo(words: readonly Token[]): string {
  const endOf = (at: number) =>
    endOfAny("negators", words, at) ?? (NO_ONE.has(words[at]?.word ?? "") ? at + 1 : undefined);
  const no = words.findIndex((_, at) => endOf(at) !== undefined);
  return no < 0 ? "" : (words[endOf(no) ?? 0]?.word ?? "");
}

const NO_ONE = wordSet("words.no-one");

export const SEES = wordSet("verbs.seeing");
