import { expect, it } from "vitest";
import type { JsonObject } from "#shared/contracts/json.ts";
import type { StepTrace } from "#shared/contracts/run.ts";
import { fillReferences } from "../../../orchestrator/engine/references.ts";
import { givenTo } from "./given.ts";

const step = (id: string, changes: Partial<NonNullable<StepTrace["output"]>>): StepTrace => ({
  ...{ id, domain: "shop", capability: "look", status: "success", required: true },
  ...{ attempts: 1, duration_ms: 5 },
  output: {
    ...{ status: "success", result: null, explanation: "", confidence: 1, metadata: {} },
    ...changes,
  },
});
const file = { name: "a.pdf", media_type: "application/pdf", url: "/v1/files/a" };
const done = new Map([
  ["1", step("1", { explanation: "PETR4: 40", result: { rows: [{ price: 40.5 }], own: {} } })],
  ["files", step("2", { metadata: { files: [file, { ...file, name: "b.pdf" }] } })],
  ["3", step("3", { result: { candidates: [{ city: "Recife" }] } })],
]);
const stepOf = (name: string) => done.get(name);

it.each<JsonObject>([
  { text: "${1.explanation}", price: "${1.result.rows.0.price}", plain: 3 },
  { text: "now ${1.result.rows.0.price}, ${1.status}: ${$}{x} and $${1.result.rows.0.price}" },
  { files: ["${files.files}"], first: "${files.files.0}", name: "${files.files.1.name}" },
  { city: "${3.hit.city}", nested: { list: [["${1.explanation}"], { deep: "${1.confidence}" }] } },
])("%j is shown as the step was given it", (params) =>
  expect(givenTo(params, stepOf)).toEqual(fillReferences(params, stepOf)),
);

it("what no step has given stays as it was written", () => {
  const params = {
    later: "${9.explanation}",
    nothing: "${1.result.rows.7.price}",
    inherited: "${1.result.own.constructor} and ${1.result.rows.length.x}",
    torn: "${1",
  };
  expect(givenTo(params, stepOf)).toEqual(params);
});
