import { expect, it } from "vitest";
import type { ExampleProposal } from "#shared/contracts/promotion.ts";
import type { Route } from "#shared/contracts/routing.ts";
import { concernsOf, isHarm } from "./is-harm.ts";

const promoted = { domain: "harbour", goal: "FIND_SHIPS" };
const waiting: ExampleProposal[] = [
  {
    ...promoted,
    ...{ id: "p1", user_id: "ana", session_id: "s1", run_id: "r1", locale: "en" as const },
    ...{ text: "what floats", example: "what floats", unmarked: [] as string[] },
    ...{ solved_by: "model" as const, created_at: 1 },
  },
];
const leads = (goal: string | null, more: Partial<Route> = {}): Route => ({
  domain: goal === null ? null : "harbour",
  goal,
  entities: {},
  confidence: 0.97,
  tier: "classifier",
  cost: "zero_tokens",
  also: [],
  followups: [],
  ...more,
});
const asks = (goal: string, more: Partial<Route> = {}) => leads(goal, { cost: "unsure", ...more });
const harms = (before: Route, after: Route, text = "boats at the quay") =>
  isHarm(
    { text, source: "recorded", changed: ["goal"], before, after, intended: false },
    promoted,
    waiting,
  );
const at = (port: string | string[], more: Record<string, string> = {}) =>
  leads("FIND_SHIPS", { entities: { port_text: port, ...more } });

it.each<[string, Route, Route, string?]>([
  ["is taken from another goal", leads("COUNT_BOATS"), leads("FIND_SHIPS")],
  ["acts on another goal, whichever", leads("COUNT_BOATS"), leads("SELL_FISH")],
  ["is asked about, and its goal was the example's", leads("FIND_SHIPS"), asks("FIND_SHIPS")],
  ["is asked about because of the example's goal", leads("COUNT_BOATS"), asks("FIND_SHIPS")],
  ["acts unasked on the example's goal", asks("COUNT_BOATS"), leads("FIND_SHIPS")],
  [
    "acts as another goal than it waits for",
    asks("X"),
    leads("X", { also: ["harbour.FIND_SHIPS"] }),
    "what floats",
  ],
  ["has another value", at("Recife"), at("Natal")],
  ["loses a value", at("Recife", { kind: "TUG" }), at("Recife")],
  ["has one value less", at(["Recife", "Natal"]), at("Recife")],
  [
    "has something follow",
    leads("COUNT_BOATS"),
    leads("COUNT_BOATS", { followups: ["post.send_card"] }),
  ],
  ["becomes two requests", leads("FIND_SHIPS"), leads("FIND_SHIPS", { also: ["harbour.X"] })],
])("it is harm when a sentence %s", (_how, before, after, text) =>
  expect(harms(before, after, text)).toBe(true),
);

it.each<[string, Route, Route, string?]>([
  ["is asked about either way", asks("COUNT_BOATS"), asks("FIND_SHIPS")],
  ["of another goal is asked about", leads("COUNT_BOATS"), asks("COUNT_BOATS")],
  ["of another goal acts", asks("COUNT_BOATS"), leads("COUNT_BOATS")],
  [
    "waits to be an example of the same goal, and acts",
    asks("FIND_SHIPS"),
    leads("FIND_SHIPS"),
    "what floats",
  ],
  ["is only decided by something else", at("Recife"), { ...at("Recife"), tier: "template" }],
  ["has a word more at the end of a value", at("last week"), at("the last week")],
])("it is no harm when a sentence %s", (_how, before, after, text) =>
  expect(harms(before, after, text)).toBe(false),
);

it.each([
  ["onde anda o volume de Iracema", []],
  ["what is up with tugs over 20 metres", []],
  ["horário das 10:30 às 12:45", []],
  ["meu token é sk-abcdefghij", ["secret"]],
  ["entra com a senha gato123", ["secret"]],
  ["my password is hunter2", ["secret"]],
  ["manda pra ana@example.org", ["personal"]],
  ["liga pra (81) 99999-1234", ["personal"]],
  ["cpf 123.456.789-09", ["personal"]],
  ["meu nome é Rita", ["personal"]],
] as const)("%s: %j", (text, concerns) =>
  expect(concernsOf({ text, unmarked: [] })).toEqual(concerns),
);

it("a value that the words do not show is one", () => {
  expect(concernsOf({ text: "any around", unmarked: ["kind"] })).toEqual(["unmarked"]);
});
