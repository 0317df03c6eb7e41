import { type ManifestSource, manifestSchema } from "#shared/contracts/manifest.ts";
import { type ExecutionPlan, executionPlan } from "#shared/contracts/plan.ts";
import { buildCatalogue } from "../orchestrator/catalogue/registry/build-catalogue.ts";

const forecast = {
  params_schema: {
    type: "object" as const,
    properties: {
      city_text: { type: "string" as const },
      wait_ms: { type: "number" as const },
      previous: { type: "number" as const },
    },
    additionalProperties: false,
  },
  result_schema: {
    type: "object" as const,
    properties: { degrees: { type: "number" as const } },
    required: ["degrees"],
  },
  metadata: {},
};

/** The domain that all measurements call: it waits as long as it is told, and answers. */
export const manifest: ManifestSource = {
  manifest_version: "1",
  domain: "weather",
  version: "1.0.0",
  description: { en: "Forecasts, for measuring" },
  goals: [
    {
      goal: "FORECAST",
      description: { en: "the weather of a city" },
      hints: {
        examples: {
          en: [
            "what is the weather in [Lisbon](city_text)",
            "weather in [Porto](city_text)",
            "how is the weather in [Rio de Janeiro](city_text) today",
          ],
        },
        templates: { en: ["[what is|how is] [the] weather in {city_text} [today]"] },
      },
      entities_schema: {
        city_text: { type: "string", required: true, question: { en: "Which city?" } },
      },
      capability: "forecast",
    },
  ],
  capabilities: [
    { ...forecast, capability: "forecast", effect: "read" },
    // The same, as an effect: what is journaled before and after.
    { ...forecast, capability: "record", effect: "write", repeat: "keyed" },
  ],
};

export const catalogue = buildCatalogue([manifestSchema.parse(manifest)]);

/** What every call answers. */
export const answer = {
  status: "success" as const,
  result: { degrees: 21 },
  explanation: "21 degrees",
  confidence: 1,
  metadata: {},
};

/** A plan by its dependencies: `dependencies[i]` are positions of earlier steps. */
export type Shape = { dependencies: number[][]; waits?: number[] };

export const chain = (length: number): Shape => ({
  dependencies: Array.from({ length }, (_, at) => (at === 0 ? [] : [at - 1])),
});

/** `width` steps side by side, then one that needs them all. */
export const fan = (width: number): Shape => ({
  dependencies: [
    ...Array.from({ length: width }, () => []),
    Array.from({ length: width }, (_, at) => at),
  ],
});

export const diamond: Shape = { dependencies: [[], [0], [0], [1, 2]] };

/** A graph as people draw them: each step after the one before its own half, and often after a near one. */
export const graph = (length: number): Shape => ({
  dependencies: Array.from({ length }, (_, at) =>
    at < 4 ? [] : [...new Set([at >> 1, at % 3 === 0 ? at - 4 : at >> 1])],
  ),
});

/** The same with uneven service times, 0 to 20 ms, the same ones every time. */
export const uneven = (length: number): Shape => ({
  ...graph(length),
  waits: Array.from({ length }, (_, at) => (at * 7919) % 21),
});

/** As the engine takes it: each step reads text and number of the steps before it. */
export const planOf = (
  { dependencies, waits }: Shape,
  capability: "forecast" | "record" = "forecast",
): ExecutionPlan =>
  executionPlan.parse({
    execution_mode: "dag",
    combine_mode: "last",
    max_concurrency: 64,
    steps: dependencies.map((before, at) => {
      const [first] = before;
      return {
        id: at + 1,
        domain: "weather",
        capability,
        params: {
          city_text: first === undefined ? "Lisbon" : `after \${${first + 1}.explanation}`,
          ...(first !== undefined && { previous: `\${${first + 1}.result.degrees}` }),
          ...(waits && { wait_ms: waits[at] }),
        },
        depends_on: before.map((position) => position + 1),
      };
    }),
  });
