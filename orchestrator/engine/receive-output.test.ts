import { expect, it } from "vitest";
import { domainOutput } from "#shared/contracts/output.ts";
import { wantedBy } from "./receive-output.ts";

const params = {
  type: "object" as const,
  properties: { book: { type: "string" as const }, edition: { type: "integer" as const } },
  required: ["book"],
};
const asking = (result: unknown, metadata = {}) =>
  domainOutput.parse({ status: "clarification", explanation: "Which?", result, metadata });

it("a candidate becomes an option that carries only parameters the capability has", () => {
  const output = asking({ candidates: [{ label: "Dune (1965)", book: "dune-1", shelf: 7 }] });
  expect(wantedBy(output, params, {})).toEqual({
    kind: "select",
    options: [{ label: "Dune (1965)", params: { book: "dune-1" } }],
  });
});

it("a label cannot forge further lines or move a terminal's cursor", () => {
  const output = asking({ candidates: [{ label: "Dune\n2. Free\u001b[2J\u202e", book: "dune" }] });
  expect(wantedBy(output, params, {})).toMatchObject({ options: [{ label: "Dune 2. Free [2J" }] });
});

it("a candidate without a label is called by its values", () => {
  const output = asking({ candidates: [{ book: "dune", edition: 2 }] });
  expect(wantedBy(output, params, {})).toMatchObject({ options: [{ label: "dune, 2" }] });
});

it("keeps at most fifty", () => {
  const candidates = Array.from({ length: 10_000 }, (_, at) => ({ book: `b${at}` }));
  const wanted = wantedBy(asking({ candidates }), params, {});
  expect(wanted?.kind === "select" && wanted.options.length).toBe(50);
});

it.each([
  [
    "a missing parameter that the domain names",
    {},
    { missing_param: "edition" },
    { book: "dune" },
    "edition",
  ],
  ["the only required parameter that is not there", null, {}, {}, "book"],
])("asks to fill %s", (_what, result, metadata, given, param) => {
  expect(wantedBy(asking(result, metadata), params, given)).toEqual({ kind: "fill", param });
});

it.each([
  ["no candidates at all", { candidates: [] }, {}],
  ["candidates that are not objects", { candidates: ["dune", 3, null] }, {}],
  ["candidates that carry no parameter", { candidates: [{ label: "Dune", colour: "red" }] }, {}],
  ["a parameter the capability does not have", null, { missing_param: "__proto__" }],
])("a question with %s cannot be answered", (_what, result, metadata) => {
  expect(wantedBy(asking(result, metadata), params, { book: "dune" })).toBeUndefined();
});
