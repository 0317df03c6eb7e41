import { z } from "zod";
import { domainName, goalName, localeSchema } from "./names.ts";

/** What the linter looks for. docs/quality-of-understanding.md tells what each means. */
export const lintRules = [
  // Errors of one manifest: they hold it back.
  "bad_template",
  "dangling_reference",
  "unknown_capability",
  "wrong_mark",
  "denied_example",
  "weak_followup",
  "bad_default",
  // Warnings that a manifest shows by itself.
  "unreachable_map_entry",
  "missing_question",
  "undeclared_effect",
  "few_examples",
  "missing_language",
  "unannotated_entity",
  "touching_values",
  "unfilled_param",
  // Errors that only show among all manifests together, or hold nothing back.
  "shared_followup",
  "dead_watchable",
  // Warnings of the same.
  "unknown_role",
  "unknown_goal",
  "unknown_tool",
  "withheld_tool",
  "unreachable_agent",
  "shadowed_keyword",
  "stolen_example",
  "greedy_template",
  "inseparable_goals",
  "missing_sibling",
  "ignored_modifier",
] as const;
export const lintRule = z.enum(lintRules);
export type LintRule = z.infer<typeof lintRule>;

/** A sentence of our own in both languages. */
export const inBothLanguages = z.strictObject({ "pt-BR": z.string(), en: z.string() });
export type InBothLanguages = z.infer<typeof inBothLanguages>;

/** A request like those of a goal that is probably made, and that no goal is for. */
export const proposedNearMiss = z.strictObject({ locale: localeSchema, text: z.string() });
export type ProposedNearMiss = z.infer<typeof proposedNearMiss>;

/** One thing that is wrong with a manifest, or with two together. */
export const lintFinding = z.strictObject({
  /** error: the manifest cannot keep a promise. warning: it works, less well than it could. */
  level: z.enum(["error", "warning"]),
  rule: lintRule,
  domain: domainName,
  goal: goalName.nullable(),
  /** Where in the manifest: `goals.2.hints.examples.pt-BR.7` */
  path: z.string(),
  /** The example, template or keyword that it is about. */
  sentence: z.string().nullable(),
  message: inBothLanguages,
  way_out: inBothLanguages,
  /** Sentences that may be put among the goal's near misses as they stand. */
  proposed: z.array(proposedNearMiss).optional(),
});
export type LintFinding = z.infer<typeof lintFinding>;

/** GET /v1/lint: what is wrong with the manifests that are in force, and with those that were held back. */
export const lintReport = z.strictObject({
  /** Of the catalogue that was looked at. */
  digest: z.string(),
  /** false while the rules that take seconds are still being worked out. */
  complete: z.boolean(),
  findings: z.array(lintFinding),
  /** Newest manifests that are not in force because of these errors. */
  held_back: z.array(
    z.strictObject({ domain: domainName, version: z.string(), findings: z.array(lintFinding) }),
  ),
});
export type LintReport = z.infer<typeof lintReport>;
