import type { Locale } from "#shared/contracts/names.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import { deedOf } from "../lexicons/deeds.ts";
import { BEFORE_VERBS, NO_VERBS, PAST, PRESENT, SUBJECTS } from "../lexicons/finite-verbs.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import type { Token } from "../text.ts";
import { endOfAny, endsAsPast } from "./languages.ts";
import type { Scene } from "./scene.ts";

type Said = Pick<Scene, "text" | "locale">;

/** What only a verb ends with that tells: "dormi", "caiu", "comemos", "falam". */
const ENDINGS: Readonly<Record<Locale, RegExp>> = {
  "pt-BR": /^(?!.*gem$)(?:.{2,}(?:[^aeou]i|ou|eu|iu)|.{2,}[aei]mos|.{3,}[ae]m)$/,
  en: /^(?!)/,
};
/** The same behind a noun and what names it: "my knee *hurts*". */
const OF_A_NOUN: Readonly<Record<Locale, RegExp>> = {
  "pt-BR": /^(?!)/,
  en: /^.{2,}[^su\W]s$/,
};
/** How a verb ends that does not say that something was done: "apagando", "apagaria". */
const NOT_DONE = /(?:ing|ndo|ria|.{4}[aei]rei|ara)$/;

/** The form of a verb that tells what was: "fui", "slept", "desmarcou". */
export const isPast = (word: string, locale: Locale): boolean =>
  !NO_VERBS.has(word) &&
  (PAST[locale].has(word) ||
    (word.length > 3 && endsAsPast(word) && !NOT_DONE.test(word)) ||
    (ENDINGS[locale].test(word) && !/m$/.test(word)));

/**
 * A verb stands there that tells what is or was, and no noun: "o *mercado*". By closed lists of forms, by endings, and behind those who
 * things are told of: "nobody *cares*", "ela *odeia*".
 */
export function tellsAt({ text, locale }: Said, words: readonly Token[], at: number): boolean {
  const { word, start, end } = words[at] ?? { word: "", start: 0, end: 0 };
  const before = words[at - 1]?.word ?? "";
  // "*this* cracked me up" is no name of a thing.
  const isNoun = isDeterminer(before) && !(POINTS.has(before) && isPast(word, locale));
  if (NO_VERBS.has(word) || isNoun) return false;
  if (at > 0 && endOfAny("possessives", words, at - 1) === at) return false;
  // "Oslo *e* Paris" is no "é".
  if (PRESENT[locale].has(word)) return !/^e$/i.test(text.slice(start, end));
  if (PAST[locale].has(word) || (word.length > 4 && endsAsPast(word))) return true;
  const isName = at > 0 && /\p{Lu}/u.test(text[start] ?? "");
  if (!isName && ENDINGS[locale].test(word)) return true;
  if (at > 1 && OF_A_NOUN[locale].test(word) && isDeterminer(words[0]?.word ?? "")) return true;
  return (
    (!isFunctionWord(word) || deedOf(word) !== undefined) && isBehindSubject(words, at, locale)
  );
}

const POINTS: ReadonlySet<string> = new Set(["this", "that", "these", "those"]);

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
export const OF_REQUEST: ReadonlySet<string> = new Set(
  "isso isto aquilo that this only so somente apenas feito did done pediu pediram pedi asked wants wanted quer queria mandou".split(
    " ",
  ),
);

/** Ways in which such verbs only tell: "my dad *keeps* asking", "*to* no ônibus". */
export const MERELY: ReadonlySet<string> = new Set(
  "keeps keep para compra new finished finish ended end acabou acabei terminei terminou started note notes record stop stops stopped shut fazer".split(
    " ",
  ),
);

/** "the bus *didn't turn* up", "o carro *não liga*": what someone or something else does not do. */
export function isDeniedOfOther(words: readonly Token[], at: number): boolean {
  const before = words[at - 1]?.word;
  if (before === "nao") return at > 2 && isDeterminer(words[0]?.word ?? "");
  return before === "not" && DOES.has(words[at - 2]?.word ?? "") && at > 3;
}

const DOES: ReadonlySet<string> = new Set("do does did will would could can".split(" "));

/** "turns", "remembers": what someone does is not asked for so. */
export const isOfThird = (word: string): boolean =>
  /[^su]s$/.test(word) && deedOf(word) === undefined;
