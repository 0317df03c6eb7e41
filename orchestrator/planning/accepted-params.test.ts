import { expect, it } from "vitest";
import { capabilitySchema } from "#shared/contracts/capability.ts";
import type { JsonSchema } from "#shared/contracts/json-schema.ts";
import { acceptedParams, saidParams } from "./accepted-params.ts";

const taking = (city: JsonSchema) =>
  capabilitySchema.parse({
    capability: "forecast",
    effect: "read",
    params_schema: { type: "object", properties: { city } },
  });
const LIST: JsonSchema = { type: "array", items: { type: "string" } };
const ONE: JsonSchema = { type: "string" };

it.each<[string, JsonSchema, string | string[], string | string[]]>([
  ["one value becomes a list where only lists are taken", LIST, "Oslo", ["Oslo"]],
  ["several stay as they are", LIST, ["Oslo", "Rome"], ["Oslo", "Rome"]],
  ["a list of one becomes its value where no list is taken", ONE, ["Oslo"], "Oslo"],
  ["a list of two stays, to be refused", ONE, ["Oslo", "Rome"], ["Oslo", "Rome"]],
  ["where both are taken nothing changes", { anyOf: [LIST, ONE] }, "Oslo", "Oslo"],
  ["where nothing is said nothing changes", {}, "Oslo", "Oslo"],
])("%s", (_habit, schema, given, taken) =>
  expect(saidParams(taking(schema), { city: given })).toEqual({ city: taken }),
);

it("what the schema does not name is left out", () =>
  expect(acceptedParams(taking(ONE), { city: "Oslo", mood: "fine" })).toEqual({ city: "Oslo" }));
