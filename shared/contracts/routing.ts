import { z } from "zod";
import { entitiesSchema, tierSchema } from "./intent.ts";
import { domainName, goalName } from "./names.ts";

/**
 * zero_tokens: it acts, and no model is needed. model: it acts, and its goal runs on a model.
 * unsure: the deterministic tiers do not act; a model decides where there is one, else a question is asked.
 */
export const routeCost = z.enum(["zero_tokens", "model", "unsure"]);
export type RouteCost = z.infer<typeof routeCost>;

/** Where one sentence leads. */
export const route = z.strictObject({
  domain: domainName.nullable(),
  goal: goalName.nullable(),
  entities: entitiesSchema,
  confidence: z.number(),
  tier: tierSchema,
  cost: routeCost,
  /** Further goals of the same sentence. */
  also: z.array(z.string()),
  /** What follows, `post.send_card`: asked for in words, or let follow by a value that was said. */
  followups: z.array(z.string()).default([]),
});
export type Route = z.infer<typeof route>;

export const routeAspects = ["goal", "followups", "entities", "tier", "cost"] as const;
export const routeAspect = z.enum(routeAspects);
export type RouteAspect = z.infer<typeof routeAspect>;

/** A sentence that leads elsewhere than before. */
export const routeChange = z.strictObject({
  text: z.string(),
  /** recorded: someone said it. example: a manifest has it. followup: an example, with a follow-up phrase behind it. */
  source: z.enum(["recorded", "example", "followup"]),
  changed: z.array(routeAspect).min(1),
  before: route,
  after: route,
  /** It now leads where the candidate's own examples say that it should. */
  intended: z.boolean(),
});
export type RouteChange = z.infer<typeof routeChange>;

/** What a candidate catalogue would change: every known sentence, through the old and the new one. */
export const routingDiff = z.strictObject({
  /** Digests. */
  before: z.string(),
  after: z.string(),
  examples: z.int(),
  recorded: z.int(),
  /** Changes that were not intended first, then goals before follow-ups, entities, tier and cost. */
  changes: z.array(routeChange),
});
export type RoutingDiff = z.infer<typeof routingDiff>;

/** GET /v1/diff; null while nothing changed, or the comparison is still being made. */
export const lastChange = z.strictObject({ change: routingDiff.nullable() });

/** What happens when a changed manifest would change the routing: take it and say so, hold it back, or take it unseen. */
export const diffPolicy = z.enum(["warn", "hold", "accept"]);
export type DiffPolicy = z.infer<typeof diffPolicy>;
