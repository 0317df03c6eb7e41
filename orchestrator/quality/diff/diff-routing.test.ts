import { describe, expect, it } from "vitest";
import type { ManifestSource } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../../catalogue/catalogue.fixture.ts";
import { buildUnderstanding } from "../../understanding/understand.ts";
import { diffRouting, nothingChanged, type Router, routeOf, surprises } from "./diff-routing.ts";

type Goal = NonNullable<ManifestSource["goals"]>[number];

const water: Goal = {
  goal: "WATER",
  description: { en: "Water a plant" },
  capability: "water",
  entities_schema: { plant_text: {} },
  hints: {
    examples: { en: ["water the [roses](plant_text)", "give the [ferns](plant_text) some water"] },
    templates: { en: ["water [the] {plant_text}"] },
  },
};
const prune: Goal = {
  goal: "PRUNE",
  description: { en: "Prune a plant" },
  capability: "prune",
  hints: {
    examples: { en: ["cut back the hedge", "trim the hedge please"] },
    templates: { en: ["(cut back|trim) the hedge"] },
  },
};
const withHints = (goal: Goal, hints: Goal["hints"]): Goal => ({
  ...goal,
  hints: { ...goal.hints, ...hints },
});

function garden(goals: Goal[], gate?: number): Router {
  const catalogue = testCatalogue({
    domain: "garden",
    goals,
    capabilities: [{ capability: "water" }, { capability: "prune" }],
    ...(gate !== undefined && { confidence_gate: { threshold: gate } }),
  });
  return { catalogue, understanding: buildUnderstanding(catalogue) };
}
const before = garden([water, prune]);

describe("a route", () => {
  it("has the goal, what was said about it, who decided and what it costs", () => {
    expect(routeOf(before, "water the palm")).toMatchObject({
      domain: "garden",
      goal: "WATER",
      entities: { plant_text: "palm" },
      tier: "template",
      cost: "zero_tokens",
      also: [],
    });
  });

  it("has every goal of the sentence", () => {
    expect(routeOf(before, "water the roses and trim the hedge").also).toEqual(["garden.PRUNE"]);
  });

  it.each([
    ["below the gate", before, "what a lovely day"],
    ["as soon as one of its goals is", garden([water, prune], 1), "water the roses"],
  ])("is unsure %s", (_when, router, text) => {
    expect(routeOf(router, text).cost).toBe("unsure");
  });

  it("costs a model where the goal runs on one", () => {
    const thinking = garden([{ ...water, action_type: "reasoning" }, prune]);
    expect(routeOf(thinking, "water the roses").cost).toBe("model");
  });
});

it("the same manifests change nothing", () => {
  const heard = diffRouting(before, garden([water, prune]), ["water the old palm"]);
  expect(nothingChanged(before.catalogue, ["water the old palm"])).toEqual(heard);
  const { changes, before: old, after, examples } = heard;
  expect({ changes, examples }).toEqual({ changes: [], examples: 4 });
  expect(old).toBe(after);
});

describe("a candidate that changes", () => {
  it("a goal shows the sentence with both routes, and no one wanted that", () => {
    const greedy = withHints(prune, { templates: { en: ["water the (roses|palm)"] } });
    const { changes } = diffRouting(before, garden([{ ...water, hints: {} }, greedy]), []);
    const roses = changes.find(({ text }) => text === "water the roses");
    expect(roses).toMatchObject({
      source: "example",
      intended: false,
      before: { goal: "WATER" },
      after: { goal: "PRUNE" },
    });
    expect(roses?.changed).toContain("goal");
  });

  it("the values of a sentence shows them, also of one that people said", () => {
    const narrow = withHints(water, { templates: { en: ["water the old {plant_text}"] } });
    const diff = diffRouting(before, garden([narrow, prune]), ["water the old palm"]);
    expect(diff.changes[0]).toMatchObject({
      text: "water the old palm",
      source: "recorded",
      changed: ["entities"],
      intended: false,
      before: { entities: { plant_text: "old palm" } },
      after: { entities: { plant_text: "palm" } },
    });
  });

  it("the gate changes the cost, and says that a question may come", () => {
    const { changes } = diffRouting(before, garden([water, prune], 1), []);
    expect(changes.length).toBeGreaterThan(0);
    for (const change of changes) {
      expect(change.changed).toEqual(["cost"]);
      expect(change.after.cost).toBe("unsure");
      expect(change.intended).toBe(false);
    }
  });

  it("what its own examples ask for does as intended", () => {
    const learnt = withHints(prune, {
      examples: { en: [...(prune.hints?.examples?.en ?? []), "shape the box tree"] },
    });
    const diff = diffRouting(before, garden([water, learnt]), ["water the roses"]);
    const learned = diff.changes.find(({ text }) => text === "shape the box tree");
    expect(learned).toMatchObject({ intended: true, after: { goal: "PRUNE" } });
    expect(surprises(diff)).toEqual([]);
  });

  it("the same for what people said, when the candidate has it as an example", () => {
    const learnt = withHints(prune, {
      examples: { en: [...(prune.hints?.examples?.en ?? []), "shape the box tree"] },
    });
    const { changes, recorded } = diffRouting(before, garden([water, learnt]), [
      "shape the box tree",
    ]);
    expect(recorded).toBe(1);
    expect(changes).toMatchObject([{ source: "recorded", intended: true }]);
  });

  it("an example to other values than its author marked surprises", () => {
    const wrong = withHints(water, {
      examples: { en: ["water the big [roses](plant_text)"] },
      templates: { en: ["water the {plant_text}"] },
    });
    const { changes } = diffRouting(garden([prune]), garden([wrong, prune]), []);
    expect(changes.find(({ text }) => text === "water the big roses")).toMatchObject({
      after: { goal: "WATER", entities: { plant_text: "big roses" } },
      intended: false,
    });
  });
});

