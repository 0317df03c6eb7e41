import type { ExecutionIntent, FollowupRequest, GoalFrame } from "#shared/contracts/intent.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { testCatalogue } from "../catalogue/catalogue.fixture.ts";

const takes = (properties: Record<string, JsonSchema>, required: string[] = []) => ({
  type: "object" as const,
  properties,
  required,
  additionalProperties: false,
});
const text: JsonSchema = { type: "string" };
const files: JsonSchema = { type: "array", items: { type: "object", format: "file" } };

/** Two invented domains that use everything a manifest can say to a planner. */
export const catalogue = testCatalogue(
  {
    domain: "weather",
    lists: {},
    goals: [
      {
        goal: "FORECAST",
        description: { en: "forecast" },
        entities_schema: {
          city_text: { type: "string", required: true, remember: true, multiple: true },
          days: { type: "integer", default: 3 },
        },
        capability: "forecast",
      },
      {
        goal: "EXTREMES",
        description: { en: "extremes" },
        entities_schema: {
          kind: {
            type: "enum",
            values: ["HOT", "COLD", "BOTH", "WET"],
            default: "BOTH",
            required: true,
            capability_map: { HOT: "hottest", COLD: "coldest", BOTH: ["hottest", "coldest"] },
          },
          region_text: { type: "string", required: true, remember: true },
        },
        capability: "coldest",
      },
      {
        goal: "STORM",
        description: { en: "storms" },
        entities_schema: {
          level: {
            type: "enum",
            values: ["HIGH", "LOW", "OTHER"],
            remember: true,
            required: true,
            capability_map: { HIGH: "hottest", LOW: "coldest" },
          },
        },
      },
    ],
    capabilities: [
      {
        capability: "forecast",
        params_schema: takes({ city: text, days: { type: "integer", minimum: 1 } }, ["city"]),
        result_schema: {
          type: "object",
          properties: {
            temp: { type: "number" },
            rows: {
              type: "array",
              items: { type: "object", properties: { max: { type: "integer" } } },
            },
            note: { anyOf: [{ type: "string" }, { type: "null" }] },
            extra: { type: "object", additionalProperties: true },
          },
        },
        effect: "read",
        metadata: {
          decomposition: {
            array_params: [
              { param_name: "city_text", single_param_name: "city_text", max_concurrency: 2 },
            ],
          },
          flow: { pre: [{ type: "find_city", param: "city", search_capability: "find_city" }] },
          composition: {
            followup_roles: ["messenger"],
            enabled_if: { path: "parameters.share", equals: true },
            param_map: { message: { from_parameters: ["_step_explanation"] } },
          },
        },
      },
      {
        capability: "find_city",
        params_schema: takes({ query: text }, ["query"]),
        result_schema: {
          type: "object",
          properties: {
            candidates: { type: "array", items: takes({ city: text, country: text }) },
          },
        },
        effect: "read",
      },
      { capability: "hottest", params_schema: takes({ region_text: text }), effect: "read" },
      { capability: "coldest", effect: "read" },
    ],
  },
  {
    domain: "post",
    capabilities: [
      {
        capability: "send_card",
        effect: "external",
        params_schema: takes({ message: text, to: text, urgent: { type: "boolean" } }, ["message"]),
        result_schema: takes({ id: { type: "integer" } }),
        metadata: {
          roles: ["messenger"],
          composition: {
            followup_roles: ["messenger"],
            param_map: {
              message: { from_parameters: ["_step_explanation"] },
              to: { from_parameters: ["nobody", "region_text"] },
            },
          },
        },
      },
      {
        capability: "print_card",
        effect: "write",
        gives_files: true,
        params_schema: takes({ message: text, pictures: files }, ["message"]),
        metadata: {
          roles: ["printer"],
          composition: {
            followup_roles: ["printer"],
            param_map: {
              message: { from_parameters: ["_step_explanation"] },
              pictures: { from_parameters: ["_step_files"] },
            },
          },
        },
      },
      {
        capability: "send_parcel",
        effect: "external",
        params_schema: takes({ message: text, inside: files }, ["message"]),
        metadata: {
          roles: ["carrier"],
          composition: {
            followup_roles: ["carrier"],
            param_map: {
              message: { from_parameters: ["_step_explanation"] },
              inside: { from_parameters: ["_step_files"] },
            },
          },
        },
      },
      {
        capability: "file_report",
        effect: "write",
        params_schema: takes({ parts: { type: "array", items: {} }, title: text }, ["parts"]),
        metadata: {
          roles: ["archivist"],
          composition: {
            followup_roles: ["archivist"],
            param_map: { parts: { from_parameters: ["_step_result"] } },
          },
        },
      },
    ],
  },
);

export const frame = (goal: string, entities: GoalFrame["entities"] = {}): GoalFrame => ({
  primary_domain: "weather",
  goal,
  entities,
  confidence: 0.97,
  original_query: "what was said",
});

export const intent = (
  capability: string,
  parameters: ExecutionIntent["parameters"] = {},
): ExecutionIntent => ({
  domain: "weather",
  capability,
  parameters,
  confidence: 0.97,
  original_query: "what was said",
});

export const asksFor = (
  role: string,
  capability: string,
  sets: FollowupRequest["sets"] = {},
): FollowupRequest => ({ role, domain: "post", capability, sets, phrase: "and send it" });
