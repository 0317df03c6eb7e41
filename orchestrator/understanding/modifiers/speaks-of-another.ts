import type { Part } from "../clause.ts";
import { type Clause, doubted } from "../clause.ts";
import { TWO_REQUESTS } from "../compound.ts";
import type { GoalModel } from "../goal-model.ts";
import { isFunctionWord } from "../lexicons/common-words.ts";
import type { GoalWords } from "./goal-words.ts";
import { isBordered } from "./is-bordered.ts";

/**
 * Doubts a text that only names what another request of the sentence is about: "vê a petrobras e me manda *o preço* no
 * telegram" asks for the price, and for no message that says "o preço".
 */
export function withoutEchoes(
  parts: readonly Part[],
  wordsOf: (goal: GoalModel) => GoalWords,
): Part[] {
  const namesAnother = ({ goal, found, words }: Clause, { text }: Part["sentence"]): boolean =>
    found.some(({ entity, from, to }) => {
      if (goal?.prose.has(entity) !== true || isBordered(text, words, from)) return false;
      const said = words.slice(from, to).filter(({ word }) => !isFunctionWord(word));
      return parts.some(
        ({ clause }) =>
          clause.goal !== undefined &&
          clause.goal !== goal &&
          said.every(({ word }) => clause.goal && wordsOf(clause.goal).isKeyword(word)),
      );
    });
  return parts.map((part) =>
    parts.length > 1 && namesAnother(part.clause, part.sentence)
      ? {
          ...part,
          clause: doubted(
            part.clause,
            { reason: "compound", detail: TWO_REQUESTS.detail },
            TWO_REQUESTS,
          ),
        }
      : part,
  );
}
