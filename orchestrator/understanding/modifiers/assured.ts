import type { Mark } from "../../language/modifiers/mark.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { deedOf, isDeterminer } from "../../language/words/deeds.ts";
import { certaintyOfWhole } from "../certainty-of-whole.ts";
import type { Clause } from "../clause.ts";
import type { FoundBy, FoundEntity } from "../entities/found.ts";
import type { GoalModel } from "../goal-model.ts";
import type { GoalWords } from "./goal-words.ts";

/** Where every word has its place, and nothing is in doubt, a free text that was only guessed is the one that is left. */
export function assured(clause: Clause, goalWords: GoalWords): Clause {
  const { goal, found, likely, confidence, tier } = clause;
  const isAllRead = clause.doubts.length === 0 && clause.unread?.length === 0;
  if (goal === undefined || tier !== "classifier" || !isAllRead) return clause;
  const guessed = found.filter(({ by }) => by === "guess");
  if (guessed.length === 0 || !guessed.every((each) => isNameLike(goal, clause, each, goalWords)))
    return clause;
  return {
    ...clause,
    confidence: Math.max(confidence, certaintyOfWhole(likely, goal, found, { isAllRead })),
  };
}

/** Marked often enough to tell what such a value looks like, and it is no word of the request, asks for nothing and is not only led to. */
function isNameLike(
  goal: GoalModel,
  { words }: Clause,
  { entity, from, to }: FoundEntity,
  { says }: GoalWords,
): boolean {
  const marks = goal.examples.filter((each) => each.marks.some((mark) => mark.entity === entity));
  const said = words.slice(from, to);
  const first = said[0]?.word ?? "";
  const leads = isFunctionWord(first) && !isDeterminer(first);
  return (
    marks.length >= FEWEST_MARKS &&
    !leads &&
    said.some(({ word }) => !isFunctionWord(word) && !says(word)) &&
    (goal.prose.has(entity) || said.every(({ word }) => deedOf(word) === undefined))
  );
}
const FEWEST_MARKS = 3;

const KNOWN_VALUES: ReadonlySet<FoundBy> = new Set(["known", "typed", "code"]);

/** What is only told beside a request holds a value of it, which would be lost with it. */
export function losesValue(
  whole: Clause,
  { found }: Clause,
  apart: readonly { mark: Mark }[],
): boolean {
  const isTold = apart.some(({ mark }) => mark.kind === "courtesy");
  const kept = new Set(found.map(({ entity }) => entity));
  return (
    isTold &&
    whole.found.some(
      ({ entity, by }) => by === "ambiguous" || (KNOWN_VALUES.has(by) && !kept.has(entity)),
    )
  );
}
