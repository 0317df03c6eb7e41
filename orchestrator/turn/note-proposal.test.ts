import { describe, expect, it } from "vitest";
import type { Doubt, GoalFrame, IntentOutput } from "#shared/contracts/intent.ts";
import { intentWithout } from "../planning/frames.ts";
import { ofHeld } from "./already-done.ts";
import { corrects } from "./note-proposal.ts";
import type { Turn } from "./turn.ts";

const HELD_AT = 1_000;
const heldBack = (doubt: Doubt) => ({
  said: "don't delete the dentist note",
  followups: [],
  at: HELD_AT,
  frames: [
    {
      ...{ primary_domain: "memory", goal: "DELETE_ITEM", entities: { query: "dentist" } },
      ...{ confidence: 0.99, original_query: "don't delete the dentist note", doubts: [doubt] },
    },
  ],
});
const NEGATED: Doubt = { reason: "negated", detail: "don't" };

function asked(text: string, doubt = NEGATED, later = 1_000): IntentOutput | undefined {
  const turn = { state: { held: heldBack(doubt) }, startedAt: HELD_AT + later };
  return ofHeld(turn as unknown as Turn, intentWithout(text, "control", "said"));
}

it.each(["ok now you can delete it", "então apaga", "delete it"])("%s: asks for it", (text) =>
  expect(asked(text)).toMatchObject({ goal: "DELETE_ITEM", entities: { query: "dentist" } }),
);

it.each(["should I delete it?", "delete the shopping list", "don't delete it", "send it", "ok"])(
  "%s: does not",
  (text) => expect(asked(text)).toBeUndefined(),
);

it("leaves for whom and when as they were said", () =>
  expect(asked("delete it", { reason: "deferred", detail: "tomorrow" })).toBeUndefined());

it("knows it for some minutes only", () =>
  expect(asked("delete it", NEGATED, 11 * 60_000)).toBeUndefined());

const before: GoalFrame = {
  primary_domain: "library",
  goal: "FIND_BOOK",
  entities: { title_text: "Iracema" },
  confidence: 0.96,
  original_query: "onde anda o volume de Iracema",
};
const now = (original_query: string, changes: Partial<IntentOutput> = {}): IntentOutput => ({
  ...before,
  entities: {},
  original_query,
  tier: "classifier",
  evidence: [],
  alternatives: [],
  also: [],
  followups: [],
  ...changes,
});
const control = (word: string) =>
  now(word, { tier: "control", goal: null, evidence: [{ kind: "control", detail: word }] });
const other = { goal: "RESERVE_BOOK" };
const nothing = { primary_domain: null, goal: null };

describe("the message before is corrected by", () => {
  it.each([
    ["undo", control("undo")],
    ["cancel", control("cancel")],
    ["a no", now("não, reservar Iracema", other)],
    ["a no of one word", now("no", nothing)],
    ["an English no before a pause", now("No, book it", other)],
    ["what was meant", now("eu quis dizer reservar", other)],
    ["what was meant, in English", now("I meant the other one", nothing)],
    ["that it is wrong", now("tá errado", nothing)],
    ["nearly the same words that lead elsewhere", now("onde anda meu volume de Iracema", other)],
    ["nearly the same words that lead nowhere", now("onde anda o volume Iracema??", nothing)],
  ])("%s", (_what, message) => expect(corrects(before, message)).toBe(true));
});

describe("it is not corrected by", () => {
  it.each([
    ["the same again", now(before.original_query)],
    ["the same about something else", now("onde anda o volume de Senhora")],
    ["a preposition that looks like a no", now("no Recife, onde tem livraria", other)],
    ["a word that begins like a no", now("nota isso: ligar", other)],
    ["thanks", control("thank")],
    ["help", control("help")],
    ["another wish", now("reserva Dom Casmurro", other)],
    [
      "another wish for the same thing",
      now("reserva Iracema", { ...other, entities: { title_text: "Iracema" } }),
    ],
  ])("%s", (_what, message) => expect(corrects(before, message)).toBe(false));
});
