import { WEEKDAYS } from "#shared/calendar/names.ts";
import { wordSet } from "#shared/language/words.ts";
import { echoBefore, isFigure } from "../../language/modifiers/conditions.ts";
import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import { pauseBefore, type Token } from "../../language/text.ts";

/** A slip of the tongue that was put right: hardly part of a text, wherever it stands. */
export const isSlip = ({ value, from, to }: Mark, words: readonly Token[]): boolean =>
  value === "instead" && endOfAny("slips", words, from) === to;

type Said = Pick<Scene, "text" | "words">;
/** What stands behind it is said in the place of what stands before. */
export const putsRight = (mark: Mark, scene: Said): boolean =>
  isSlip(mark, scene.words) ||
  isSwap(mark, scene) ||
  isSetRight(mark, scene) ||
  (mark.value === "instead" && echoBefore(scene, mark.from) !== undefined);

/** A day or a figure that was said before, denied behind another one. */
function isSetRight({ kind: of, from, to }: Mark, { text, words }: Said) {
  if (of !== "exception" && of !== "polarity") return false;
  const at = words.findIndex((_, place) => place >= from && kindOf(words, place) !== undefined);
  const kind = kindOf(words, at);
  if (kind === undefined || at > to) return false;
  const before = words.slice(0, from);
  const earlier = before.findIndex(({ word }) => word === words[at]?.word);
  return (
    earlier >= 0 &&
    pauseBefore({ text, words }, from) &&
    before.some((_, next) => next > earlier && kindOf(words, next) === kind)
  );
}

function kindOf(words: readonly Token[], at: number): "number" | "day" | undefined {
  const word = words[at]?.word ?? "";
  return isFigure(word) ? "number" : WEEKDAYS.has(word) ? "day" : undefined;
}

/** The same kind of word on both sides, and the second stands for the first. What it counts may be said once. */
function isSwap({ value, from, to }: Mark, scene: Said): boolean {
  if (value !== "instead") return false;
  const { words } = scene;
  const begin = skipped(words, to);
  return [0, 1, 2].some((lead) => {
    const at = begin + lead;
    const kind = kindOf(words, at);
    if (kind === undefined) return false;
    const isAlone = at + 1 === words.length || pauseBefore(scene, at + 1);
    const countsSame = isAlone || words[from - 1]?.word === words[at + 1]?.word;
    const before = kindOf(words, from - 1) === kind ? from - 1 : countsSame ? from - 2 : -1;
    const leads = words
      .slice(begin, at)
      .every(({ word }, each) => words[before - lead + each]?.word === word);
    return before >= 0 && kindOf(words, before) === kind && leads;
  });
}

/** Where what is put right begins, behind all that leads to it. */
export function skipped(words: readonly Token[], from: number): number {
  let at = from;
  for (;;) {
    const to = endOfAny("interjections", words, at) ?? endOfAny("slips", words, at);
    if (to === undefined || to >= words.length) return at;
    if (endOfAny("negators", words, at) !== undefined && UNSURE.has(words[to]?.word ?? ""))
      return at;
    at = to;
  }
}

const UNSURE = wordSet("verbs.being-unsure");
