import { expect, it } from "vitest";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { effectsOf, offerGoals } from "./describe-goal.ts";
import { observatoryManifest } from "./sentence.fixture.ts";

const catalogue = testCatalogue({
  ...observatoryManifest,
  goals: [
    ...(observatoryManifest.goals ?? []),
    {
      goal: "NIGHT_REPORT",
      description: { en: "Report on a night" },
      action_type: "hybrid",
      capability: "list_eclipses",
      plan: { may_use: ["get_visibility", "observatory.log_sighting", "book_dome"] },
      hints: { examples: { en: ["report on tonight"] } },
    },
  ],
});
const specOf = (goal: string) => {
  const spec = catalogue.goal("observatory", goal)?.spec;
  if (spec === undefined) throw new Error(`no ${goal}`);
  return spec;
};

it.each([
  ["VISIBILITY", ["read"]],
  ["LOG_SIGHTING", ["write"]],
  // Undeclared is external.
  ["BOOK_DOME", ["external"]],
  ["NIGHT_REPORT", ["external", "read", "write"]],
])("%s may do to the world: %j", (goal, effects) => {
  expect([...new Set(effectsOf("observatory", specOf(goal), catalogue))].sort()).toEqual(effects);
});

it("a goal whose plan may do more than read is offered as one that does", () => {
  const candidate = { domain: "observatory", goal: "NIGHT_REPORT", confidence: 0.8 };
  const [offered] = offerGoals([candidate], catalogue);
  expect(offered?.effects).toContain("write");
});
