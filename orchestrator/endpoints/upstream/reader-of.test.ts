import { expect, it } from "vitest";
import type { ExplainResponse } from "#shared/contracts/endpoints.ts";
import { intentWithout } from "../../planning/frames.ts";
import { type GoalsHere, readerOf } from "./reader-of.ts";

type Explained = Parameters<typeof readerOf>[0];
const heard = (
  tier: Explained["intent"]["tier"],
  goal?: string,
  more: Partial<Explained["intent"]> = {},
): Explained["intent"] => ({
  ...intentWithout("procure leite", tier, ""),
  ...(goal !== undefined && { primary_domain: "notebook", goal, confidence: 0.99 }),
  read_whole: true,
  ...more,
});
const gate = (passed: boolean): ExplainResponse["gate"] => ({
  passed,
  confidence: 0.99,
  threshold: 0.94,
  effect: "read",
});
const explained = (more: Partial<Explained>): Explained => ({
  ...{ intent: heard("template", "FIND_LINE"), gate: gate(true) },
  ...{ needs: [], steps: [], pending: null, status: null },
  ...{ schedules: [], takes_back: false, settings: null, ...more },
});
const theirs = false;
const ours = true;
const model = [{ what: "model" as const, name: "small" }];
const asks = (kind: "fill" | "confirm" | "choose_goal") => ({
  pending: { kind, question: "?", options: [] },
});
const found = (
  more: Partial<Explained["intent"]>,
  tier: "template" | "classifier" = "template",
) => ({
  intent: heard(tier, "FIND_LINE", more),
});
const step = {
  ...{ id: "s1", domain: "notebook", capability: "find_line", effect: "read" as const },
  ...{ confirm: false, health: null, problem: null, p95_ms: null },
};

const leftOut = (to: "request" | "goal") => ({
  ...{ kind: "polarity" as const, value: "left_out", text: "sem figuras", locale: "en" as const },
  ...{ span: { start: 14, end: 25 }, belongs_to: { to, at: 0 } },
});

it.each<[string, Partial<Explained>, boolean, "here" | "upstream"]>([
  ["a goal that passes its gate", {}, theirs, "here"],
  ["a goal that does not", { gate: gate(false) }, theirs, "upstream"],
  ["a goal that needs a model", { needs: model }, ours, "upstream"],
  ["a step that a model carries out", { steps: [{ ...step, tokens: null }] }, ours, "upstream"],
  ["a step that none does", { steps: [{ ...step, tokens: 0 }] }, theirs, "here"],
  ["what is refused before anything is asked", { status: "failure" }, theirs, "upstream"],
  ["words that nothing accounts for", found({ read_whole: undefined }), theirs, "upstream"],
  [
    "words that are left out",
    found({ evidence: [{ kind: "remark", detail: "em verso" }] }),
    theirs,
    "upstream",
  ],
  ["words of what is not wanted", found({ modifiers: [leftOut("request")] }), theirs, "upstream"],
  ["the same where the goal says it", found({ modifiers: [leftOut("goal")] }), theirs, "here"],
  ["a doubt", found({ doubts: [{ reason: "asked_about", detail: "como" }] }), theirs, "upstream"],
  ["a value that is certainly asked for", asks("fill"), theirs, "here"],
  [
    "a value of what may be meant",
    { ...asks("fill"), ...found({}, "classifier") },
    ours,
    "upstream",
  ],
  ["a guess", asks("choose_goal"), ours, "upstream"],
  ["a yes that is asked for", { ...asks("confirm"), ...found({}, "classifier") }, theirs, "here"],
  ["nothing that is known", { intent: heard("none"), gate: gate(false) }, ours, "upstream"],
  ["no answer to our question", { ...asks("fill"), intent: heard("none") }, ours, "upstream"],
  [
    "a rest of a sentence after the model's answer",
    { intent: heard("elliptical", "FIND_LINE") },
    theirs,
    "upstream",
  ],
  ["a rest of a sentence after ours", { intent: heard("elliptical", "FIND_LINE") }, ours, "here"],
  [
    "the same with words that are left out",
    {
      intent: heard("elliptical", "FIND_LINE", {
        evidence: [{ kind: "remark", detail: "em verso" }],
      }),
    },
    ours,
    "upstream",
  ],
  [
    "a control word after the model's answer",
    { intent: heard("control"), gate: gate(false) },
    theirs,
    "upstream",
  ],
  ["a control word after ours", { intent: heard("control"), gate: gate(false) }, ours, "here"],
  [
    "an answer to our question",
    { intent: heard("pending", "FIND_LINE"), gate: gate(false) },
    ours,
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
