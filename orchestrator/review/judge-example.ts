import { parseExample } from "#shared/contracts/annotated-example.ts";
import type { LintFinding } from "#shared/contracts/lint.ts";
import type { Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";
import type { RouteChange } from "#shared/contracts/routing.ts";
import { diffRouting, leadsAsMarked, surprises } from "../diff/diff-routing.ts";
import { isError } from "../lint/finding.ts";
import { lintManifests } from "../lint/lint-manifests.ts";
import { routerOf } from "./router-of.ts";

/** What one more example of a goal would do. */
export type Judgement = {
  /** Of its domain's manifest with it. */
  errors: LintFinding[];
  /** Other sentences that would lead elsewhere, and that no example wants there. */
  changes: RouteChange[];
  /** Its own sentence would act, on its goal and with the values that it marks. */
  isLearnt: boolean;
};

/**
 * The linter and the routing diff for manifests with one more example.
 * Errors: ContractError for manifests that could not be in force together
 * Cost:   two trainings with their calibration, seconds; for a process of its own
 */
export function judgeExample(
  manifests: readonly Manifest[],
  promoted: PromotedExample,
  recorded: readonly string[],
): Judgement {
  const { text } = parseExample(promoted.example);
  const [before, after] = [routerOf(manifests), routerOf(withExample(manifests, promoted))];
  const others = recorded.filter((said) => said !== text);
  return {
    errors: lintManifests(after.catalogue).filter(
      (finding) => isError(finding) && finding.domain === promoted.domain,
    ),
    changes: surprises(diffRouting(before, after, others)).filter((each) => each.text !== text),
    isLearnt: leadsAsMarked(after, text),
  };
}

const withExample = (
  manifests: readonly Manifest[],
  { domain, goal, locale, example }: PromotedExample,
): Manifest[] =>
  manifests.map((manifest) =>
    manifest.domain !== domain
      ? manifest
      : {
          ...manifest,
          goals: manifest.goals.map((each) => {
            if (each.goal !== goal) return each;
            const { examples } = each.hints;
            const said = [...(examples?.[locale] ?? []), example];
            return { ...each, hints: { ...each.hints, examples: { ...examples, [locale]: said } } };
          }),
        },
  );