it("what surprises comes first, goals before the rest", () => {
  const candidate = garden([
    withHints(water, {
      examples: { en: ["water the [roses](plant_text)", "wet the [palm](plant_text)"] },
    }),
    withHints(prune, { examples: { en: [] }, templates: { en: ["wet nothing"] } }),
  ]);
  const kinds = diffRouting(before, candidate, []).changes.map(({ intended }) => intended);
  expect(kinds).toEqual(kinds.toSorted());
  expect(new Set(kinds)).toEqual(new Set([true, false]));
});

describe("what follows", () => {
  const echo: Goal = {
    goal: "ECHO",
    description: { en: "Say something back" },
    capability: "echo",
    entities_schema: { words: {} },
    hints: {
      examples: { en: ["echo [hello there](words)", "zulu echo [good morning](words)"] },
      templates: { en: ["[zulu] echo {words}"] },
    },
  };
  const letFollow = {
    followup_roles: ["notifier"],
    enabled_if: { path: "parameters.words", equals: "hello there" },
    param_map: {},
  };
  const carrier = (domain: string, ...hints: string[]) => ({
    domain,
    capabilities: [
      {
        capability: `send_by_${domain}`,
        effect: "external" as const,
        metadata: {
          roles: ["notifier"],
          ...(hints.length > 0 && { followup: { hints: { en: hints } } }),
        },
      },
    ],
  });
  const world = (
    composition: typeof letFollow | undefined,
    ...carriers: Parameters<typeof testCatalogue>
  ) => {
    const catalogue = testCatalogue(
      {
        domain: "garden",
        goals: [water, prune],
        capabilities: [{ capability: "water" }, { capability: "prune" }],
      },
      {
        domain: "zulu",
        goals: [echo],
        capabilities: [
          { capability: "echo", effect: "read", metadata: { ...(composition && { composition }) } },
        ],
      },
      ...carriers,
    );
    return { catalogue, understanding: buildUnderstanding(catalogue) };
  };
  const post = carrier("post", "and mail it to me");
  const unexpected = (from: Router, to: Router) =>
    surprises(diffRouting(from, to, [])).map(
      ({ text, source, before: old, after: now, changed }) => ({
        text,
        source,
        changed,
        followups: [old.followups, now.followups],
      }),
    );

  it("is told when another domain would be given the answer", () => {
    const thief = carrier("owl", "hello there and mail it to me", "and mail it to me");
    const found = unexpected(world(undefined, post), world(undefined, thief));
    const change = found.find(({ text }) => text === "echo hello there and mail it to me");
    expect(change).toMatchObject({
      source: "followup",
      followups: [["post.send_by_post"], ["owl.send_by_owl"]],
    });
    expect(change?.changed).toContain("followups");
  });
  it("is told when a value that is said lets something follow", () => {
    expect(unexpected(world(undefined, post), world(letFollow, post))).toContainEqual({
      text: "echo hello there",
      source: "example",
      changed: ["followups"],
      followups: [[], ["post.send_by_post"]],
    });
  });
  it("is told when a phrase takes the end of an example", () => {
    const greedy = carrier("owl", "good morning");
    const found = unexpected(world(undefined, post), world(undefined, post, greedy));
    expect(found.find(({ text }) => text === "zulu echo good morning")?.followups).toEqual([
      [],
      ["owl.send_by_owl"],
    ]);
  });
  it("is as intended where a phrase is new, and no one had it before", () => {
    const joined = world(undefined, post, carrier("owl", "and send it by owl"));
    const { changes } = diffRouting(world(undefined, post), joined, []);
    expect(
      changes.find(({ text }) => text === "echo hello there and send it by owl"),
    ).toMatchObject({
      intended: true,
      after: { followups: ["owl.send_by_owl"] },
    });
    expect(unexpected(world(undefined, post), joined)).toEqual([]);
  });
});
