import { hash } from "node:crypto";
import type { Evidence, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { canonicalJson, ownValue } from "#shared/contracts/json.ts";
import type { Locale } from "#shared/contracts/names.ts";
import { type ExampleProposal, solvedBy } from "#shared/contracts/promotion.ts";
import type { CatalogueGoal } from "../../catalogue/catalogue.ts";
import { plainText } from "../../language/is-same-text.ts";
import type { SessionKey } from "../../ports/stores.ts";
import { annotate, type ReadEntity } from "./annotate.ts";

/** A message that was understood and carried out. */
export type Success = {
  key: SessionKey;
  run_id: string;
  intent: IntentOutput;
  goal: CatalogueGoal;
  locale: Locale;
  /** What the session knew before: values that no words had to say. */
  remembered: Readonly<Record<string, unknown>>;
  /** Epoch milliseconds. */
  at: number;
  read: ReadEntity;
};

/** Longer messages tell a story; no one says them again. */
const MOST_CHARS = 300;
const SOLVED_BY = "solved_by";

/** Whether a message may be said again by others. */
export const isRepeatable = (text: string): boolean =>
  text.length <= MOST_CHARS && !/\p{Cc}/u.test(text);

/** The evidence of an intent that says who found its goal, where the words alone did not. */
export const solvedByEvidence = (who: ExampleProposal["solved_by"]): Evidence => ({
  kind: SOLVED_BY,
  detail: who,
});

/**
 * A message as an example of its goal. undefined: the words alone were enough, or it is no sentence to learn from.
 * Pure; the same sentence of the same user for the same goal is the same proposal.
 */
export function proposeExample(success: Success): ExampleProposal | undefined {
  const { key, run_id, intent, goal, locale, remembered, at, read } = success;
  const { original_query: text, evidence, also, followups } = intent;
  const solver = solvedBy.safeParse(evidence.findLast(({ kind }) => kind === SOLVED_BY)?.detail);
  // Of several requests in one sentence, or one that something followed, only a part belongs to the goal.
  if (!solver.success || also.length + followups.length > 0) return undefined;
  if (!isRepeatable(text)) return undefined;
  const annotated = annotate(text.trim(), intent.entities, goal.spec.entities_schema, read);
  if (annotated === undefined) return undefined;
  const named = { primary_domain: goal.domain, goal: goal.spec.goal, original_query: text };
  return {
    ...key,
    example: annotated.example,
    unmarked: annotated.unmarked.filter(
      (name) =>
        canonicalJson(ownValue(remembered, name)) !==
        canonicalJson(ownValue(intent.entities, name)),
    ),
    id: proposalId(key.user_id, named),
    run_id,
    domain: goal.domain,
    goal: goal.spec.goal,
    locale,
    text: text.trim(),
    solved_by: solver.data,
    created_at: at,
  };
}

type Named = Pick<GoalFrame, "primary_domain" | "goal" | "original_query">;

/** The proposal that such a message left, if it left one. */
export const proposalId = (
  user_id: string,
  { primary_domain, goal, original_query }: Named,
): string => shortHash([user_id, primary_domain, goal, plainText(original_query)]);

/** A sentence of a user that was not understood. */
export const unclearId = (user_id: string, text: string): string =>
  shortHash([user_id, plainText(text)]);

const shortHash = (parts: readonly string[]): string =>
  hash("sha256", JSON.stringify(parts)).slice(0, 12);
