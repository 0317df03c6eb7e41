import { wordSet } from "#shared/language/words.ts";
import { rememberOf } from "../../language/remember-texts.ts";
import { isCovered } from "../../language/text.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isCommonWord, isFunctionWord, isParticle } from "../../language/words/common-words.ts";
import { LEADERS, wordBreak } from "../../language/words/connectives.ts";
import type { GoalModel } from "../goal-model.ts";

const ARTICLES = wordSet("words.articles");
const MOST_WORDS = 4;
/** A small word leads to an entity where so many examples say so, and to no other one of the goal. */
const ENOUGH = 2;

/** What the examples of a goal say right before the free words of its entities, and outside all of them. */
type Cues = {
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly said: ReadonlySet<string>;
};

/** The word that leads to a place: articles lead to nothing, and what a request begins with to anything. */
function cueAt(words: Sentence["words"], from: number): string | undefined {
  let at = from - 1;
  while (ARTICLES.has(words[at]?.word ?? "")) at--;
  const isOpening = words.slice(0, at).every(({ word }) => isCommonWord(word));
  return isOpening ? undefined : words[at]?.word;
}

const cuesOf = rememberOf((goal: GoalModel): Cues => {
  const counts = new Map<string, Map<string, number>>();
  const said = new Set<string>();
  for (const { words, marks } of goal.examples) {
    const isMarked = (at: number) => isCovered(marks, at);
    for (const { entity, from } of marks) {
      const cue = cueAt(words, from);
      if (cue === undefined || isMarked(from - 1)) continue;
      const byEntity = counts.get(cue) ?? new Map<string, number>();
      counts.set(cue, byEntity.set(entity, (byEntity.get(entity) ?? 0) + 1));
    }
    words.forEach(({ word }, at) => {
      if (!isMarked(at)) said.add(word);
    });
  }
  return { counts, said };
});

/** Where free words stand that nothing has taken, right behind a word that leads to this entity alone in the goal's examples. */
export function behindCues(
  goal: GoalModel,
  entity: string,
  sentence: Sentence,
  taken: ReadonlySet<number>,
): { from: number; to: number } | undefined {
  const { words } = sentence;
  // The words of a typed value are wherever it is.
  if (goal.entities.has(entity.replace(/_text$/, "")) && entity.endsWith("_text")) return undefined;
  const { counts, said } = cuesOf(goal);
  const free = words.map(
    ({ word }, at) => !taken.has(at) && !isCommonWord(word) && !said.has(word) && !/^\d/.test(word),
  );
  for (let from = free.indexOf(true); from >= 0; from = free.indexOf(true, from + 1)) {
    if (wordBreak(sentence, from - 1) !== "none") continue;
    const cue = cueAt(words, from);
    const byEntity = counts.get(cue ?? "");
    const count = byEntity?.get(entity) ?? 0;
    if (cue === undefined || byEntity?.size !== 1 || count === 0) continue;
    if (isFunctionWord(cue) && (count < ENOUGH || !LEADERS.has(cue))) continue;
    return { from, to: endOfWords(sentence, from, free) };
  }
  return undefined;
}

function endOfWords(sentence: Sentence, from: number, free: readonly boolean[]): number {
  const { words } = sentence;
  let to = from + 1;
  while (to < words.length && to - from < MOST_WORDS && wordBreak(sentence, to - 1) === "none") {
    const isLed = isParticle(words[to]?.word ?? "") && free[to + 1] === true;
    if (!isLed && free[to] !== true) break;
    to += isLed ? 2 : 1;
  }
  return to;
}
