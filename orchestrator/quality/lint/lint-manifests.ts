import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Catalogue } from "../../catalogue/catalogue.ts";
import {
  brokenLinks,
  missingQuestions,
  undeclaredEffects,
  unreachableMapEntries,
  weakFollowups,
} from "./rules/capability-rules.ts";
import {
  badQuestions,
  badTemplates,
  deniedExamples,
  fewExamples,
  missingLanguages,
  touchingValues,
  unannotatedEntities,
  wrongMarks,
} from "./rules/example-rules.ts";
import { missingTools } from "./rules/tool-rules.ts";
import { badDefaults, unfilledParams } from "./rules/value-rules.ts";

/**
 * What each manifest shows by itself. Only these rules find errors, so a manifest can be judged before
 * anything is made of it.
 * Cost: 50 ms for a domain with 1,000 examples
 */
export const lintManifests = (catalogue: Catalogue): LintFinding[] =>
  [...catalogue.manifests.values()]
    .flatMap((manifest) => [
      ...badTemplates(manifest),
      ...badQuestions(manifest),
      ...brokenLinks(manifest, catalogue),
      ...missingTools(manifest),
      ...wrongMarks(manifest),
      ...deniedExamples(manifest),
      ...weakFollowups(manifest),
      ...badDefaults(manifest),
      ...unreachableMapEntries(manifest),
      ...missingQuestions(manifest),
      ...undeclaredEffects(manifest),
      ...missingLanguages(manifest),
      ...fewExamples(manifest),
      ...unannotatedEntities(manifest),
      ...touchingValues(manifest),
      ...unfilledParams(manifest),
    ])
    .sort((a, b) => a.level.localeCompare(b.level));
