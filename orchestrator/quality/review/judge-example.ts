import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { RouteChange } from "#shared/contracts/routing.ts";
import { buildCatalogue } from "../../catalogue/registry/build-catalogue.ts";
import { patternIn } from "../../catalogue/registry/promoted-examples.ts";
import type { Training } from "../../understanding/classifier/training.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting, leadsAsMarked, type Router, surprises } from "../diff/diff-routing.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { missingSiblings } from "../lint/rules/sibling-rules.ts";
import type { Judgement } from "./job.ts";

/**
 * The linter and the routing diff for manifests with one more example, both sides by the confidences of `training`.
 * Whatever is learnt again moves a few sentences that were on the edge: those that also move when the goal only lacks
 * an example are not held against this one.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   two trainings, 7 to 16 s for ten domains on a busy machine; for a process of its own
 */
export function judgeExample(
  manifests: readonly Manifest[],
  promoted: PromotedExample,
  recorded: readonly string[],
  training?: Training,
): Judgement {
  const { text } = parseExample(promoted.example);
  const others = recorded.filter((said) => said !== text);
  const before = routerOf(manifests, training);
  const movedIn = (after: Router) => surprises(diffRouting(before, after, others));
  const after = routerOf(
    withExamples(manifests, promoted, (said) => [...said, promoted.example], patternIn(promoted)),
    training,
  );
  const neutral = routerOf(
    withExamples(manifests, promoted, (said) => said.slice(0, -1)),
    training,
  );
  const restless = new Set(movedIn(neutral).map((each) => each.text));
  // Its own sentence is to change, unless it was another goal's.
  const isOwn = ({ text: said, before: { cost, goal } }: RouteChange) =>
    said === text && (cost === "unsure" || goal === promoted.goal);
  return {
    errors: lintManifests(after.catalogue).filter(
      (finding) => isError(finding) && finding.domain === promoted.domain,
    ),
    changes: movedIn(after).filter((each) => !restless.has(each.text) && !isOwn(each)),
    isLearnt: leadsAsMarked(after, promoted, text),
    nearMisses: missingSiblings(
      after.catalogue,
      after.understanding,
      (domain, goal) => domain === promoted.domain && goal === promoted.goal,
    ).flatMap(({ proposed = [] }) => proposed),
  };
}

function routerOf(manifests: readonly Manifest[], training: Training | undefined): Router {
  const catalogue = buildCatalogue(manifests);
  const understanding = buildUnderstanding(catalogue, training);
  if (training?.confidence != null) understanding.calibrate(training);
  return { catalogue, understanding };
}

const withExamples = (
  manifests: readonly Manifest[],
  { domain, goal: name, locale }: PromotedExample,
  change: (said: readonly string[]) => string[],
  pattern?: string,
): Manifest[] =>
  manifests.map((manifest) => {
    if (manifest.domain !== domain) return manifest;
    const goals = manifest.goals.map((goal) => {
      if (goal.goal !== name) return goal;
      const { examples, templates } = goal.hints;
      const said = { ...examples, [locale]: change(examples?.[locale] ?? []) };
      const general = pattern !== undefined && {
        templates: { ...templates, [locale]: [...(templates?.[locale] ?? []), pattern] },
      };
      return { ...goal, hints: { ...goal.hints, examples: said, ...general } };
    });
    return { ...manifest, goals };
  });
