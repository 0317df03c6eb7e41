import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { periodsIn } from "#shared/recognisers/period.ts";
import { rememberOf } from "../../language/remember-texts.ts";
import type { Stretch, Token } from "../../language/text.ts";
import { recogniseMoney } from "../../language/values/number.ts";
import type { Sentence } from "../../language/values/recogniser.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { stemOf } from "../../language/words/stem.ts";
import type { GoalModel } from "../goal-model.ts";
import type { FoundEntity } from "./found.ts";
import type { Span } from "./spans.ts";

/** Types whose values are figures without a form of their own: whose a figure is, the words beside it tell. */
const FIGURES: ReadonlySet<EntitySchema["type"]> = new Set(["integer", "number", "money"]);
export const isFigure = ({ type }: EntitySchema): boolean => FIGURES.has(type);

/** The stems right before and right behind where the examples of a goal mark an entity. */
type Beside = {
  readonly before: Set<string>;
  readonly behind: Set<string>;
  marks: number;
  /** So many of the marks have a word that means something behind them. */
  counted: number;
};

/** Fewer do not tell that what is counted is always named. */
const ENOUGH_MARKS = 3;
/** The same few units. */
const MOST_UNITS = 2;

/** A word that means something tells more than a small one. */
const CONTENT_WORD = 2;
const SMALL_WORD = 1;

const weightOf = (word: string): number => (isFunctionWord(word) ? SMALL_WORD : CONTENT_WORD);

const besideOf = rememberOf((goal: GoalModel): ReadonlyMap<string, Beside> => {
  const places = new Map<string, Beside>();
  for (const { words, marks } of goal.examples)
    for (const { entity, from, to } of marks) {
      const none = { before: new Set<string>(), behind: new Set<string>(), marks: 0, counted: 0 };
      const own = places.get(entity) ?? none;
      const [before, behind] = neighbours(words, { from, to });
      own.marks++;
      if (before !== undefined) own.before.add(stemOf(before));
      if (behind !== undefined) own.behind.add(stemOf(behind));
      if (behind !== undefined && !isFunctionWord(behind)) own.counted++;
      places.set(entity, own);
    }
  return places;
});

const neighbours = (words: readonly Token[], { from, to }: { from: number; to: number }) => [
  words[from - 1]?.word,
  words[to]?.word,
];

/** How much the words beside a figure are those beside this entity in the goal's examples: 0 where none is. */
function likenessOf(goal: GoalModel, entity: string, { words }: Sentence, place: Stretch): number {
  const beside = besideOf(goal).get(entity);
  const [before, behind] = neighbours(words, place);
  const isBefore = before !== undefined && beside?.before.has(stemOf(before)) === true;
  const isBehind = behind !== undefined && beside?.behind.has(stemOf(behind)) === true;
  return (isBefore ? weightOf(before) : 0) + (isBehind ? weightOf(behind) : 0);
}

/** The examples never say the figure without what it counts: one that counts nothing is not meant. */
function hasUnit(goal: GoalModel, entity: string): boolean {
  const { marks = 0, counted = 0, behind } = besideOf(goal).get(entity) ?? {};
  return marks >= ENOUGH_MARKS && counted === marks && (behind?.size ?? 0) <= MOST_UNITS;
}

const isCounted = (
  goal: GoalModel,
  entity: string,
  { words }: Sentence,
  { to }: Stretch,
): boolean =>
  besideOf(goal)
    .get(entity)
    ?.behind.has(stemOf(words[to]?.word ?? "")) === true;

/** Stronger than any words beside it: an amount that names its currency. */
const OWN_FORM = 5;

/** Whose the figures of a sentence are, as one goal's examples place them. */
export function figuresOf(goal: GoalModel, sentence: Sentence) {
  const period = [...goal.entities.values()].find(({ type }) => type === "period");
  const periods =
    period === undefined ? [] : periodsIn(sentence, { ...sentence, leaning: period.leaning });
  const isOfPeriod = (span: Stretch) =>
    periods.some(({ from, to }) => span.from >= from && span.to <= to);
  const strength = (entity: string, place: Stretch): number =>
    likenessOf(goal, entity, sentence, place) +
    (goal.entities.get(entity)?.type === "money" &&
    recogniseMoney(sentence, place.from)?.to === place.to
      ? OWN_FORM
      : 0);
  return {
    /** How much a value belongs to its entity. */
    claim: ({ entity, from, to }: FoundEntity): number => strength(entity, { from, to }),
    /** The figures that may be this entity's, the likeliest first. */
    choose:
      (entity: string, { multiple }: EntitySchema) =>
      (spans: readonly Span[]): readonly Span[] => {
        const own = hasUnit(goal, entity)
          ? spans.filter((span) => isCounted(goal, entity, sentence, span))
          : spans.filter((span) => strength(entity, span) >= CONTENT_WORD || !isOfPeriod(span));
        return multiple === true
          ? own
          : own.toSorted((one, other) => strength(entity, other) - strength(entity, one));
      },
  };
}
