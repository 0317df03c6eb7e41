import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import type { Understanding } from "../../understanding/understanding.ts";
import { isExample, type LeftOut } from "../evaluation/leave-out.ts";
import { sharedFollowups } from "./rules/capability-rules.ts";
import {
  goalOnKeyword,
  greedyTemplates,
  inseparableGoals,
  shadowedKeywords,
  sharedExamples,
  stolenExamples,
  unknownGoals,
  unknownRoles,
} from "./rules/neighbour-rules.ts";
import { deadWatchables, missingSiblings } from "./rules/sibling-rules.ts";
import { unknownTools, unreachableAgents, withheldTools } from "./rules/tool-rules.ts";

/**
 * What only shows when all manifests stand side by side, and what is wrong with one and holds nothing back. Most of it are
 * warnings: no one can say from here which of two goals is at fault.
 * Shape:  `leftOut` are the sentences of the manifests, each understood by a catalogue without it
 * Cost:   some ms; making `leftOut` takes one building of the understanding for each fold
 */
export function lintNeighbours(
  catalogue: Catalogue,
  understanding: Understanding,
  leftOut: readonly LeftOut[],
  siblings: readonly LintFinding[] = missingSiblings(catalogue, understanding),
  goalOn = goalOnKeyword(catalogue, understanding),
): LintFinding[] {
  const examples = leftOut.filter(({ sentence }) => isExample(sentence));
  return [
    ...sharedFollowups(catalogue),
    ...deadWatchables(catalogue),
    ...unknownRoles(catalogue),
    ...unknownGoals(catalogue),
    ...unknownTools(catalogue),
    ...withheldTools(catalogue),
    ...unreachableAgents(catalogue),
    ...shadowedKeywords(catalogue, goalOn),
    ...sharedExamples(examples.map(({ sentence }) => sentence)),
    ...greedyTemplates(examples, catalogue),
    ...stolenExamples(examples, catalogue),
    ...inseparableGoals(examples),
    ...siblings,
  ];
}
