import { expect, it } from "vitest";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import { intentWithout } from "../../planning/frames.ts";
import { type GoalsHere, readerOf } from "./reader-of.ts";

type Explained = Parameters<typeof readerOf>[0];
const heard = (tier: Explained["intent"]["tier"], goal?: string): Explained["intent"] => ({
  ...intentWithout("procure leite", tier, ""),
  ...(goal !== undefined && { primary_domain: "notebook", goal, confidence: 0.99 }),
});
const gate = (passed: boolean): ExplainResponse["gate"] => ({
  passed,
  confidence: 0.99,
  threshold: 0.94,
  effect: "read",
});
const explained = (more: Partial<Explained>): Explained => ({
  ...{ intent: heard("template", "FIND_LINE"), gate: gate(true), needs: [], pending: null },
  ...{ schedules: [], takes_back: false, settings: null, ...more },
});
const theirs = { isOurs: false, isAsked: false };
const ours = { isOurs: true, isAsked: false };
const asked = { isOurs: true, isAsked: true };
const model = [{ what: "model" as const, name: "small" }];

it.each<[string, Partial<Explained>, typeof theirs, "here" | "upstream"]>([
  ["a goal that passes its gate", {}, theirs, "here"],
  ["a goal that does not", { gate: gate(false) }, theirs, "upstream"],
  ["a goal that needs a model", { needs: model }, ours, "upstream"],
  ["nothing that is known", { intent: heard("none"), gate: gate(false) }, asked, "upstream"],
  [
    "a rest of a sentence after the model's answer",
    { intent: heard("elliptical", "FIND_LINE") },
    theirs,
    "upstream",
  ],
  ["a rest of a sentence after ours", { intent: heard("elliptical", "FIND_LINE") }, ours, "here"],
  [
    "a control word after the model's answer",
    { intent: heard("control"), gate: gate(false) },
    theirs,
    "upstream",
  ],
  ["a control word after ours", { intent: heard("control"), gate: gate(false) }, ours, "here"],
  [
    "an answer to our question",
    { intent: heard("classifier", "FIND_LINE"), gate: gate(false) },
    asked,
    "here",
  ],
  [
    "a time zone of one's own",
    { intent: heard("control"), settings: { timezone: "UTC" } },
    ours,
    "here",
  ],
])("%s", (_what, more, said, reader) => {
  expect(readerOf(explained(more), said, {})).toBe(reader);
});

it.each<[GoalsHere, "here" | "upstream" | "suggested"]>([
  [{ answers: ["*"] }, "here"],
  [{ answers: ["notebook:*"] }, "here"],
  [{ answers: ["notebook.find_line"] }, "here"],
  [{ answers: ["tower:*"] }, "upstream"],
  [{ answers: [] }, "upstream"],
  [{ suggests: ["notebook:*"] }, "suggested"],
  [{ answers: ["*"], suggests: ["notebook.find_line"] }, "suggested"],
])("for a key with %j it is %s", (goals, wanted) => {
  const reader = readerOf(explained({}), theirs, goals);
  expect(typeof reader === "string" ? reader : "suggested").toBe(wanted);
});
