import { describe, expect, it } from "vitest";
import type { Entities, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import type { Json } from "#shared/contracts/json.ts";
import type { EntitySchema } from "#shared/contracts/manifest.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";
import { draftPlan } from "./draft.ts";
import { intentWithout, withFrames } from "./frames.ts";
import { enabledFollowups } from "./plan-followups.ts";

/** A goal that only reads, and lets a letter follow when it is told to share. */
const withShare = (
  share: Partial<EntitySchema>,
  enabled_if: { path: string; equals: Json } = { path: "parameters.share", equals: true },
) =>
  testCatalogue(
    {
      domain: "weather",
      goals: [
        {
          goal: "FORECAST",
          description: { en: "forecast" },
          capability: "forecast",
          entities_schema: { share: { type: "boolean", ...share } },
        },
      ],
      capabilities: [
        {
          capability: "forecast",
          effect: "read",
          metadata: {
            roles: ["messenger"],
            composition: {
              followup_roles: ["messenger"],
              enabled_if,
              param_map: { message: { from_parameters: ["_step_explanation"] } },
            },
          },
        },
      ],
    },
    {
      domain: "post",
      capabilities: [
        {
          capability: "send_card",
          effect: "external",
          params_schema: { type: "object", properties: { message: { type: "string" } } },
          metadata: { roles: ["messenger"] },
        },
      ],
    },
  );

const frame = (entities: Entities, confidence = 0.99): GoalFrame => ({
  primary_domain: "weather",
  goal: "FORECAST",
  entities,
  confidence,
  original_query: "what was said",
});
const follows = (share: Partial<EntitySchema>, entities: Entities) =>
  enabledFollowups(frame(entities), withShare(share)).map(({ capability }) => capability);

describe("what a goal lets follow", () => {
  it("follows when the user said so, by another capability that has the role", () => {
    expect(follows({}, { share: true })).toEqual(["send_card"]);
  });
  it.each<[string, Partial<EntitySchema>, Entities]>([
    ["when nothing was said", {}, {}],
    ["when the user said otherwise", {}, { share: false }],
    ["by a default", { default: true }, {}],
    [
      "by what may be out of the session's memory",
      { required: true, remember: true },
      { share: true },
    ],
    ["by a value that the goal does not know", {}, { shared: true }],
  ])("does not follow %s", (_why, share, entities) => {
    expect(follows(share, entities)).toEqual([]);
  });
});

it.each<[path: string, equals: Json]>([
  ["parameters", {}],
  ["parameters", { share: true }],
  ["entities.share", true],
  ["parameters.constructor", true],
])("nothing follows by %s", (path, equals) => {
  for (const entities of [{}, { share: true }])
    expect(enabledFollowups(frame(entities), withShare({}, { path, equals }))).toEqual([]);
});

const intentOf = (heard: GoalFrame): IntentOutput =>
  withFrames({ ...intentWithout("what was said", "template", ""), primary_domain: "weather" }, [
    heard,
  ]);
const stepsOf = (draft: ReturnType<typeof draftPlan>): string[] =>
  draft.leads === "plan" ? draft.plan.steps.map(({ capability }) => capability) : [draft.leads];

describe("a plan", () => {
  it("has it after its goal", () => {
    const draft = draftPlan(intentOf(frame({ share: true })), {}, withShare({}));
    expect(stepsOf(draft)).toEqual(["forecast", "send_card"]);
  });
  it.each<[string, Partial<EntitySchema>, Entities]>([
    ["a default", { default: true }, {}],
    ["the memory", { required: true, remember: true }, { share: true }],
  ])("has nothing that only %s asks for", (_what, share, remembered) => {
    const draft = draftPlan(intentOf(frame({})), remembered, withShare(share));
    expect(stepsOf(draft)).toEqual(["forecast"]);
  });
  it("needs the confidence of what would follow", () => {
    const [catalogue, unsure] = [withShare({}), 0.95];
    const asks = (entities: Entities) =>
      stepsOf(draftPlan(intentOf(frame(entities, unsure)), {}, catalogue));
    expect([asks({}), asks({ share: true })]).toEqual([["forecast"], ["unsure"]]);
  });
});
