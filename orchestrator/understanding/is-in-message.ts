import { endOfAny, isAnnounced } from "../language/modifiers/languages.ts";
import type { Sentence } from "../language/values/recogniser.ts";
import { deedOf } from "../language/words/deeds.ts";
import { opensQuestion } from "../language/words/questions.ts";
import type { Clause } from "./clause.ts";
import type { Cut } from "./cuts-of.ts";
import type { GoalModel } from "./goal-model.ts";

/** Does a goal lead to more than reading? */
type Changing = { changes(goal: GoalModel): boolean };

/** The right side is, or ends, a message. A title that a read is about ends where another request begins. */
export const isInMessage = (clause: Clause, cut: Cut, { changes }: Changing): boolean =>
  clause.goal !== undefined &&
  (clause.tier === "template" || changes(clause.goal)) &&
  isInProse(clause, cut);

export const isInProse = (clause: Clause, cut: Cut): boolean =>
  clause.found.some(
    (value) => clause.goal?.prose.has(value.entity) === true && covers(clause, value, cut),
  );

/**
 * Inside a text that says where it begins, a pause ends nothing, nor does a word that joins behind a colon; and what
 * is written as a name goes on: "o filme Ontem, Hoje e Amanhã".
 */
export function isInText(
  clause: Clause,
  cut: Cut,
  { text, words }: Sentence,
  by: Changing,
): boolean {
  return clause.found.some((value) => {
    const first = clause.words[value.from];
    if (first === undefined || !covers(clause, value, cut)) return false;
    if (clause.goal?.prose.has(value.entity) === true) {
      const isAsked = cut.joined && opensQuestion(cut.right.words[0]?.word ?? "");
      const isApart = (cut.isNext || isAsked) && /[.!?]\s*$/.test(text.slice(0, cut.joint));
      // The colon may stand in what was taken for the text.
      if (/:(?!\/\/)\s/.test(text.slice(first.start - 2, cut.joint))) return !isApart;
      // A title that a read is about ends where another request begins.
      if (cut.joined || !isInMessage(clause, cut, by)) return false;
      const at = words.findIndex(({ start }) => start >= first.start);
      return isAnnounced(words, at) || isAnnounced(words, at + 1);
    }
    const isUpper = (start: number) => /\p{Lu}/u.test(text[start] ?? "");
    return value.by !== "known" && isUpper(first.start) && (isUpper(cut.at) || isUpper(cut.joint));
  });
}

/** A text goes on with what asks for nothing. */
export const goesOn = (cut: Cut, { text }: Sentence): boolean =>
  !cut.isNext &&
  !/[.!?;]\s*$/.test(text.slice(0, cut.joint)) &&
  !cut.right.words
    .slice(0, ASKED_WITHIN)
    .some(
      ({ word }, at, words) =>
        deedOf(word) !== undefined ||
        opensQuestion(word) ||
        endOfAny("wishes", words, at) !== undefined ||
        endOfAny("polite_openings", words, at) !== undefined,
    );

const ASKED_WITHIN = 4;

/** The words behind the cut begin inside this value. */
export const covers = (
  { words }: Clause,
  { from, to }: Clause["found"][number],
  { at }: Cut,
): boolean => (words[from]?.start ?? at) <= at && (words[to - 1]?.end ?? at) > at;
