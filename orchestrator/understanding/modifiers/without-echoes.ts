import type { Doubt, FollowupRequest } from "#shared/contracts/intent.ts";
import { isBordered } from "../../language/modifiers/languages.ts";
import { tokens } from "../../language/text.ts";
import { isFunctionWord } from "../../language/words/common-words.ts";
import { deedOf, deedSet } from "../../language/words/deeds.ts";
import { type Clause, doubted, type Part } from "../clause.ts";
import { TWO_REQUESTS } from "../compound.ts";
import type { GoalModel } from "../goal-model.ts";
import type { GoalWords } from "./goal-words.ts";

/**
 * A text that only names what another request of the sentence is about is no text to be sent. Where its goal may follow
 * another one, what is shown is to follow; elsewhere it is doubted.
 */
export function withoutEchoes(
  parts: readonly Part[],
  wordsOf: (goal: GoalModel) => GoalWords,
  followupOf: (goal: GoalModel, phrase: string) => FollowupRequest | undefined,
): { readonly parts: readonly Part[]; readonly followups: readonly FollowupRequest[] } {
  const isEcho = ({ goal, found, words }: Clause, { text }: Part["sentence"]): boolean =>
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
  const followups: FollowupRequest[] = [];
  const kept = parts.flatMap((part, at): Part[] => {
    if (parts.length < 2 || !isEcho(part.clause, part.sentence)) return [part];
    const { goal, doubts } = part.clause;
    const followup =
      at > 0 && doubts.length === 0 ? goal && followupOf(goal, part.sentence.text) : undefined;
    if (followup !== undefined) {
      followups.push(followup);
      return [];
    }
    const doubt = { reason: "compound", detail: TWO_REQUESTS.detail } as const;
    return [{ ...part, clause: doubted(part.clause, doubt, TWO_REQUESTS) }];
  });
  return { parts: kept, followups };
}

/** The verb is that of what is to follow. */
export function withoutVerbOfFollowup({ sentence, clause }: Part): Part {
  const isVerb = ({ reason, detail }: Doubt) =>
    reason === "unread" && CARRIES.has(deedOf(tokens(detail)[0]?.word ?? ""));
  const doubts = clause.doubts.filter((doubt) => !isVerb(doubt));
  return { sentence, clause: { ...clause, doubts } };
}

/** What puts an answer somewhere. */
const CARRIES = deedSet("keep", "send", "give", "create", "write");
