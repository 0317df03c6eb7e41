import { deedOf } from "../lexicons/deeds.ts";
import { isDeterminer } from "../lexicons/sibling-actions.ts";
import type { Token } from "../text.ts";
import type { Scene } from "./scene.ts";
import { isPast, tellsAt } from "./tells-at.ts";

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
