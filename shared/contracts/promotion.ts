import { z } from "zod";
import { entitiesSchema } from "./intent.ts";
import { proposedNearMiss } from "./lint.ts";
import { domainName, fieldName, goalName, localeSchema } from "./names.ts";
import { turnOutcomes, verdict } from "./usage.ts";

/** As in a manifest's `hints.examples`: a sentence with its entities marked. */
const annotatedExample = z.string().min(1).max(1000);

/** An example that an operator gave to a goal, beside those that its manifest has. */
export const promotedExample = z.strictObject({
  domain: domainName,
  goal: goalName,
  locale: localeSchema,
  example: annotatedExample,
  /** It counts with other values in the places of its marks, too. Absent: as it stands. */
  general: z.literal(true).optional(),
});
export type PromotedExample = z.infer<typeof promotedExample>;

/** A near miss that an operator gave to a goal: what it must not be taken for. */
export const promotedNegative = z.strictObject({
  domain: domainName,
  goal: goalName,
  locale: localeSchema,
  text: z.string().min(1).max(1000),
});
export type PromotedNegative = z.infer<typeof promotedNegative>;

/** The file of both. It is the operator's: lines may be added and taken out by hand. */
export const promotedFile = z.strictObject({
  examples: z.array(promotedExample).max(10_000),
  negatives: z.array(promotedNegative).max(10_000).default([]),
});
export type PromotedFile = z.infer<typeof promotedFile>;

/** Who found out what the sentence meant: a model, or the user, who was asked. */
export const solvedBy = z.enum(["model", "choice"]);

/** What someone said that was understood, carried out and not corrected, as an example of its goal. */
export const exampleProposal = promotedExample.extend({
  /** The same sentence of the same user for the same goal is one proposal. */
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  /** As it was said. */
  text: z.string(),
  /** Entities whose values stand nowhere in the words, so that no mark shows them. */
  unmarked: z.array(fieldName),
  solved_by: solvedBy,
  /** Epoch milliseconds. */
  created_at: z.number(),
});
export type ExampleProposal = z.infer<typeof exampleProposal>;

/** What someone said that led nowhere, or to a question which goal was meant. */
export const unclearSentence = z.strictObject({
  /** The same sentence of the same user is one. */
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  locale: localeSchema,
  /** As it was said. */
  text: z.string(),
  /** The goals that were offered instead, as "domain.GOAL". */
  offered: z.array(z.string()),
  /** Epoch milliseconds. */
  created_at: z.number(),
});
export type UnclearSentence = z.infer<typeof unclearSentence>;

/** POST /v1/turns/:id/feedback, `id` being the turn's `run_id` */
export const turnFeedback = z.strictObject({
  verdict,
  comment: z.string().max(2000).optional(),
});
export type TurnFeedback = z.infer<typeof turnFeedback>;

/** How a message was read. */
export const turnReading = z.strictObject({
  /** As it was said. */
  text: z.string(),
  locale: localeSchema,
  tier: z.string(),
  confidence: z.number(),
  /** The goals it was taken for, with their values and the words they were read from; none: it was taken for none. */
  goals: z.array(
    z.strictObject({
      domain: z.string(),
      goal: z.string(),
      entities: entitiesSchema,
      original_query: z.string(),
    }),
  ),
});
export type TurnReading = z.infer<typeof turnReading>;

/** A message of which its user said that it was read or answered wrongly, with its reading. */
export const wrongTurn = turnReading.extend({
  /** The same turn is one. */
  id: z.string(),
  user_id: z.string(),
  session_id: z.string(),
  run_id: z.string(),
  outcome: z.enum(turnOutcomes),
  /** What its user said beside that; "" for nothing. */
  comment: z.string(),
  /** Epoch milliseconds. */
  created_at: z.number(),
});
export type WrongTurn = z.infer<typeof wrongTurn>;

/**
 * Why an operator has to write the example: `secret` and `personal` look like something that must not go into a file,
 * `unmarked` has a value that the words do not show.
 */
export const proposalConcern = z.enum(["secret", "personal", "unmarked"]);
export type ProposalConcern = z.infer<typeof proposalConcern>;

/** GET /v1/promotions: what waits for the operator's word, the newest first. */
export const proposalsResponse = z.strictObject({
  proposals: z.array(exampleProposal.extend({ concerns: z.array(proposalConcern) })),
  /** What was not understood in the last 30 days, to be given to a goal or put away. */
  unclear: z.array(unclearSentence.extend({ concerns: z.array(proposalConcern) })),
  /** What its user called wrong, to be given to the goal that was meant or put away. */
  wrong: z.array(wrongTurn.extend({ concerns: z.array(proposalConcern) })).default([]),
});
export type ProposalsResponse = z.infer<typeof proposalsResponse>;

/** POST /v1/promotions/:id/accept; `example` takes the place of the proposed one. */
export const proposalAcceptance = z.strictObject({ example: annotatedExample.optional() });
export const proposalAccepted = promotedExample.extend({
  id: z.string(),
  /** Of the catalogue that has it. */
  digest: z.string(),
  /** What the goal would act on by now, and probably should not. */
  near_misses: z.array(proposedNearMiss).optional(),
});
export type ProposalAccepted = z.infer<typeof proposalAccepted>;

/**
 * What became of a proposal: GET /v1/promotions/:id, and what accepting one answers at once. It is tried with every known
 * sentence, in the background; `accepted` then holds what its goal has, `refusal` what speaks against it.
 */
export const proposalProgress = z.strictObject({
  id: z.string(),
  state: z.enum(["waiting", "judging", "accepted", "refused"]),
  accepted: proposalAccepted.nullable(),
  refusal: z.string().nullable(),
});
export type ProposalProgress = z.infer<typeof proposalProgress>;

/** POST /v1/promotions: an example that an operator gives to a goal; `unclear` is the sentence, or the wrong turn, that it settles. */
export const givenExample = promotedExample.extend({ unclear: z.string().optional() });
/** `digest` is of the catalogue that has it. */
export const exampleGiven = promotedExample.extend({ digest: z.string() });

/** POST /v1/promotions/:id/reject */
export const proposalRejected = z.strictObject({ id: z.string(), rejected: z.literal(true) });
