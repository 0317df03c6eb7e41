import { isDeepStrictEqual } from "node:util";
import { endOfAny } from "../language/modifiers/languages.ts";
import { tokens } from "../language/text.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { isCommonWord } from "../language/words/common-words.ts";
import { deedOf, isDeterminer } from "../language/words/deeds.ts";
import { type Clause, type Interpreter, type Part, standing } from "./clause.ts";
import type { Cut } from "./cuts-of.ts";
import type { GoalModel } from "./goal-model.ts";
import { isComplete } from "./modifiers/contrast.ts";

type Reading = { readonly interpreter: Interpreter; changes(goal: GoalModel): boolean };

/** One figure more is as likely as the one before it. */
const LIKELY = 0.4;

/** With the verb of what stands before it, where it has none of its own. */
export function withLentVerb(cut: Cut, left: Part, by: Reading, stands: number): Part | undefined {
  const { clause } = left;
  const figure = cut.joined ? withFigure(cut.right, left) : undefined;
  const least = figure === undefined ? stands : LIKELY;
  if (!cut.joined || standing(clause) < least || !isComplete(clause)) return undefined;
  const text = figure ?? withVerbOf(left, cut.right);
  if (text === undefined) return undefined;
  const sentence = saying(cut.right, text);
  const whole = by.interpreter.interpret(sentence);
  const { goal, found, doubts, tier } = whole;
  if (goal === undefined || doubts.length > 0) return undefined;
  if (standing(whole) < least || !isComplete(whole)) return undefined;
  const [only, other] = found;
  // What it names has words inside that may go on behind what joins.
  const mayGoOn = clause.found.some(
    ({ entity, by: how, from, to }) =>
      goal.prose.has(entity) ||
      (how !== "known" && clause.words.slice(from, to).some(({ word }) => isCommonWord(word))),
  );
  const isMore = goal === clause.goal && by.changes(goal) && (!mayGoOn || other !== undefined);
  const isNamed = other === undefined && (only?.from ?? 0) >= SAID_BEFORE && tier === "template";
  return isMore || isNamed ? { sentence, clause: whole } : undefined;
}

/**
 * What a list goes on with, where each thing in it has values of its own: it is asked for as the first one is.
 * Shape: the rest behind the words before the first value on the left, or before the small word that begins both names,
 *        the likelier one first
 */
export function withLentHead({ right }: Cut, { clause, sentence }: Part): Sentence[] {
  const { found, words } = clause;
  if (!found.some(isMeasured)) return [];
  const [small] = right.words;
  const again = words.findLastIndex(
    ({ word }, at) =>
      word === small?.word &&
      found.some((value) => !isMeasured(value) && at > value.from && at < value.to),
  );
  const first = Math.min(...found.map(({ from }) => from));
  return [again, first].flatMap((at) => {
    const start = words[at]?.start;
    if (start === undefined) return [];
    return [saying(right, sentence.text.slice(0, start) + right.text)];
  });
}

const saying = (sentence: Sentence, text: string) => ({ ...sentence, text, words: tokens(text) });

/** Is it asked for as clearly as the first one, with a value of its own for each that is measured there? */
export const goesOnAs = (left: Clause, further: Clause): boolean =>
  further.goal === left.goal &&
  further.doubts.length === 0 &&
  isComplete(further) &&
  further.found.some(({ entity, value }) => !says(left, entity, value)) &&
  left.found
    .filter(isMeasured)
    .every(({ entity }) =>
      further.found.some((value) => value.entity === entity && isMeasured(value)),
    );

const says = ({ found }: Clause, entity: string, value: unknown): boolean =>
  found.some((each) => each.entity === entity && isDeepStrictEqual(each.value, value));

/** A number, a day, an amount: no name and no text. */
const isMeasured = ({ by }: Clause["found"][number]): boolean => by === "typed";

/** A figure more takes all that stands before the figure on the left. */
function withFigure(right: Sentence, { sentence, clause }: Part): string | undefined {
  const { word: figure = "" } = right.words.at(-1) ?? {};
  const last = clause.found.find(({ by, to }) => by === "typed" && to === clause.words.length);
  const said = new Set([figure, ...sentence.words.map(({ word }) => word)]);
  const isBare = right.words.every(({ word }) => said.has(word) || isDeterminer(word));
  if (last === undefined || !isBare || !/^\d+$/.test(figure)) return undefined;
  return sentence.text.slice(0, clause.words[last.from]?.start) + figure;
}

/** A thing takes the verb. */
function withVerbOf({ sentence: { text, words } }: Part, right: Sentence): string | undefined {
  const [verb, other] = [words, right.words].map((all) =>
    all.find(
      ({ word }, at) => deedOf(word) !== undefined && !isDeterminer(all[at - 1]?.word ?? ""),
    ),
  );
  const isThing =
    isDeterminer(right.words[0]?.word ?? "") ||
    endOfAny("universals", right.words, 0) !== undefined;
  return verb === undefined || !isThing || other !== undefined
    ? undefined
    : `${text.slice(verb.start, verb.end)} ${right.text}`;
}

/** A verb, its article, and what it is about. */
const SAID_BEFORE = 3;
