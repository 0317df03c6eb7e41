import { expect, it } from "vitest";
import type { ShownAnswer } from "#shared/contracts/pending.ts";
import { calledBefore } from "./called-before.ts";

const shown = (domain: string, ...items: [id: number, label: string][]): ShownAnswer => ({
  ...{ said: "", text: "", whole: true, frames: [], followups: [], list: true, acted: false },
  ...{ at: 0, outside: [] },
  items: items.map(([id, label]) => ({ domain, label, entities: { id }, said_as: `item ${id}` })),
});
const answers = [shown("papers", [1, "Lease"], [2, "Minutes"]), shown("notes", [1, "milk"])];

it.each([
  ["the thing that was shown with its number", "papers", { id: 1 }, "Lease"],
  ["the same beside other parameters", "papers", { id: 2, title_text: "min" }, "Minutes"],
  ["nothing of another domain", "films", { id: 1 }, undefined],
  ["nothing that was not shown", "papers", { id: 3 }, undefined],
  ["nothing where no parameter tells", "papers", { title_text: "lease" }, undefined],
  ["nothing that the parameters say already", "papers", { id: 1, title_text: "Lease" }, undefined],
])("names %s", (_what, domain, params, label) =>
  expect(calledBefore(answers, { domain, params })).toBe(label),
);
