import { endOfAny } from "../../language/modifiers/languages.ts";
import type { Mark } from "../../language/modifiers/mark.ts";
import { readModifiers } from "../../language/modifiers/read-modifiers.ts";
import type { Scene } from "../../language/modifiers/scene.ts";
import type { Token } from "../../language/text.ts";
import { CONNECTIVES } from "../../language/words/connectives.ts";
import { deedOf } from "../../language/words/deeds.ts";
import { isLaughter } from "../../language/words/laughter.ts";
import { opensQuestion } from "../../language/words/questions.ts";
import { isDeterminer } from "../../language/words/sibling-actions.ts";

const MOST_PLACES = 4;
/** Before what is asked for, these change nothing of it. */
const LEADS_ON: ReadonlySet<Mark["kind"]> = new Set([
  "courtesy",
  "addressee",
  "mood",
  "amount",
] as const);

/**
 * Where a request may begin behind small talk: "pois é, fiquei curiosa, *qual o risco da weg?*", "... into tesla lol *how much is
 * it*". Pure.
 * Shape: a few places in the text, the first first, each with the talk before it
 */
export function afterSmallTalk(scene: Scene): { start: number; talk: string }[] {
  const { text, words } = scene;
  const held = readModifiers(scene).find(({ kind }) => !LEADS_ON.has(kind))?.from ?? words.length;
  const begins = firstBeginning(words);
  const isPaused = (at: number) =>
    isLaughter(words[at - 1]?.word ?? "") ||
    /[,.!?;](?:\s|$)/.test(text.slice(words[at - 1]?.end, words[at]?.start));
  return words
    .flatMap(({ start }, at) =>
      at > 0 && at <= held && !isSaid(scene, at) && (isPaused(at) || at === begins)
        ? [{ start, talk: text.slice(0, words[at - 1]?.end) }]
        : [],
    )
    .slice(0, MOST_PLACES);
}

/** Someone else's words follow. */
const isSaid = ({ text, words }: Scene, at: number): boolean =>
  /:(?!\/\/)|["\u201c\u00ab]/.test(text.slice(0, words[at]?.start));

/** Without a pause, a request begins with its verb, its question, or a wish, where nothing before is one. */
function firstBeginning(words: readonly Token[]): number | undefined {
  const first = words.findIndex(
    ({ word }, at) =>
      deedOf(word) !== undefined ||
      opensQuestion(word) ||
      endOfAny("wishes", words, at) !== undefined,
  );
  // Two requests.
  const before = words[first - 1]?.word ?? "";
  return isDeterminer(before) || CONNECTIVES.has(before) ? undefined : first;
}
