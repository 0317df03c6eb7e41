import { patternOf } from "#shared/contracts/annotated-example.ts";
import type { Goal, Manifest } from "#shared/contracts/manifest.ts";
import type { PromotedExample } from "#shared/contracts/promotion.ts";

type Example = Omit<PromotedExample, "domain">;

/** A manifest with further examples of its goals; those that are general are templates as well. */
export function withExamples(manifest: Manifest, more: readonly Example[]): Manifest {
  const byGoal = Map.groupBy(more, ({ goal }) => goal);
  const goals = manifest.goals.map((goal) => withOwn(goal, byGoal.get(goal.goal) ?? []));
  return { ...manifest, goals };
}

function withOwn(goal: Goal, more: readonly Example[]): Goal {
  if (more.length === 0) return goal;
  const examples = { ...goal.hints.examples };
  const templates = { ...goal.hints.templates };
  for (const { locale, example, general } of more) {
    examples[locale] = [...(examples[locale] ?? []), example];
    const pattern = general === true ? patternOf(example) : undefined;
    if (pattern !== undefined) templates[locale] = [...(templates[locale] ?? []), pattern];
  }
  const hasAny = Object.keys(templates).length > 0;
  return { ...goal, hints: { ...goal.hints, examples, ...(hasAny && { templates }) } };
}
